package org.touchpaper.tl1.session;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Outcome.Partial;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;

/**
 * Whether an element tells of changes by itself that it tells of only to sessions which ask for it.
 * One that denies that is asked again with its next session, since a user may be given the
 * privilege; one that twice in a row does not answer, or hangs up, only with every tenth, since
 * that costs a session its beginning: once may be a connection that was lost, and so may both.
 */
final class Reporting {

  private static final int TWICE = 2;
  private static final int TENTH = 10;

  private final Optional<InputCommand> request;
  private final AtomicInteger unanswered = new AtomicInteger();
  private final AtomicInteger passedOver = new AtomicInteger();
  private volatile boolean isKnown;

  /**
   * Nothing is known yet.
   *
   * @param request what asks for reports; empty if nothing does
   */
  Reporting(Optional<InputCommand> request) {
    this.request = request;
  }

  /** What is to be sent right after a login; to be called once for each. */
  Optional<InputCommand> request() {
    var isAsked = unanswered.get() < TWICE || passedOver.incrementAndGet() % TENTH == 0;
    return isAsked ? request : Optional.empty();
  }

  /** Why it does not report, or is not asked that any more, if that is news. */
  Optional<String> heard(Tl1Outcome outcome) {
    return switch (outcome) {
      case Completed _ -> {
        answered();
        isKnown = false;
        yield Optional.empty();
      }
      case Denied(var code, var text) -> {
        answered();
        yield news(("denied " + code + " " + text).strip());
      }
      case Partial _ -> {
        answered();
        yield news("completed in part");
      }
      case Unknown(var reason) ->
          unanswered.incrementAndGet() == TWICE
              ? Optional.of(
                  reason + ", twice in a row: from now on it is asked with every tenth session")
              : news(reason);
      case NotSent _ -> Optional.empty();
    };
  }

  private void answered() {
    unanswered.set(0);
    passedOver.set(0);
  }

  private Optional<String> news(String why) {
    var isNews = !isKnown;
    isKnown = true;
    return isNews ? Optional.of(why) : Optional.empty();
  }
}

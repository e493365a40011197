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
 * privilege; one that twice in a row does not answer is not, since that would cost each session its
 * beginning: once may be a connection that was lost.
 */
final class Reporting {

  private static final int TWICE = 2;

  private final Optional<InputCommand> request;
  private final AtomicInteger unanswered = new AtomicInteger();
  private volatile boolean isKnown;

  /**
   * Nothing is known yet.
   *
   * @param request what asks for reports; empty if nothing does
   */
  Reporting(Optional<InputCommand> request) {
    this.request = request;
  }

  /** What is to be sent right after a login. */
  Optional<InputCommand> request() {
    return unanswered.get() < TWICE ? request : Optional.empty();
  }

  /** Why it does not report, if that is news. */
  Optional<String> heard(Tl1Outcome outcome) {
    return switch (outcome) {
      case Completed _ -> {
        unanswered.set(0);
        isKnown = false;
        yield Optional.empty();
      }
      case Denied(var code, var text) -> news(("denied " + code + " " + text).strip());
      case Partial _ -> news("completed in part");
      case Unknown(var reason) -> {
        unanswered.incrementAndGet();
        yield news(reason);
      }
      case NotSent _ -> Optional.empty();
    };
  }

  private Optional<String> news(String why) {
    var isNews = !isKnown;
    isKnown = true;
    return isNews ? Optional.of(why) : Optional.empty();
  }
}

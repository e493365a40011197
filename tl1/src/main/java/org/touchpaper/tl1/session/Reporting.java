package org.touchpaper.tl1.session;

import java.util.Optional;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Outcome.Partial;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;

/**
 * Whether an element tells of changes by itself that it tells of only to sessions which ask for it.
 * One that denies that is asked again with its next session, since a user may be given the
 * privilege; one that does not answer is not, since that would cost each session its beginning.
 */
final class Reporting {

  private final Optional<InputCommand> request;
  private volatile boolean isAsked = true;
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
    return isAsked ? request : Optional.empty();
  }

  /** Why it does not report, if that is news. */
  Optional<String> heard(Tl1Outcome outcome) {
    return switch (outcome) {
      case Completed _ -> {
        isKnown = false;
        yield Optional.empty();
      }
      case Denied(var code, var text) -> news(("denied " + code + " " + text).strip());
      case Partial _ -> news("completed in part");
      case Unknown(var reason) -> {
        isAsked = false;
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

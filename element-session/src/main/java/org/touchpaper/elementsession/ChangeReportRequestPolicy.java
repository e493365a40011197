package org.touchpaper.elementsession;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.Denied;
import org.touchpaper.elementsession.Tl1Outcome.NotSent;
import org.touchpaper.elementsession.Tl1Outcome.Partial;
import org.touchpaper.elementsession.Tl1Outcome.Unknown;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Requests change reports from an element that sends them only on request. A denied request is
 * repeated in the next session, since the user may have received the privilege. A request that
 * twice in a row is not answered, or ends the connection, is repeated only in every tenth session,
 * because it delays the session; a single failure may be a lost connection.
 */
final class ChangeReportRequestPolicy {

  private static final int MAX_CONSECUTIVE_UNANSWERED = 2;
  private static final int RETRY_SESSION_INTERVAL = 10;

  private final Optional<InputCommand> request;
  private final AtomicInteger unanswered = new AtomicInteger();
  private final AtomicInteger skippedSessions = new AtomicInteger();
  private volatile boolean isFailureReported;

  /**
   * Starts with no request answered yet.
   *
   * @param request enables the reports; empty if there is none
   */
  ChangeReportRequestPolicy(Optional<InputCommand> request) {
    this.request = request;
  }

  /** The request to send after a login, if due; to be called once for each login. */
  Optional<InputCommand> nextRequest() {
    var isDue =
        unanswered.get() < MAX_CONSECUTIVE_UNANSWERED
            || skippedSessions.incrementAndGet() % RETRY_SESSION_INTERVAL == 0;
    return isDue ? request : Optional.empty();
  }

  /** Records the outcome; returns the reason of a failure that was not reported before. */
  Optional<String> onOutcome(Tl1Outcome outcome) {
    return switch (outcome) {
      case Completed _ -> {
        resetUnanswered();
        isFailureReported = false;
        yield Optional.empty();
      }
      case Denied(var code, var text) -> {
        resetUnanswered();
        yield reportOnce(("denied " + code + " " + text).strip());
      }
      case Partial _ -> {
        resetUnanswered();
        yield reportOnce("partially completed (PRTL)");
      }
      case Unknown(var reason) ->
          unanswered.incrementAndGet() == MAX_CONSECUTIVE_UNANSWERED
              ? Optional.of(reason + ", twice in a row; requested again in every tenth session")
              : reportOnce(reason);
      case NotSent _ -> Optional.empty();
    };
  }

  private void resetUnanswered() {
    unanswered.set(0);
    skippedSessions.set(0);
  }

  private Optional<String> reportOnce(String reason) {
    var isNew = !isFailureReported;
    isFailureReported = true;
    return isNew ? Optional.of(reason) : Optional.empty();
  }
}

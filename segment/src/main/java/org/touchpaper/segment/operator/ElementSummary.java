package org.touchpaper.segment.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.session.SessionState;

/**
 * An element on one line.
 *
 * @param service which service has it
 * @param address where it listens
 * @param transport how it is reached, such as {@code ssh}
 * @param since when it logged in, or began to
 * @param detail why it is not connected, and when it is tried again
 * @param circuits how many circuits it should hold items of
 * @param alarms how many it told and has not cleared, or was found to have when it was last read
 * @param drifts how often it was lately found to hold otherwise than it should
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ElementSummary(
    String name,
    String service,
    String dialect,
    String address,
    String transport,
    Standing state,
    @Nullable Instant since,
    @Nullable Instant lastHeard,
    @Nullable String detail,
    int circuits,
    int alarms,
    int drifts) {

  /** How its session stands. */
  enum Standing {
    /** Not connected, and nothing in the way. */
    IDLE,
    LOGGING_IN,
    CONNECTED,
    /** The last attempt failed, and another will be made. */
    WAITING,
    CLOSED,
    /** Its driver does not tell. */
    NOT_TOLD
  }

  static ElementSummary of(
      OperatedElement element, String service, int circuits, int alarms, int drifts) {
    var session = element.session();
    var address = element.endpoint().host() + ":" + element.endpoint().port();
    record How(
        Standing state,
        @Nullable Instant since,
        @Nullable Instant lastHeard,
        @Nullable String detail) {}
    var how =
        switch (session == null ? null : session.state()) {
          case null -> new How(Standing.NOT_TOLD, null, null, "connected when it is needed");
          case SessionState.Idle(var because) -> new How(Standing.IDLE, null, null, because);
          case SessionState.LoggingIn(var since) -> new How(Standing.LOGGING_IN, since, null, null);
          case SessionState.Connected(var since, var heard) ->
              new How(Standing.CONNECTED, since, heard, null);
          case SessionState.Waiting(var until, var because) ->
              new How(
                  Standing.WAITING,
                  null,
                  null,
                  because + "; tried again at " + until + ", or with what is sent to it by hand");
          case SessionState.Closed() -> new How(Standing.CLOSED, null, null, null);
        };
    return new ElementSummary(
        element.tid(),
        service,
        element.dialect(),
        address,
        element.endpoint().transport().label(),
        how.state(),
        how.since(),
        how.lastHeard(),
        how.detail(),
        circuits,
        alarms,
        drifts);
  }
}

package org.touchpaper.segment.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.elementsession.connection.SessionState;

/**
 * A summary of an element.
 *
 * @param service the service that controls it
 * @param address host and port
 * @param transport such as {@code ssh}
 * @param since when the session logged in, or began to
 * @param detail why it is not connected, and when the next attempt is made
 * @param circuits how many circuits are configured on it
 * @param missing how many items of active circuits it lacks, as last read
 * @param impaired how many active circuits it impairs, as last read
 * @param alarms how many alarms it has reported and not cleared, or were found when it was last
 *     read
 * @param drifts how many recent drift records it has
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ElementSummary(
    String name,
    String service,
    String dialect,
    String address,
    String transport,
    SessionStatus state,
    @Nullable Instant since,
    @Nullable Instant lastHeard,
    @Nullable String detail,
    int circuits,
    int missing,
    int impaired,
    int alarms,
    int drifts) {

  /** What is counted of an element. */
  record Counts(int circuits, int missing, int impaired, int alarms, int drifts) {}

  /** The state of its session. */
  enum SessionStatus {
    /** Not connected, and no attempt has failed. */
    IDLE,
    LOGGING_IN,
    CONNECTED,
    /** The last attempt failed; another will be made. */
    WAITING,
    CLOSED,
    /** Its driver reports no state. */
    NOT_TOLD
  }

  static ElementSummary of(OperatedElement element, String service, Counts counts) {
    var session = element.session();
    var address = element.endpoint().host() + ":" + element.endpoint().port();
    record SessionDetails(
        SessionStatus state,
        @Nullable Instant since,
        @Nullable Instant lastHeard,
        @Nullable String detail) {}
    var status =
        switch (session == null ? null : session.state()) {
          case null -> new SessionDetails(SessionStatus.NOT_TOLD, null, null, "connects on demand");
          case SessionState.Idle(var reason) ->
              new SessionDetails(SessionStatus.IDLE, null, null, reason);
          case SessionState.LoggingIn(var since) ->
              new SessionDetails(SessionStatus.LOGGING_IN, since, null, null);
          case SessionState.Connected(var since, var lastHeardAt) ->
              new SessionDetails(SessionStatus.CONNECTED, since, lastHeardAt, null);
          case SessionState.Waiting(var until, var reason) ->
              new SessionDetails(
                  SessionStatus.WAITING,
                  null,
                  null,
                  reason + "; next attempt at " + until + ", or when an operator sends a command");
          case SessionState.Closed() -> new SessionDetails(SessionStatus.CLOSED, null, null, null);
        };
    return new ElementSummary(
        element.tid(),
        service,
        element.model(),
        address,
        element.endpoint().transport().label(),
        status.state(),
        status.since(),
        status.lastHeard(),
        status.detail(),
        counts.circuits(),
        counts.missing(),
        counts.impaired(),
        counts.alarms(),
        counts.drifts());
  }
}

package org.touchpaper.segment.connection;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.state.DataPlaneState;

/** A notification from a segment to the holder of a connection (GFD.237 notifications). */
public sealed interface Notification {

  /** The id that the holder chose for the segment's connection. */
  ConnectionId connection();

  Instant at();

  /** The data plane changed (NSI dataPlaneStateChange). */
  record DataPlaneChanged(
      ConnectionId connection, Instant at, DataPlaneState dataPlane, String detail)
      implements Notification {}

  /** An alarm on the path of the circuit. */
  record Alarm(ConnectionId connection, Instant at, String detail) implements Notification {}

  /**
   * The segment ended the connection on its own (NSI errorEvent, forcedEnd).
   *
   * @param cut the cut that ended it; null if it was not cut
   */
  record ForcedEnd(ConnectionId connection, Instant at, String reason, @Nullable CutNotice cut)
      implements Notification {}
}

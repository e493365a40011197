package org.touchpaper.segment.connection;

import java.time.Instant;

/** What a segment tells its holder. */
public sealed interface Notification {

  /** The segment's id for the connection, as the holder chose it. */
  ConnectionId connection();

  Instant at();

  /** The data plane changed (NSI dataPlaneStateChange). */
  record DataPlaneChanged(ConnectionId connection, Instant at, DataPlane dataPlane, String detail)
      implements Notification {}

  /** Something on the circuit's way is in trouble. */
  record Alarm(ConnectionId connection, Instant at, String detail) implements Notification {}

  /** The segment ended the connection by itself (NSI errorEvent forcedEnd). */
  record ForcedEnd(ConnectionId connection, Instant at, String reason) implements Notification {}
}

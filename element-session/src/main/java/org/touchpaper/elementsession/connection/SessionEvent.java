package org.touchpaper.elementsession.connection;

import java.time.Instant;
import org.touchpaper.tl1.message.AutonomousMessage;

/** An event of a session that no command caused, for listeners that monitor its element. */
public sealed interface SessionEvent {

  Instant at();

  /**
   * Logged in. Anything that happened on the element before is unknown, so read its state.
   *
   * @param login the number of this login, counted from 1
   */
  record Connected(Instant at, int login) implements SessionEvent {}

  record Disconnected(Instant at, String reason) implements SessionEvent {}

  /** An autonomous message arrived. Treat it as a hint to read the element. */
  record ReportReceived(Instant at, AutonomousMessage message) implements SessionEvent {}
}

package org.touchpaper.tl1.session;

import java.time.Instant;
import org.touchpaper.tl1.message.AutonomousMessage;

/** What happens to a session by itself, for whoever watches over its element. */
public sealed interface SessionEvent {

  Instant at();

  /**
   * Logged in: whatever the element said or did while nobody listened is unknown, so read it.
   *
   * @param login which login of this session it was, counted from 1
   */
  record Connected(Instant at, int login) implements SessionEvent {}

  /** The connection ended without our asking for it. */
  record Lost(Instant at, String because) implements SessionEvent {}

  /** The element said something unasked: a hint to read, never the truth. */
  record Reported(Instant at, AutonomousMessage message) implements SessionEvent {}
}

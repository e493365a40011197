package org.touchpaper.elementsession.connection;

import java.time.Instant;

/** The connection state of a session, for operators. */
public sealed interface SessionState {

  /**
   * Not connected; connects when next needed.
   *
   * @param reason why: not used yet, or how the last connection ended
   */
  record Idle(String reason) implements SessionState {}

  record LoggingIn(Instant since) implements SessionState {}

  /**
   * Logged in.
   *
   * @param since when it logged in
   * @param lastReceived when data last arrived
   */
  record Connected(Instant since, Instant lastReceived) implements SessionState {}

  /**
   * The last attempt failed; the next is due at {@code until}. A command long before that is
   * refused.
   *
   * @param reason why the last attempt failed
   */
  record Waiting(Instant until, String reason) implements SessionState {}

  /** Closed permanently by its owner. */
  record Closed() implements SessionState {}
}

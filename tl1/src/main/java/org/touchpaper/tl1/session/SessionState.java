package org.touchpaper.tl1.session;

import java.time.Instant;

/** How a session stands with its element, for operators. */
public sealed interface SessionState {

  /**
   * Not connected, and nothing keeps it from connecting when it is next needed.
   *
   * @param because why it is not connected: never needed so far, or how the last connection ended
   */
  record Idle(String because) implements SessionState {}

  /** Dialling or logging in since then. */
  record LoggingIn(Instant since) implements SessionState {}

  /**
   * Logged in.
   *
   * @param since when it logged in
   * @param lastHeard when the element last said anything
   */
  record Connected(Instant since, Instant lastHeard) implements SessionState {}

  /**
   * The last attempt failed; the next is due then. A command that comes long before is refused.
   *
   * @param because why the last attempt failed
   */
  record Waiting(Instant until, String because) implements SessionState {}

  /** Closed by us, for good. */
  record Closed() implements SessionState {}
}

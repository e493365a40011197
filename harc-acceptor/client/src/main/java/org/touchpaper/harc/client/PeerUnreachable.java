package org.touchpaper.harc.client;

/** No answer came from a peer, or none that says anything. */
public final class PeerUnreachable extends Exception {
  private final boolean maybeReceived;

  PeerUnreachable(String message, boolean maybeReceived, Throwable cause) {
    super(message, cause);
    this.maybeReceived = maybeReceived;
  }

  PeerUnreachable(String message, boolean maybeReceived) {
    super(message);
    this.maybeReceived = maybeReceived;
  }

  /** False if the message certainly had no effect: no connection was made, or it was refused. */
  public boolean maybeReceived() {
    return maybeReceived;
  }
}

package org.touchpaper.harc.client;

/** A peer did not answer, or returned an error. */
public final class PeerUnreachableException extends Exception {
  private final boolean mayHaveBeenReceived;

  public PeerUnreachableException(String message, boolean mayHaveBeenReceived, Throwable cause) {
    super(message, cause);
    this.mayHaveBeenReceived = mayHaveBeenReceived;
  }

  PeerUnreachableException(String message, boolean mayHaveBeenReceived) {
    super(message);
    this.mayHaveBeenReceived = mayHaveBeenReceived;
  }

  /** False if the message certainly had no effect: connecting failed, or the peer refused it. */
  public boolean mayHaveBeenReceived() {
    return mayHaveBeenReceived;
  }
}

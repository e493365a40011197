package org.touchpaper.harc.client;

/** A peer did not answer, or returned an error. */
public final class PeerRequestException extends Exception {
  private final boolean mayHaveBeenReceived;

  public PeerRequestException(String message, boolean mayHaveBeenReceived, Throwable cause) {
    super(message, cause);
    this.mayHaveBeenReceived = mayHaveBeenReceived;
  }

  PeerRequestException(String message, boolean mayHaveBeenReceived) {
    super(message);
    this.mayHaveBeenReceived = mayHaveBeenReceived;
  }

  /** False if the message certainly had no effect: connecting failed, or the peer refused it. */
  public boolean mayHaveBeenReceived() {
    return mayHaveBeenReceived;
  }
}

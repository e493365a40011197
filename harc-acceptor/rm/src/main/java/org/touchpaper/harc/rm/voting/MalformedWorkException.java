package org.touchpaper.harc.rm.voting;

/** Actions that cannot be read, however often they are repeated; the message gives the reason. */
public final class MalformedWorkException extends RuntimeException {
  private final String reason;

  public MalformedWorkException(String reason) {
    super(reason);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}

package org.touchpaper.harc.rm.voting;

/** Actions that cannot be read, however often they are repeated; the message gives the reason. */
public final class MalformedWorkException extends RuntimeException {
  public MalformedWorkException(String reason) {
    super(reason);
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}

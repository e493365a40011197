package org.touchpaper.harc.rm.vote;

/** Actions that no repetition will make readable; the message says why. */
public final class UnreadableWork extends RuntimeException {
  private final String reason;

  public UnreadableWork(String reason) {
    super(reason);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}

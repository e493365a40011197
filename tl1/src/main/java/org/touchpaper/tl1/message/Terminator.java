package org.touchpaper.tl1.message;

/** How a message ended. */
public enum Terminator {
  /** A semicolon: the last segment. */
  END(";"),
  /** A greater-than sign: more segments follow. */
  MORE(">"),
  /** Nothing: the connection or the transcript ended inside the message. */
  MISSING("");

  private final String sign;

  Terminator(String sign) {
    this.sign = sign;
  }

  public String sign() {
    return sign;
  }
}

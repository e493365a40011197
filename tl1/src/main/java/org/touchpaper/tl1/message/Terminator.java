package org.touchpaper.tl1.message;

/** How a message ended. */
public enum Terminator {
  /** A semicolon: the last segment. */
  END(";"),
  /** A greater-than sign: more segments follow. */
  MORE(">"),
  /** Nothing: another message began inside this one, or the transcript ended there. */
  MISSING("");

  private final String sign;

  Terminator(String sign) {
    this.sign = sign;
  }

  public String sign() {
    return sign;
  }
}

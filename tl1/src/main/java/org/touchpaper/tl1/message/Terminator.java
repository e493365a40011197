package org.touchpaper.tl1.message;

/** How a message ended. */
public enum Terminator {
  /** A semicolon: the last segment. */
  END(";"),
  /** A greater-than sign: more segments follow. */
  MORE(">"),
  /** None: another message began inside this one, or the transcript ended. */
  MISSING("");

  private final String symbol;

  Terminator(String symbol) {
    this.symbol = symbol;
  }

  public String symbol() {
    return symbol;
  }
}

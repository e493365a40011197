package org.touchpaper.tl1.session;

import java.time.Instant;

/** One line exchanged with an element, passwords masked. */
public record TranscriptLine(Instant at, String tid, Direction direction, String text) {

  /** Who said it. */
  public enum Direction {
    SENT("->"),
    RECEIVED("<-"),
    /** Said by nobody: connected, closed, timed out. */
    NOTE("--");

    private final String sign;

    Direction(String sign) {
      this.sign = sign;
    }

    public String sign() {
      return sign;
    }
  }

  @Override
  public String toString() {
    return at + " " + tid + " " + direction.sign() + " " + text;
  }
}

package org.touchpaper.elementsession.transcript;

import java.time.Instant;

/** One line exchanged with an element, passwords masked. */
public record TranscriptLine(Instant at, String tid, Direction direction, String text) {

  public enum Direction {
    SENT("->"),
    RECEIVED("<-"),
    /** Neither sent nor received: connected, closed, timed out. */
    EVENT("--");

    private final String marker;

    Direction(String marker) {
      this.marker = marker;
    }

    public String marker() {
      return marker;
    }
  }

  @Override
  public String toString() {
    return at + " " + tid + " " + direction.marker() + " " + text;
  }
}

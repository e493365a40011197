package org.touchpaper.tl1.message;

/** RTRV: a piece of a retrieval, never the last one even where a semicolon ends it. */
public record Rtrv(Header header, String ctag, Text text, Terminator terminator)
    implements Response {

  @Override
  public boolean isLast() {
    return false;
  }
}

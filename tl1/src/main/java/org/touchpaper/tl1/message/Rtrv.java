package org.touchpaper.tl1.message;

/** RTRV: one page of a retrieval, never the last, even where a semicolon ends it. */
public record Rtrv(Header header, String ctag, TextBlock text, Terminator terminator)
    implements Response {

  @Override
  public boolean isLast() {
    return false;
  }
}

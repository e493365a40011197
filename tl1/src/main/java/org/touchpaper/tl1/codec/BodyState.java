package org.touchpaper.tl1.codec;

/** The decoder's position in the text of a message. */
enum BodyState {
  LINE_START(""),
  BARE_LINE("\n;\"/"),
  BARE_QUOTE("\n\""),
  BARE_SLASH(""),
  SLASH(""),
  COMMENT("\n*"),
  COMMENT_STAR(""),
  ROW("\n\"\\"),
  ROW_ESCAPE(""),
  ROW_QUOTE(""),
  ROW_WRAPPED(""),
  ROW_WRAPPED_INDENT("");

  @SuppressWarnings("ImmutableEnumChecker") // nobody changes it
  private final boolean[] significantBytes = new boolean[256];

  /**
   * @param significant the characters that can change the state; all if empty
   */
  BodyState(String significant) {
    for (var c = 0; c < significantBytes.length; c++) {
      significantBytes[c] = significant.isEmpty() || significant.indexOf(c) >= 0;
    }
  }

  /** By byte, whether it can change the state; other bytes are only appended. */
  boolean[] significantBytes() {
    return significantBytes;
  }
}

package org.touchpaper.tl1.codec;

import java.util.Arrays;

/** The decoder's position in the text of a message. */
enum BodyState {
  LINE_START,
  BARE_LINE,
  BARE_QUOTE,
  BARE_SLASH,
  SLASH,
  COMMENT,
  COMMENT_STAR,
  ROW,
  ROW_ESCAPE,
  ROW_QUOTE,
  ROW_WRAPPED,
  ROW_WRAPPED_INDENT;

  private static final boolean[] SIGNIFICANT_IN_BARE_LINE = significanceTable("\n;\"/");
  private static final boolean[] SIGNIFICANT_IN_BARE_QUOTE = significanceTable("\n\"");
  private static final boolean[] SIGNIFICANT_IN_COMMENT = significanceTable("\n*");
  private static final boolean[] SIGNIFICANT_IN_ROW = significanceTable("\n\"\\");
  private static final boolean[] ALL_SIGNIFICANT = new boolean[256];

  static {
    Arrays.fill(ALL_SIGNIFICANT, true);
  }

  /** By byte, whether it can change the state; other bytes are only appended. */
  boolean[] significantBytes() {
    return switch (this) {
      case BARE_LINE -> SIGNIFICANT_IN_BARE_LINE;
      case BARE_QUOTE -> SIGNIFICANT_IN_BARE_QUOTE;
      case COMMENT -> SIGNIFICANT_IN_COMMENT;
      case ROW -> SIGNIFICANT_IN_ROW;
      case LINE_START,
          BARE_SLASH,
          SLASH,
          COMMENT_STAR,
          ROW_ESCAPE,
          ROW_QUOTE,
          ROW_WRAPPED,
          ROW_WRAPPED_INDENT ->
          ALL_SIGNIFICANT;
    };
  }

  private static boolean[] significanceTable(String characters) {
    var significant = new boolean[256];
    characters.chars().forEach(character -> significant[character] = true);
    return significant;
  }
}

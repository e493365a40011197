package org.touchpaper.tl1.codec;

import java.util.Arrays;

/** Where in the text of a message a decoder is. */
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

  private static final boolean[] OF_BARE_LINE = signs("\n;\"/");
  private static final boolean[] OF_BARE_QUOTE = signs("\n\"");
  private static final boolean[] OF_COMMENT = signs("\n*");
  private static final boolean[] OF_ROW = signs("\n\"\\");
  private static final boolean[] ALL = new boolean[256];

  static {
    Arrays.fill(ALL, true);
  }

  /** By byte, whether it means something here; whatever does not is simply kept. */
  boolean[] meaningful() {
    return switch (this) {
      case BARE_LINE -> OF_BARE_LINE;
      case BARE_QUOTE -> OF_BARE_QUOTE;
      case COMMENT -> OF_COMMENT;
      case ROW -> OF_ROW;
      case LINE_START,
          BARE_SLASH,
          SLASH,
          COMMENT_STAR,
          ROW_ESCAPE,
          ROW_QUOTE,
          ROW_WRAPPED,
          ROW_WRAPPED_INDENT ->
          ALL;
    };
  }

  private static boolean[] signs(String signs) {
    var meaningful = new boolean[256];
    signs.chars().forEach(sign -> meaningful[sign] = true);
    return meaningful;
  }
}

package org.touchpaper.tl1.element;

/** A rule of an element that a command breaks; it becomes a DENY. */
final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final String code;

  Refused(String code, String words) {
    super(words, null, false, false);
    this.code = code;
  }

  static void unless(boolean holds, String code, String words) {
    if (!holds) {
      throw new Refused(code, words);
    }
  }

  Answer answer() {
    return Answer.deny(code, String.valueOf(getMessage()));
  }
}

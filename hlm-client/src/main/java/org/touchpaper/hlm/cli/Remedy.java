package org.touchpaper.hlm.cli;

/**
 * What to do when no answer came.
 *
 * @param afterNothing nothing was begun
 * @param afterDoubt it may have been done
 */
record Remedy(String afterNothing, String afterDoubt) {

  static Remedy lookAgain() {
    return new Remedy("Try again later.", "Try again.");
  }

  /** Repeating with the same key joins the first request, so it never happens twice. */
  static Remedy repeat(String command) {
    return new Remedy(
        "Nothing was begun. Try again later.",
        "Ask again with the same key and the same times; it is never done twice:\n" + command);
  }

  /** What is given back stays so: repeating needs no key. */
  static Remedy giveBack(String command) {
    return new Remedy(
        "Nothing was given back. Try again later.", "Ask again; it is done once:\n" + command);
  }
}

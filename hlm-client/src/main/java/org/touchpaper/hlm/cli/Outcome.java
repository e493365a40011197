package org.touchpaper.hlm.cli;

/** What an exit code says to a script. */
enum Outcome {
  DONE(0),
  REFUSED(1),
  USAGE(2),
  UNREACHABLE_OR_UNKNOWN(3),
  NOT_ALLOWED(4);

  private final int code;

  Outcome(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}

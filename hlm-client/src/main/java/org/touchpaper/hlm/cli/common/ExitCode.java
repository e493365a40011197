package org.touchpaper.hlm.cli.common;

/** Exit codes of the command line. */
public enum ExitCode {
  DONE(0),
  REFUSED(1),
  USAGE(2),
  UNREACHABLE_OR_UNKNOWN(3),
  NOT_ALLOWED(4);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}

package org.touchpaper.elementemulator.tl1;

/** A command violates a rule of the element; it is answered with DENY. */
public final class CommandDeniedException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final String code;

  public CommandDeniedException(String code, String comment) {
    super(comment, null, false, false);
    this.code = code;
  }

  public static void denyUnless(boolean condition, String code, String comment) {
    if (!condition) {
      throw new CommandDeniedException(code, comment);
    }
  }

  CommandResult toResult() {
    return CommandResult.deny(code, String.valueOf(getMessage()));
  }
}

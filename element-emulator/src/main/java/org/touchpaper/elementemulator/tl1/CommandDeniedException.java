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

  public static void denyIfHeld(boolean isHeld, String name, String holder) {
    denyUnless(!isHeld, "SNVS", "Status, Not in Valid State: " + name + " is held by " + holder);
  }

  public static void denyIfBusy(boolean isBusy, Object resource, String holder) {
    denyUnless(!isBusy, "RCBY", "Resource, Circuit Busy: " + resource + " is in " + holder);
  }

  /** Denies invalid data of a command. */
  public static void requireData(boolean condition, String problem) {
    denyUnless(condition, "IIDT", "Input, Invalid Data: " + problem);
  }

  CommandResult toResult() {
    return CommandResult.deny(code, String.valueOf(getMessage()));
  }
}

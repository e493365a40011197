package org.touchpaper.tl1.session;

/**
 * A login on an element.
 *
 * @param user asked for by TL1 always, by IOS only where its lines have users
 * @param enablePassword the second password of an IOS line
 */
public record Credentials(String user, String password, String enablePassword) {

  /**
   * A TL1 login, as ACT-USER wants it.
   *
   * @throws IllegalArgumentException if TL1 cannot carry it, without saying what it is
   */
  public static Credentials tl1(String user, String password) {
    if (!isPrintable(user) || !isPrintable(password)) {
      throw new IllegalArgumentException(
          "a user or password of TL1 is of printable ASCII, and one of these is not");
    }
    return new Credentials(user, password, "");
  }

  /** The two passwords of an IOS line. */
  public static Credentials ios(String linePassword, String enablePassword) {
    return new Credentials("", linePassword, enablePassword);
  }

  /** An IOS line that asks for a user as well. */
  public static Credentials ios(String user, String linePassword, String enablePassword) {
    return new Credentials(user, linePassword, enablePassword);
  }

  private static boolean isPrintable(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c <= '~');
  }

  @Override
  public String toString() {
    return "Credentials[" + user + "]";
  }
}

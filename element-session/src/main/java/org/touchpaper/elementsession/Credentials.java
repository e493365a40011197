package org.touchpaper.elementsession;

/**
 * The credentials for an element.
 *
 * @param user always required by TL1; by IOS only if its lines have users
 * @param enablePassword the enable password of IOS
 */
public record Credentials(String user, String password, String enablePassword) {

  /**
   * Credentials for ACT-USER in TL1.
   *
   * @throws IllegalArgumentException if TL1 cannot carry them; the message does not contain them
   */
  public static Credentials tl1(String user, String password) {
    if (!isPrintable(user) || !isPrintable(password)) {
      throw new IllegalArgumentException("a TL1 user name and password must be printable ASCII");
    }
    return new Credentials(user, password, "");
  }

  public static Credentials ios(String linePassword, String enablePassword) {
    return new Credentials("", linePassword, enablePassword);
  }

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

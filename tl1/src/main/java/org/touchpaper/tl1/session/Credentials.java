package org.touchpaper.tl1.session;

/** A login on an element; for IOS the user is empty and the second password enables. */
public record Credentials(String user, String password, String enablePassword) {

  /** A TL1 login, as ACT-USER wants it. */
  public static Credentials tl1(String user, String password) {
    return new Credentials(user, password, "");
  }

  /** The two passwords of an IOS line. */
  public static Credentials ios(String linePassword, String enablePassword) {
    return new Credentials("", linePassword, enablePassword);
  }

  @Override
  public String toString() {
    return "Credentials[" + user + "]";
  }
}

package org.touchpaper.tl1.element;

/**
 * What an emulated element is.
 *
 * @param port where it listens on 127.0.0.1; 0 takes any free port
 * @param user the TL1 login; not asked for by a command line
 * @param enablePassword only asked for by a command line
 */
public record ElementConfig(
    String tid, Dialect dialect, int port, String user, String password, String enablePassword) {

  public ElementConfig {
    if (!tid.matches("[A-Za-z][A-Za-z0-9-]{0,19}")) {
      throw new IllegalArgumentException(
          "not a TID (letters, digits, hyphens, at most 20): " + tid);
    }
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("not a port: " + port + " of " + tid);
    }
  }

  /** An element with the demo's logins, on any free port. */
  public static ElementConfig demo(String tid, Dialect dialect) {
    return new ElementConfig(tid, dialect, 0, "touchpaper", "lightpath", "lightpath");
  }

  ElementConfig onPort(int newPort) {
    return new ElementConfig(tid, dialect, newPort, user, password, enablePassword);
  }

  @Override
  public String toString() {
    return tid + " (" + dialect.label() + ")";
  }
}

package org.touchpaper.tl1.element;

import java.util.EnumMap;
import java.util.Map;

/**
 * What an emulated element is.
 *
 * @param port where it listens on 127.0.0.1; 0 takes any free port
 * @param user the TL1 login; not asked for by a command line
 * @param enablePassword only asked for by a command line
 * @param others the ports of further ways in; 0 takes any free port
 */
public record ElementConfig(
    String tid,
    Dialect dialect,
    int port,
    String user,
    String password,
    String enablePassword,
    Map<Entrance, Integer> others) {

  public ElementConfig {
    others = Map.copyOf(others);
    if (!tid.matches("[A-Za-z][A-Za-z0-9-]{0,19}")) {
      throw new IllegalArgumentException(
          "not a TID (letters, digits, hyphens, at most 20): " + tid);
    }
    checkPort(tid, port);
    for (var each : others.values()) {
      checkPort(tid, each);
    }
  }

  /** An element with the demo's logins, on any free port. */
  public static ElementConfig demo(String tid, Dialect dialect) {
    return new ElementConfig(tid, dialect, 0, "touchpaper", "lightpath", "lightpath");
  }

  /** An element with no way in but its usual port. */
  public ElementConfig(
      String tid, Dialect dialect, int port, String user, String password, String enablePassword) {
    this(tid, dialect, port, user, password, enablePassword, Map.of());
  }

  /** The same element, which can be reached on this port too. */
  public ElementConfig with(Entrance entrance, int newPort) {
    var more = new EnumMap<Entrance, Integer>(Entrance.class);
    more.putAll(others);
    more.put(entrance, newPort);
    return new ElementConfig(tid, dialect, port, user, password, enablePassword, more);
  }

  ElementConfig onPort(int newPort) {
    return new ElementConfig(tid, dialect, newPort, user, password, enablePassword, others);
  }

  private static void checkPort(String tid, int port) {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("not a port: " + port + " of " + tid);
    }
  }

  @Override
  public String toString() {
    return tid + " (" + dialect.label() + ")";
  }
}

package org.touchpaper.elementemulator.config;

import java.util.EnumMap;
import java.util.Map;

/**
 * The configuration of an emulated element.
 *
 * @param port its port on 127.0.0.1; 0 chooses a free port
 * @param user the TL1 user; not used by a CLI
 * @param enablePassword used by a CLI only
 * @param additionalPorts ports of additional protocols; 0 chooses a free port
 */
public record ElementConfig(
    String tid,
    ElementModel model,
    int port,
    String user,
    String password,
    String enablePassword,
    Map<TransportProtocol, Integer> additionalPorts) {

  public ElementConfig {
    additionalPorts = Map.copyOf(additionalPorts);
    if (!tid.matches("[A-Za-z][A-Za-z0-9-]{0,19}")) {
      throw new IllegalArgumentException(
          "invalid TID '" + tid + "'; at most 20 letters, digits and hyphens are permitted");
    }
    checkPort(tid, port);
    for (var additionalPort : additionalPorts.values()) {
      checkPort(tid, additionalPort);
    }
  }

  /** An element with the demo's logins, on a free port. */
  public static ElementConfig demo(String tid, ElementModel model) {
    return new ElementConfig(tid, model, 0, "touchpaper", "lightpath", "lightpath", Map.of());
  }

  public ElementConfig withAccess(TransportProtocol protocol, int newPort) {
    var ports = new EnumMap<TransportProtocol, Integer>(TransportProtocol.class);
    ports.putAll(additionalPorts);
    ports.put(protocol, newPort);
    return new ElementConfig(tid, model, port, user, password, enablePassword, ports);
  }

  private static void checkPort(String tid, int port) {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("invalid port " + port + " of " + tid);
    }
  }

  @Override
  public String toString() {
    return tid + " (" + model.label() + ")";
  }
}

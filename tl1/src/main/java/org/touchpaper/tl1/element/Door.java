package org.touchpaper.tl1.element;

import java.io.IOException;

/** An open entrance; whoever comes in is served on a thread of their own. */
interface Door {

  /** Where it listens on 127.0.0.1. */
  int port();

  /** Breaks every connection, whatever is going on, and leaves the port free. */
  void slam();

  /** Serves one connection until either side closes. */
  @FunctionalInterface
  interface Service {
    void serve(Wire wire, String from);
  }

  static Door open(
      Entrance entrance, int port, ElementConfig config, Credential credential, Service service)
      throws IOException {
    try {
      return switch (entrance) {
        case RAW, TELNET -> TcpDoor.plain(entrance, port, service);
        case TLS -> TcpDoor.secured(port, credential, service);
        case SSH -> SshDoor.open(port, config, credential, service);
      };
    } catch (IOException e) {
      throw new IOException("port " + port + " for " + config + ": " + e.getMessage(), e);
    }
  }
}

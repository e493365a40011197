package org.touchpaper.elementemulator.listener;

import java.io.IOException;
import org.touchpaper.elementemulator.config.AccessProtocol;
import org.touchpaper.elementemulator.config.ElementConfig;

/** Accepts connections to an element and serves each on its own thread. */
public interface ElementListener {

  /** The port on 127.0.0.1. */
  int port();

  /** Breaks every connection immediately and releases the port. */
  void shutDown();

  /** Serves one connection until either side closes it. */
  @FunctionalInterface
  interface ConnectionCallback {
    void onConnection(ClientConnection connection, String remoteAddress);
  }

  static ElementListener open(
      AccessProtocol protocol,
      int port,
      ElementConfig config,
      ServerCredentials credentials,
      ConnectionCallback callback)
      throws IOException {
    try {
      return switch (protocol) {
        case RAW, TELNET -> TcpListener.openPlain(protocol, port, callback);
        case TLS -> TcpListener.openTls(port, credentials, callback);
        case SSH -> SshListener.listen(port, config, credentials, callback);
      };
    } catch (IOException e) {
      throw new IOException("port " + port + " for " + config + ": " + e.getMessage(), e);
    }
  }
}

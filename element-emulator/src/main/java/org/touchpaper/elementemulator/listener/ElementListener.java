package org.touchpaper.elementemulator.listener;

import java.io.IOException;
import javax.net.ServerSocketFactory;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.TransportProtocol;

/** Accepts connections to an element and serves each on its own thread. */
public interface ElementListener {

  int port();

  /** Breaks every connection immediately and releases the port. */
  void shutDown();

  /** Serves one connection until either side closes it. */
  @FunctionalInterface
  interface ConnectionCallback {
    void onConnection(ClientConnection connection, String remoteAddress);
  }

  static ElementListener open(
      TransportProtocol protocol,
      int port,
      ElementConfig config,
      ServerCredentials credentials,
      ConnectionCallback callback)
      throws IOException {
    try {
      return switch (protocol) {
        case RAW, TELNET ->
            TcpListener.listen(protocol, ServerSocketFactory.getDefault(), port, callback);
        case TLS -> {
          var factory = credentials.sslContext().getServerSocketFactory();
          yield TcpListener.listen(protocol, factory, port, callback);
        }
        case SSH -> SshListener.listen(port, config, credentials, callback);
      };
    } catch (IOException e) {
      throw new IOException("port " + port + " for " + config + ": " + e.getMessage(), e);
    }
  }
}

package org.touchpaper.elementsession.transport;

import java.io.IOException;
import java.time.Duration;

/** Unencrypted TCP, with or without telnet negotiation. */
record TcpTransport(boolean negotiatesTelnet) implements Transport {

  @Override
  public DuplexStream connect(String host, int port, Duration timeout) throws IOException {
    var stream = SocketStream.open(host, port, timeout);
    return negotiatesTelnet ? new TelnetStream(stream) : stream;
  }

  @Override
  public String label() {
    return negotiatesTelnet ? "telnet" : "raw";
  }
}

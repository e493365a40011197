package org.touchpaper.tl1.transport;

import java.io.IOException;
import java.time.Duration;

/** TCP in the clear, with or without telnet's negotiations in it. */
record Plain(boolean negotiates) implements Transport {

  @Override
  public Line dial(String host, int port, Duration within) throws IOException {
    var line = TcpLine.dial(host, port, within);
    return negotiates ? new TelnetLine(line) : line;
  }

  @Override
  public String label() {
    return negotiates ? "telnet" : "raw";
  }
}

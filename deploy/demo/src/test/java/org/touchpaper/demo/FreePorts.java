package org.touchpaper.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Somewhere to run a network of a test's own. */
final class FreePorts {

  /** From here on PostgreSQL's port lies above those that outgoing connections take theirs from. */
  private static final int FIRST = 6750;

  private static final int LAST = 9500;

  /** With this distance no port of one network is another one's. */
  private static final int STEP = 250;

  /** A network's own, below all that it uses: whoever listens there has the others. */
  private static final int CLAIM = 8000;

  /** Held until this process ends. */
  private static final List<ServerSocket> claims = new ArrayList<>();

  private FreePorts() {}

  /** Ports that no other test has, in this process or another. */
  static synchronized Ports find() {
    for (var base = FIRST; base <= LAST; base += STEP) {
      var ports = new Ports(base);
      if (claim(CLAIM + base) && ports.busy(Ports::isBusy).isEmpty()) {
        return ports;
      }
    }
    throw new IllegalStateException("no free ports");
  }

  private static boolean claim(int port) {
    try {
      claims.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}

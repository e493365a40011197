package org.touchpaper.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.touchpaper.demo.config.PortPlan;

/** Free ports for a test's own network. */
final class FreePortPlans {

  /** From this base on, PostgreSQL's port lies above the range of ephemeral ports. */
  private static final int FIRST = 6750;

  private static final int LAST = 9500;

  /** At this distance two networks have no port in common. */
  private static final int STEP = 250;

  /**
   * A port below all others of a network; the process that listens on it owns the network's ports.
   */
  private static final int CLAIM = 8000;

  /** Open until this process ends. */
  private static final List<ServerSocket> claims = new ArrayList<>();

  private FreePortPlans() {}

  /** Returns ports that no other test uses, in this process or another. */
  static synchronized PortPlan find() {
    for (var base = FIRST; base <= LAST; base += STEP) {
      var ports = new PortPlan(base);
      if (claim(CLAIM + base) && ports.listBusy(PortPlan::isBusy).isEmpty()) {
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

package org.touchpaper.platform;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that must know their port before they listen. They lie below the ephemeral
 * range, in a block of a hundred that no other test process uses, so that no other process takes a
 * port before, or between uses.
 */
public final class FreePort {

  private static final int FIRST = 20_000;
  private static final int BEYOND = 32_000;

  /** The block size; a process owns a block while it listens on its first port. */
  private static final int HUNDRED = 100;

  private static final List<ServerSocket> claims = new ArrayList<>();
  private static int next = FIRST;

  private FreePort() {}

  /** A port that is free and was not returned before. */
  public static synchronized int find() {
    while (true) {
      if (next % HUNDRED == 0) {
        next = claim() + 1;
      }
      var port = next++;
      if (isFree(port)) {
        return port;
      }
    }
  }

  private static int claim() {
    while (true) {
      var first = ThreadLocalRandom.current().nextInt(FIRST / HUNDRED, BEYOND / HUNDRED) * HUNDRED;
      try {
        claims.add(new ServerSocket(first, 1, InetAddress.getLoopbackAddress()));
        return first;
      } catch (IOException e) {
        // another process's block
      }
    }
  }

  private static boolean isFree(int port) {
    try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}

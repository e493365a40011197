package org.touchpaper.harc.acceptor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Where somebody is going to listen who has to be told where: below the range that outgoing
 * connections take theirs from, and out of a hundred that no other process's tests draw from, so
 * that nobody else gets it meanwhile, or while it is not listened on for a moment.
 */
final class FreePort {

  private static final int FIRST = 20_000;
  private static final int BEYOND = 32_000;

  /** So many are this process's as long as it listens on the first of them, to its end. */
  private static final int HUNDRED = 100;

  private static final List<ServerSocket> claims = new ArrayList<>();
  private static int next = FIRST;

  private FreePort() {}

  /** One that nobody listens on and nobody was given before. */
  static synchronized int find() {
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
        // somebody else's
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

package org.touchpaper.platform;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Where somebody is going to listen who has to be told where: below the range that outgoing
 * connections take theirs from, so that nobody else gets it meanwhile.
 */
public final class FreePort {

  private static final int FIRST = 20_000;
  private static final int BEYOND = 32_000;
  private static final Set<Integer> given = new HashSet<>();

  private FreePort() {}

  /** One that nobody listens on and nobody was given before. */
  public static synchronized int find() {
    while (true) {
      var port = ThreadLocalRandom.current().nextInt(FIRST, BEYOND);
      if (given.add(port) && isFree(port)) {
        return port;
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

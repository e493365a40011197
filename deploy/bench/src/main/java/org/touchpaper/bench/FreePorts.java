package org.touchpaper.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports for processes that a bench starts. */
public final class FreePorts {
  private FreePorts() {}

  /** So many at once, so that no two are the same. */
  public static List<Integer> take(int count) throws IOException {
    var open = new ArrayList<ServerSocket>();
    try {
      for (var i = 0; i < count; i++) {
        open.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return open.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (var socket : open) {
        socket.close();
      }
    }
  }
}

package org.touchpaper.bench.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Finds free ports for a bench's processes. */
public final class FreePortFinder {
  private FreePortFinder() {}

  public static List<Integer> find(int count) throws IOException {
    var sockets = new ArrayList<ServerSocket>();
    try {
      for (var i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (var socket : sockets) {
        socket.close();
      }
    }
  }
}

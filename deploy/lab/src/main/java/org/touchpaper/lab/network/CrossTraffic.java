package org.touchpaper.lab.network;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Traffic of other users, who compete for a path in the direction of the frames: bulk transfers
 * over TCP that never end, and bursts of UDP that heed no loss.
 */
public final class CrossTraffic implements AutoCloseable {

  private static final int STREAM_PORT = 5002;
  private static final int BURST_PORT = 5003;
  private static final int BUFFER_BYTES = 65_536;

  /** The payload of a full Ethernet packet. */
  private static final int DATAGRAM_BYTES = 1472;

  /** Half of the path's queue, about ten times a second: at most 40 Mbit/s. */
  private static final int DATAGRAMS_IN_BURST = 340;

  private static final long BURST_INTERVAL_NANOS = 100_000_000;

  /** The time until each stream sends at its full rate. */
  private static final int BYTES_OF_OPEN_STREAM = 500_000;

  private static final long PATIENCE_NANOS = 10_000_000_000L;
  private static final long POLL_NANOS = 10_000_000;

  private final Deque<AutoCloseable> sockets = new ArrayDeque<>();
  private final AtomicLong bytes = new AtomicLong();
  private volatile boolean closed;

  private CrossTraffic() {}

  /** Starts it from the cluster to the viewer; returns when it flows. */
  public static CrossTraffic start(ClusterViewerNamespacePair place, CrossTrafficSettings load)
      throws IOException {
    var traffic = new CrossTraffic();
    try {
      if (load.streams() > 0) {
        traffic.open(place, load);
        traffic.awaitFlow((long) load.streams() * BYTES_OF_OPEN_STREAM);
      }
      return traffic;
    } catch (IOException | RuntimeException e) {
      traffic.close();
      throw e;
    }
  }

  /** How much has arrived, without headers. */
  public long bytes() {
    return bytes.get();
  }

  private void open(ClusterViewerNamespacePair place, CrossTrafficSettings load)
      throws IOException {
    var listener = opened(place.atCluster(() -> new ServerSocket(STREAM_PORT, load.streams())));
    for (var i = 0; i < load.streams(); i++) {
      var receiving = opened(place.atViewer(() -> new Socket(place.clusterAddress(), STREAM_PORT)));
      var sending = opened(listener.accept());
      thread("sender", () -> send(sending));
      thread("receiver", () -> receive(receiving));
      if (load.bursts() && i == 0) {
        var viewer = sending.getInetAddress();
        var to = opened(place.atViewer(() -> new DatagramSocket(BURST_PORT)));
        var from = opened(place.atCluster(() -> new DatagramSocket()));
        thread("bursts", () -> sendBursts(from, viewer));
        thread("burst-receiver", () -> receiveBursts(to));
      }
    }
  }

  private <T extends AutoCloseable> T opened(T socket) {
    sockets.push(socket);
    return socket;
  }

  private static void thread(String task, Runnable work) {
    Thread.ofPlatform().daemon().name("cross-traffic-" + task).start(work);
  }

  private static void send(Socket socket) {
    var zeros = new byte[BUFFER_BYTES];
    try {
      while (true) {
        socket.getOutputStream().write(zeros);
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void receive(Socket socket) {
    var buffer = new byte[BUFFER_BYTES];
    try {
      for (var length = 0; length >= 0; length = socket.getInputStream().read(buffer)) {
        bytes.addAndGet(length);
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void sendBursts(DatagramSocket socket, InetAddress viewer) {
    var packet = new DatagramPacket(new byte[DATAGRAM_BYTES], DATAGRAM_BYTES, viewer, BURST_PORT);
    try {
      while (!closed) {
        for (var i = 0; i < DATAGRAMS_IN_BURST; i++) {
          socket.send(packet);
        }
        LockSupport.parkNanos(BURST_INTERVAL_NANOS);
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void receiveBursts(DatagramSocket socket) {
    var packet = new DatagramPacket(new byte[DATAGRAM_BYTES], DATAGRAM_BYTES);
    try {
      while (true) {
        socket.receive(packet);
        bytes.addAndGet(packet.getLength());
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void awaitFlow(long enough) throws IOException {
    var end = System.nanoTime() + PATIENCE_NANOS;
    while (bytes.get() < enough) {
      if (System.nanoTime() > end) {
        throw new IOException(
            "the cross-traffic does not flow: %d bytes in 10 s".formatted(bytes.get()));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    IOException failure = null;
    for (var socket : sockets) {
      try {
        socket.close();
      } catch (Exception e) {
        failure = new IOException("cannot stop the cross-traffic: " + e.getMessage(), e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}

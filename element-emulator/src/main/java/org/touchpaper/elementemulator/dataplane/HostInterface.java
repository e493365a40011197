package org.touchpaper.elementemulator.dataplane;

import static org.touchpaper.elementemulator.dataplane.HostPacketCounters.DropCause.NOT_RECEIVED;
import static org.touchpaper.elementemulator.dataplane.HostPacketCounters.DropCause.NO_PATH;
import static org.touchpaper.elementemulator.dataplane.HostPacketCounters.DropCause.POLICED;
import static org.touchpaper.elementemulator.dataplane.HostPacketCounters.DropCause.QUEUE_FULL;
import static org.touchpaper.elementemulator.dataplane.HostPacketCounters.DropCause.TOO_LONG;

import java.io.Closeable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.touchpaper.elementemulator.dataplane.HostPacketCounters.CounterValues;
import org.touchpaper.elementemulator.dataplane.HostPacketCounters.DropCause;
import org.touchpaper.elementemulator.dataplane.PathResult.ForwardingPath;
import org.touchpaper.elementemulator.dataplane.PathResult.NoPath;

/**
 * A host's interface in one VLAN. One thread reads what the host sends and decides what becomes of
 * it; another delivers it when it is due, in the order of sending.
 */
final class HostInterface implements Closeable {

  private static final int ETHERNET_HEADER = 14;

  /** Which interface of which host. */
  record InterfaceId(HostPort host, int vlan) {
    String networkInterface() {
      return "lp" + vlan;
    }

    @Override
    public String toString() {
      return host.host() + " " + networkInterface();
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared, and never changed
  private record DuePacket(byte[] bytes, long due, ForwardingPath path) {}

  private final InterfaceId id;
  private final TapInterface tap;
  private final DataPlane dataPlane;
  private final LineQueue line = new LineQueue(System.nanoTime());
  private final LinkedBlockingQueue<DuePacket> inFlight = new LinkedBlockingQueue<>();
  private final HostPacketCounters counters = new HostPacketCounters();
  private final Map<String, HostPacketCounters> countersByCircuit = new ConcurrentHashMap<>();
  private final Thread reader;
  private final Thread writer;
  private volatile PathResult path = new NoPath("not traced yet");

  HostInterface(InterfaceId id, TapInterface tap, DataPlane dataPlane) {
    this.id = id;
    this.tap = tap;
    this.dataPlane = dataPlane;
    this.reader = thread("send", this::sendAll);
    this.writer = thread("deliver", this::deliver);
  }

  private Thread thread(String task, Runnable work) {
    return Thread.ofPlatform().daemon().name(task + " " + id).unstarted(work);
  }

  void start() {
    reader.start();
    writer.start();
  }

  PathResult path() {
    return path;
  }

  /** Sets where packets go from now on; those under way arrive. */
  void usePath(PathResult newPath) {
    path = newPath;
  }

  CounterValues counters() {
    return counters.values();
  }

  /** By the circuit's name at the first element. */
  Map<String, CounterValues> countersByCircuit() {
    var values = new TreeMap<String, CounterValues>();
    countersByCircuit.forEach((circuit, counted) -> values.put(circuit, counted.values()));
    return values;
  }

  private void sendAll() {
    LinuxCalls.prioritize();
    tap.readAll(this::send);
  }

  private void send(MemorySegment packet) {
    var now = System.nanoTime();
    var length = (int) packet.byteSize();
    counters.countSent(length);
    switch (path) {
      case NoPath _ -> counters.countDropped(NO_PATH, length);
      case ForwardingPath known -> {
        circuitCounters(known.circuits().getFirst()).countSent(length);
        var policer = dataPlane.findDropping(known, length, now);
        if (policer.isPresent()) {
          dataPlane.countPoliced(known, policer.get(), length);
          drop(POLICED, known, length);
          return;
        }
        var sent = line.send(length, known.rate(), now);
        if (sent.isEmpty()) {
          dataPlane.countDiscarded(known, length);
          drop(QUEUE_FULL, known, length);
        } else {
          dataPlane.countForwarded(known, length);
          inFlight.add(
              new DuePacket(
                  packet.toArray(ValueLayout.JAVA_BYTE),
                  sent.getAsLong() + known.delayNanos(),
                  known));
        }
      }
    }
  }

  private void deliver() {
    LinuxCalls.prioritize();
    try (var arena = Arena.ofConfined()) {
      var buffer = arena.allocate(TapInterface.MAX_BYTES);
      while (true) {
        var packet = inFlight.take();
        for (var wait = packet.due() - System.nanoTime();
            wait > 0 && !Thread.currentThread().isInterrupted();
            wait = packet.due() - System.nanoTime()) {
          LockSupport.parkNanos(wait);
        }
        deliver(packet, buffer);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // closed
    }
  }

  private void deliver(DuePacket packet, MemorySegment buffer) {
    var reached = packet.path();
    var length = packet.bytes().length;
    var target = dataPlane.find(new InterfaceId(reached.host(), reached.vlan()));
    if (length - ETHERNET_HEADER > reached.host().mtu()) {
      drop(TOO_LONG, reached, length);
    } else if (target == null || !target.tap.write(buffer, packet.bytes())) {
      drop(NOT_RECEIVED, reached, length);
    } else {
      target.counters.countReceived(length);
      target.circuitCounters(reached.circuits().getLast()).countReceived(length);
    }
  }

  private void drop(DropCause cause, ForwardingPath known, int length) {
    counters.countDropped(cause, length);
    circuitCounters(known.circuits().getFirst()).countDropped(cause, length);
  }

  private HostPacketCounters circuitCounters(String circuit) {
    return countersByCircuit.computeIfAbsent(circuit, _ -> new HostPacketCounters());
  }

  @Override
  public void close() {
    tap.close();
    writer.interrupt();
  }

  /** Waits until both threads have ended. */
  void awaitEnd() throws InterruptedException {
    reader.join();
    writer.join();
  }
}

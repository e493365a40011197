package org.touchpaper.lab.network;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.touchpaper.elementemulator.dataplane.LinuxCalls;
import org.touchpaper.elementemulator.dataplane.TapInterface;

/**
 * Carries packets between two TAP interfaces and impairs them. A kernel's own netem would do, but
 * many kernels lack it. The interfaces hand over packets as they are on the wire, so loss is per
 * packet.
 */
public final class TapPathEmulator implements AutoCloseable {

  private static final class DuePacket implements Delayed {
    final long due;
    final long number;
    final byte[] bytes;

    DuePacket(long due, long number, byte[] bytes) {
      this.due = due;
      this.number = number;
      this.bytes = bytes;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      var packet = (DuePacket) other;
      return due == packet.due
          ? Long.compare(number, packet.number)
          : Long.compare(due, packet.due);
    }
  }

  private static final class Direction {
    final RandomGenerator random;
    final DelayQueue<DuePacket> queue = new DelayQueue<>();
    volatile PacketDepartureCalculator schedule;
    long count;

    Direction(PathSettings settings, long seed) {
      random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      schedule = new PacketDepartureCalculator(settings, random, System.nanoTime());
    }

    void enter(MemorySegment packet) {
      var now = System.nanoTime();
      schedule
          .leave(now, (int) packet.byteSize())
          .ifPresent(
              due -> queue.add(new DuePacket(due, count++, packet.toArray(ValueLayout.JAVA_BYTE))));
    }
  }

  private final TapInterface near;
  private final TapInterface far;
  private final Direction there;
  private final Direction back;
  private volatile boolean closed;

  private TapPathEmulator(TapInterface near, TapInterface far, PathSettings settings) {
    this.near = near;
    this.far = far;
    this.there = new Direction(settings, 1);
    this.back = new Direction(settings, 2);
  }

  /** Creates an interface of this name in each of two namespaces and connects them. */
  static TapPathEmulator open(
      String namespace, String otherNamespace, String name, PathSettings settings)
      throws IOException {
    var path =
        new TapPathEmulator(
            TapInterface.open(namespace, name), TapInterface.open(otherNamespace, name), settings);
    path.carry(path.near, path.far, path.there);
    path.carry(path.far, path.near, path.back);
    return path;
  }

  private void carry(TapInterface from, TapInterface to, Direction direction) {
    Thread.ofPlatform().daemon().name("path-reader").start(() -> from.readAll(direction::enter));
    Thread.ofPlatform().daemon().name("path-writer").start(() -> write(to, direction));
  }

  private void write(TapInterface to, Direction direction) {
    LinuxCalls.sharpenTimer();
    try (var arena = Arena.ofConfined()) {
      var buffer = arena.allocate(TapInterface.MAX_BYTES);
      while (!closed) {
        var packet = direction.queue.poll(200, TimeUnit.MILLISECONDS);
        if (packet != null) {
          var _ = to.write(buffer, packet.bytes);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** For packets that enter from now on. */
  public void impair(PathSettings settings) {
    var now = System.nanoTime();
    there.schedule = new PacketDepartureCalculator(settings, there.random, now);
    back.schedule = new PacketDepartureCalculator(settings, back.random, now);
  }

  @Override
  public void close() {
    closed = true;
    near.close();
    far.close();
  }
}

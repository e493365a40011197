package org.touchpaper.pathcheck.udp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A path with faults: relays packets between one sender and a reflector, both on loopback. */
public final class PacketRelay implements AutoCloseable {

  /**
   * What happens to a packet.
   *
   * @param isLost whether it is dropped
   * @param delay how long it takes; a later packet with less overtakes it
   */
  public record Fate(boolean isLost, Duration delay) {
    public static final Fate PASSES = new Fate(false, Duration.ZERO);
    public static final Fate LOST = new Fate(true, Duration.ZERO);

    public static Fate delayed(Duration delay) {
      return new Fate(false, delay);
    }
  }

  /** Decides about each packet of one direction. */
  @FunctionalInterface
  public interface Direction {
    /**
     * Decides.
     *
     * @param sequence of the packet that the sender sent
     */
    Fate fate(int sequence);
  }

  /** Where the sender's sequence is in a reflected packet. */
  private static final int SENDER_SEQUENCE = 24;

  private final InetSocketAddress reflector;
  private final DatagramChannel near;
  private final DatagramChannel far =
      open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  private final List<Thread> threads;
  private final AtomicReference<@Nullable InetSocketAddress> sender = new AtomicReference<>();
  private final ScheduledExecutorService delays = Executors.newSingleThreadScheduledExecutor();

  public PacketRelay(InetSocketAddress reflector, Direction there, Direction back) {
    this(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), reflector, there, back);
  }

  /** A relay at a given address. */
  public PacketRelay(
      InetSocketAddress address, InetSocketAddress reflector, Direction there, Direction back) {
    this.near = open(address);
    this.reflector = reflector;
    this.threads =
        List.of(
            Thread.ofPlatform().daemon().start(() -> relay(near, 0, there)),
            Thread.ofPlatform().daemon().start(() -> relay(far, SENDER_SEQUENCE, back)));
  }

  private static DatagramChannel open(InetSocketAddress address) {
    try {
      return DatagramChannel.open().bind(address);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the sender finds the reflector. */
  public InetSocketAddress address() throws IOException {
    return (InetSocketAddress) near.getLocalAddress();
  }

  private void relay(DatagramChannel from, int sequenceAt, Direction direction) {
    try {
      while (true) {
        var packet = ByteBuffer.allocate(9216);
        var source = (InetSocketAddress) from.receive(packet);
        packet.flip();
        if (from.equals(near)) {
          sender.set(source);
        }
        var fate = direction.fate(packet.getInt(sequenceAt));
        if (!fate.isLost() && fate.delay().isZero()) {
          forward(from, packet);
        } else if (!fate.isLost()) {
          var _ =
              delays.schedule(
                  () -> forward(from, packet), fate.delay().toNanos(), TimeUnit.NANOSECONDS);
        }
      }
    } catch (ClosedChannelException e) {
      // closed
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void forward(DatagramChannel from, ByteBuffer packet) {
    try {
      if (from.equals(near)) {
        far.send(packet, reflector);
      } else {
        near.send(packet, sender.get());
      }
    } catch (ClosedChannelException e) {
      // closed
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    near.close();
    far.close();
    delays.shutdownNow();
    try {
      for (var thread : threads) {
        thread.join(); // so that the address is free
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

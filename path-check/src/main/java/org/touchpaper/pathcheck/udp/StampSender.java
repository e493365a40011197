package org.touchpaper.pathcheck.udp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.touchpaper.pathcheck.stamp.NtpTimestamp;
import org.touchpaper.pathcheck.stamp.StampPacket;
import org.touchpaper.pathcheck.statistics.PathStatistics;
import org.touchpaper.pathcheck.statistics.PathStatistics.Reply;

/**
 * A session-sender (RFC 8762 section 4.2): sends packets at a steady rate and takes the answers.
 */
public final class StampSender {

  /** How long the last answers are waited for: longer than any path on Earth. */
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(1);

  private static final int BUFFER = 4 << 20;
  private static final long SELECT_MS = 100;

  private final DatagramChannel channel;
  private final int count;
  private final long intervalNanos;
  private final int bytes;
  private final long[] sentAt;
  private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
  private volatile long lastSentAt;
  private volatile boolean isSending = true;

  private StampSender(DatagramChannel channel, int count, Duration interval, int bytes) {
    this.channel = channel;
    this.count = count;
    this.intervalNanos = interval.toNanos();
    this.bytes = bytes;
    this.sentAt = new long[count];
  }

  /**
   * A finished session.
   *
   * @param sending the time from the first packet to the interval after the last
   */
  public record Session(PathStatistics statistics, Duration sending) {}

  /**
   * Measures the path to a reflector. Returns when all packets are answered, or a second after the
   * last.
   *
   * @param count how many packets, at least 1
   * @param interval the time between two; positive
   * @param bytes the length of each, without UDP's header; at least {@link StampPacket#LENGTH}
   * @throws PortUnreachableException if the host answers that no reflector listens there
   * @throws IOException if packets cannot be sent from here, such as without a route
   */
  public static Session measure(
      InetSocketAddress reflector, int count, Duration interval, int bytes) throws IOException {
    return measure(reflector, count, interval, bytes, DatagramChannel::open);
  }

  /** Does the same with a socket from elsewhere. */
  public static Session measure(
      InetSocketAddress reflector, int count, Duration interval, int bytes, SocketOpener sockets)
      throws IOException {
    try (var channel = sockets.open()) {
      channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER);
      channel.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER);
      channel.configureBlocking(false);
      channel.connect(reflector); // so that the kernel reports an unreachable port
      return new StampSender(channel, count, interval, bytes).run();
    }
  }

  private Session run() throws IOException {
    var sender = Thread.ofPlatform().name("stamp-sender").daemon().start(this::send);
    try (var selector = Selector.open()) {
      channel.register(selector, SelectionKey.OP_READ);
      var replies = receive(selector);
      var sending = Duration.ofNanos(sentAt[count - 1] - sentAt[0] + intervalNanos);
      return new Session(PathStatistics.of(count, replies), sending);
    } finally {
      isSending = false;
      sender.interrupt();
    }
  }

  private void send() {
    try {
      var packet = ByteBuffer.allocateDirect(bytes);
      var begunAt = System.nanoTime();
      for (var sequence = 0; sequence < count && isSending; sequence++) {
        var dueAt = begunAt + sequence * intervalNanos;
        for (var left = dueAt - System.nanoTime(); left > 0; left = dueAt - System.nanoTime()) {
          LockSupport.parkNanos(left);
          if (!isSending) {
            return;
          }
        }
        send(packet, sequence);
      }
    } catch (IOException e) {
      failure.compareAndSet(null, e);
    } finally {
      lastSentAt = System.nanoTime();
      isSending = false;
    }
  }

  /** The host's own queue may be full; the packet then leaves, and counts from, a little later. */
  private void send(ByteBuffer packet, int sequence) throws IOException {
    do {
      packet.clear();
      sentAt[sequence] = System.nanoTime();
      new StampPacket.Test(sequence, NtpTimestamp.of(Instant.now())).write(packet);
    } while (channel.write(packet.rewind()) == 0 && isSending);
  }

  private List<Reply> receive(Selector selector) throws IOException {
    var replies = new ArrayList<Reply>(count);
    var packet = ByteBuffer.allocateDirect(bytes);
    while (replies.size() < count && isAwaitingAnswers()) {
      selector.select(SELECT_MS);
      selector.selectedKeys().clear();
      while (channel.read(packet.clear()) > 0) {
        var receivedAt = System.nanoTime();
        StampPacket.Reflected.read(packet.flip())
            .filter(this::isOurs)
            .map(answer -> reply(answer, receivedAt))
            .ifPresent(replies::add);
      }
      var problem = failure.get();
      if (problem != null) {
        throw problem;
      }
    }
    return replies;
  }

  private boolean isAwaitingAnswers() {
    return isSending || System.nanoTime() - lastSentAt < LAST_ANSWERS.toNanos();
  }

  private boolean isOurs(StampPacket.Reflected answer) {
    var sequence = answer.test().sequence();
    return sequence >= 0 && sequence < count;
  }

  private Reply reply(StampPacket.Reflected answer, long receivedAt) {
    var sequence = answer.test().sequence();
    var inReflector = answer.sentAt().since(answer.receivedAt()).toNanos();
    return new Reply(
        sequence,
        answer.sequence(),
        Math.max(0, receivedAt - sentAt[sequence] - Math.max(0, inReflector)));
  }
}

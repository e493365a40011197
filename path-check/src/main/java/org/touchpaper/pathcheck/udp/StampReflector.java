package org.touchpaper.pathcheck.udp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.touchpaper.pathcheck.stamp.NtpTimestamp;
import org.touchpaper.pathcheck.stamp.StampPacket;

/**
 * A stateful session-reflector (RFC 8762 section 4.3): it answers each test packet with one of the
 * same length, under a count of its own for each sender. It keeps no more than the last sessions,
 * so that forged senders cost no memory, and answers with no more than it received.
 */
public final class StampReflector implements AutoCloseable {

  /** The longest packet of an element with jumbo frames. */
  private static final int MAX_PACKET = 9216;

  private static final int MAX_SESSIONS = 1024;

  /** After so long without packets a sender's next is the first of a new session. */
  private static final Duration IDLE = Duration.ofSeconds(30);

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);
  private static final int RECEIVE_BUFFER = 4 << 20;

  private final DatagramChannel channel;
  private final Consumer<String> problems;
  private final Thread thread =
      Thread.ofPlatform().name("stamp-reflector").daemon().unstarted(this::run);
  private final Map<SocketAddress, Session> sessions =
      new LinkedHashMap<>(MAX_SESSIONS, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SocketAddress, Session> eldest) {
          return size() > MAX_SESSIONS;
        }
      };

  private record Session(int nextSequence, Instant lastAt) {}

  private StampReflector(DatagramChannel channel, Consumer<String> problems) {
    this.channel = channel;
    this.problems = problems;
  }

  /**
   * Binds the address and answers from then on.
   *
   * @param problems is told of answers that could not be sent
   * @throws IOException if the address cannot be bound
   */
  public static StampReflector start(InetSocketAddress address, Consumer<String> problems)
      throws IOException {
    return start(address, DatagramChannel::open, problems);
  }

  /** Does the same with a socket from elsewhere. */
  public static StampReflector start(
      InetSocketAddress address, SocketOpener sockets, Consumer<String> problems)
      throws IOException {
    var channel = sockets.open();
    try {
      channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
      channel.bind(address);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    var reflector = new StampReflector(channel, problems);
    reflector.thread.start();
    return reflector;
  }

  /** The address at which it listens. */
  public InetSocketAddress address() throws IOException {
    return (InetSocketAddress) channel.getLocalAddress();
  }

  private void run() {
    var buffer = ByteBuffer.allocateDirect(MAX_PACKET);
    while (channel.isOpen()) {
      try {
        var sender = channel.receive(buffer.clear());
        answer(sender, buffer.flip(), Instant.now());
      } catch (AsynchronousCloseException e) {
        return;
      } catch (IOException e) { // of one packet, such as an unreachable sender
        problems.accept("no answer to a test packet: " + e.getMessage());
      }
    }
  }

  private void answer(SocketAddress sender, ByteBuffer buffer, Instant receivedAt)
      throws IOException {
    if (((InetSocketAddress) sender).getPort() == address().getPort()) {
      return; // from another reflector: two of them would answer each other for ever
    }
    var length = buffer.remaining();
    var test = StampPacket.Test.read(buffer).orElse(null);
    if (test == null) {
      return;
    }
    var sequence = nextSequence(sender, receivedAt);
    new StampPacket.Reflected(
            sequence, NtpTimestamp.of(Instant.now()), NtpTimestamp.of(receivedAt), test)
        .write(buffer.clear());
    channel.send(buffer.limit(length).rewind(), sender);
  }

  private int nextSequence(SocketAddress sender, Instant now) {
    var session = sessions.get(sender);
    var sequence =
        session == null || session.lastAt().plus(IDLE).isBefore(now) ? 0 : session.nextSequence();
    sessions.put(sender, new Session(sequence + 1, now));
    return sequence;
  }

  /** Returns when the address is free again. */
  @Override
  public void close() {
    try {
      channel.close();
      thread.join(CLOSE_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      problems.accept("the reflector's socket did not close: " + e.getMessage());
    }
  }
}

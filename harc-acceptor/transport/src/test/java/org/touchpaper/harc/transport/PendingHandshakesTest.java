package org.touchpaper.harc.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which connection is closed when too many are not authenticated. */
class PendingHandshakesTest {
  private final PendingHandshakes pending = new PendingHandshakes(new RateLimitedWarning(_ -> {}));
  private final List<EmbeddedChannel> all = new ArrayList<>();

  @AfterEach
  void close() {
    all.forEach(EmbeddedChannel::finishAndReleaseAll);
  }

  /** The oldest connection stays open, however many connections another host opens. */
  @ParameterizedTest
  @CsvSource({"192.0.2.7, 192.0.2.8", "2001:db8::7, 2001:db8:0:1::8", "192.0.2.7, 2001:db8::8"})
  void closesTheOldestConnectionOfTheBusiestAddress(String peersHost, String noisyHost) {
    var peer = callers(peersHost, 1);
    var noisyChannels = callers(noisyHost, 500);
    assertThat(open(peer)).isEqualTo(1);
    assertThat(open(noisyChannels)).isEqualTo(PendingHandshakes.MAX_PENDING - 1);
    assertThat(noisyChannels.getLast().isOpen()).as("the latest").isTrue();
    assertThat(noisyChannels.getFirst().isOpen()).as("the first").isFalse();
  }

  /** A host with one IPv6 address has 2 to the power of 64. */
  @Test
  void countsAnIpv6NetworkAsOneAddress() {
    var peer = callers("192.0.2.7", 2);
    var noisyChannels =
        IntStream.range(0, 500)
            .mapToObj(n -> callers("2001:db8::" + Integer.toHexString(n), 1).getFirst())
            .toList();
    assertThat(open(peer)).isEqualTo(2);
    assertThat(open(noisyChannels)).isEqualTo(PendingHandshakes.MAX_PENDING - 2);
  }

  @Test
  void authenticatedConnectionsAreNeitherCountedNorClosed() {
    var peers = callers("192.0.2.7", PendingHandshakes.MAX_PENDING);
    peers.forEach(pending::remove);
    callers("192.0.2.7", PendingHandshakes.MAX_PENDING + 10);
    assertThat(open(peers)).isEqualTo(PendingHandshakes.MAX_PENDING);
  }

  private static int open(List<EmbeddedChannel> callers) {
    return (int) callers.stream().filter(EmbeddedChannel::isOpen).count();
  }

  private List<EmbeddedChannel> callers(String host, int count) {
    var callers = IntStream.range(0, count).mapToObj(n -> caller(host, 40000 + n)).toList();
    callers.forEach(pending::add);
    all.addAll(callers);
    return callers;
  }

  private static EmbeddedChannel caller(String host, int port) {
    var from = new InetSocketAddress(host, port);
    return new EmbeddedChannel() {
      @Override
      protected SocketAddress remoteAddress0() {
        return from;
      }
    };
  }
}

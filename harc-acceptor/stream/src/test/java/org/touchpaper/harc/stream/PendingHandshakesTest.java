package org.touchpaper.harc.stream;

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

/** Who is sent away when more callers come than may wait to prove who they are. */
class PendingHandshakesTest {
  private final PendingHandshakes pending = new PendingHandshakes(new RareWarning(_ -> {}));
  private final List<EmbeddedChannel> all = new ArrayList<>();

  @AfterEach
  void close() {
    all.forEach(EmbeddedChannel::finishAndReleaseAll);
  }

  /** A peer that has waited longest of all stays, however many strangers another host sends. */
  @ParameterizedTest
  @CsvSource({"192.0.2.7, 192.0.2.8", "2001:db8::7, 2001:db8:0:1::8", "192.0.2.7, 2001:db8::8"})
  void theOldestOfTheAddressThatMostAreFromGoes(String peersHost, String noisyHost) {
    var peer = callers(peersHost, 1);
    var strangers = callers(noisyHost, 500);
    assertThat(open(peer)).isEqualTo(1);
    assertThat(open(strangers)).isEqualTo(PendingHandshakes.ROOM - 1);
    assertThat(strangers.getLast().isOpen()).as("who came last").isTrue();
    assertThat(strangers.getFirst().isOpen()).as("who came first").isFalse();
  }

  /** Whoever has one address of IPv6 has 2 to the power of 64. */
  @Test
  void aNetworkOfVersionSixIsOneNeighbour() {
    var peer = callers("192.0.2.7", 2);
    var strangers =
        IntStream.range(0, 500)
            .mapToObj(n -> callers("2001:db8::" + Integer.toHexString(n), 1).getFirst())
            .toList();
    assertThat(open(peer)).isEqualTo(2);
    assertThat(open(strangers)).isEqualTo(PendingHandshakes.ROOM - 2);
  }

  @Test
  void whoIsLetInTakesUpNoRoomAndIsNotSentAway() {
    var peers = callers("192.0.2.7", PendingHandshakes.ROOM);
    peers.forEach(pending::leave);
    callers("192.0.2.7", PendingHandshakes.ROOM + 10);
    assertThat(open(peers)).isEqualTo(PendingHandshakes.ROOM);
  }

  private static int open(List<EmbeddedChannel> callers) {
    return (int) callers.stream().filter(EmbeddedChannel::isOpen).count();
  }

  private List<EmbeddedChannel> callers(String host, int count) {
    var callers = IntStream.range(0, count).mapToObj(n -> caller(host, 40000 + n)).toList();
    callers.forEach(pending::enter);
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

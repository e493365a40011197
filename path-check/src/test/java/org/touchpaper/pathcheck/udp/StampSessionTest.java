package org.touchpaper.pathcheck.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.pathcheck.stamp.StampPacket;
import org.touchpaper.pathcheck.statistics.PathStatistics;
import org.touchpaper.pathcheck.udp.PacketRelay.Direction;
import org.touchpaper.pathcheck.udp.PacketRelay.Fate;

/** Sender and reflector over real sockets, with a path between them that loses and reorders. */
class StampSessionTest {

  private static final Duration INTERVAL = Duration.ofMillis(1);
  private static final Direction CLEAN = _ -> Fate.PASSES;

  private StampReflector reflector;

  @BeforeEach
  void start() throws IOException {
    reflector = StampReflector.start(loopback(0), problem -> {});
  }

  @AfterEach
  void stop() {
    reflector.close();
  }

  @Test
  void everyPacketOfACleanPathComesBackAndEachSessionCountsFromZero() throws IOException {
    for (var session = 0; session < 2; session++) {
      var statistics = measure(reflector.address(), 100, StampPacket.LENGTH);
      assertThat(statistics.received()).isEqualTo(100);
      assertThat(statistics.lostThere() + statistics.lostBack()).isZero();
      assertThat(statistics.reordered()).isZero();
      assertThat(roundTrip(statistics).min()).isPositive().isLessThan(Duration.ofMillis(100));
    }
  }

  @Test
  void lossIsToldApartByDirection() throws IOException {
    Direction losesTwo = sequence -> sequence == 10 || sequence == 20 ? Fate.LOST : Fate.PASSES;
    Direction losesOne = sequence -> sequence == 30 ? Fate.LOST : Fate.PASSES;
    var statistics = measureOver(losesTwo, losesOne);
    assertThat(statistics.lost()).isEqualTo(3);
    assertThat(statistics.lostThere()).isEqualTo(2);
    assertThat(statistics.lostBack()).isEqualTo(1);
  }

  @Test
  void aPacketThatIsOvertakenIsCounted() throws IOException {
    Direction slow =
        sequence -> sequence == 10 ? Fate.delayed(Duration.ofMillis(200)) : Fate.PASSES;
    assertThat(measureOver(slow, CLEAN).reordered()).isEqualTo(1);
    assertThat(measureOver(CLEAN, slow).reordered()).isEqualTo(1);
  }

  @Test
  void theRoundTripContainsTheDelayOfBothDirections() throws IOException {
    Direction slow = _ -> Fate.delayed(Duration.ofMillis(20));
    var roundTrip = roundTrip(measureOver(slow, slow));
    assertThat(roundTrip.min()).isBetween(Duration.ofMillis(40), Duration.ofMillis(140));
    assertThat(roundTrip.p50()).isBetween(roundTrip.min(), roundTrip.p99());
  }

  @Test
  void aDeadPathAnswersNothing() throws IOException {
    var statistics = measureOver(_ -> Fate.LOST, CLEAN);
    assertThat(statistics.received()).isZero();
    assertThat(statistics.roundTrip()).isNull();
  }

  @Test
  void longPacketsComeBackAsLong() throws IOException {
    assertThat(measure(reflector.address(), 100, 1472).received()).isEqualTo(100);
  }

  @Test
  void packetsLeaveAtTheirIntervalOrLater() throws IOException {
    var session = StampSender.measure(reflector.address(), 50, INTERVAL, StampPacket.LENGTH);
    assertThat(session.sending()).isBetween(Duration.ofMillis(49), Duration.ofSeconds(1));
  }

  @Test
  void aHostWithoutAReflectorSaysSo() throws IOException {
    var address = reflector.address();
    reflector.close();
    assertThatThrownBy(() -> measure(address, 100, StampPacket.LENGTH))
        .isInstanceOf(PortUnreachableException.class);
  }

  private PathStatistics measureOver(Direction there, Direction back) throws IOException {
    try (var relay = new PacketRelay(reflector.address(), there, back)) {
      return measure(relay.address(), 100, StampPacket.LENGTH);
    }
  }

  private static PathStatistics measure(InetSocketAddress target, int count, int bytes)
      throws IOException {
    return StampSender.measure(target, count, INTERVAL, bytes).statistics();
  }

  private static PathStatistics.RoundTrip roundTrip(PathStatistics statistics) {
    return Objects.requireNonNull(statistics.roundTrip());
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }
}

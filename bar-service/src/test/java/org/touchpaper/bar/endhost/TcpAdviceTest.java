package org.touchpaper.bar.endhost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The advice, with the numbers of the papers. */
class TcpAdviceTest {

  private static final int ETHERNET_SEGMENT = 1460;

  /**
   * PoS(ESLEA)002 section 5: 512 Mbit/s from Manchester to JIVE, 15 ms away and back, has a product
   * of 0.9 Mbyte; recovery takes "around 10 seconds", and "around 160 Mbyte" are delayed.
   */
  @Test
  void agreesWithTheConstantRateStreamToJive() {
    var advice = TcpAdvice.of(512, Duration.ofMillis(15), ETHERNET_SEGMENT);

    assertThat(advice.bandwidthDelayBytes()).isEqualTo(960_000);
    assertThat(advice.recovery().toMillis()).isCloseTo(10_000, withinPercentage(2));
    assertThat(advice.delayedBytes()).isCloseTo(160_000_000, withinPercentage(2));
  }

  /**
   * PoS(ESLEA)013 table 1: 32 Mbyte/s to HPCx, 8 ms away and back, has a product of 300 kbyte, and
   * 40 Mbyte/s to NCSA, 92 ms, one of 3.2 Mbyte (both rounded there).
   */
  @Test
  void agreesWithTheTransfersToHpcxAndNcsa() {
    var hpcx = TcpAdvice.of(32 * 8, Duration.ofMillis(8), ETHERNET_SEGMENT);
    var ncsa = TcpAdvice.of(40 * 8, Duration.ofMillis(92), ETHERNET_SEGMENT);

    assertThat(hpcx.bandwidthDelayBytes()).isCloseTo(300_000, withinPercentage(16));
    assertThat(ncsa.bandwidthDelayBytes()).isCloseTo(3_200_000, withinPercentage(16));
    assertThat(ncsa.bufferBytes()).isEqualTo(2 * ncsa.bandwidthDelayBytes());
  }

  @Test
  void longerPacketsRecoverFaster() {
    var standard = TcpAdvice.of(1000, Duration.ofMillis(27), 1448);
    var jumbo = TcpAdvice.of(1000, Duration.ofMillis(27), 8948);

    assertThat(jumbo.recovery()).isLessThan(standard.recovery().dividedBy(6));
    assertThat(jumbo.bandwidthDelayBytes()).isEqualTo(standard.bandwidthDelayBytes());
  }

  @Test
  void nothingIsInFlightWithoutDelay() {
    assertThat(TcpAdvice.of(1000, Duration.ZERO, 1448))
        .isEqualTo(new TcpAdvice(0, 0, Duration.ZERO, 0));
  }
}

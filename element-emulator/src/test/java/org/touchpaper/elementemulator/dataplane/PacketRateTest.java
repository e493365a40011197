package org.touchpaper.elementemulator.dataplane;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.touchpaper.elementemulator.forwarding.PolicerSettings;

/** How fast packets pass a policer and a line. */
class PacketRateTest {

  private static final long MILLISECOND = 1_000_000;

  @Test
  void aPolicerPassesABurstAndThenItsRate() {
    var bucket = new TokenBucket(new PolicerSettings("p", 8_000_000, 3_000), 0);
    assertThat(bucket.take(1_500, 0)).isTrue();
    assertThat(bucket.take(1_500, 0)).isTrue();
    assertThat(bucket.take(1, 0)).isFalse();
    // 8 Mbit/s are 1,000 bytes in a millisecond
    assertThat(bucket.take(1_001, MILLISECOND)).isFalse();
    assertThat(bucket.take(1_000, MILLISECOND)).isTrue();
    // idle time fills no more than the bucket
    assertThat(bucket.take(3_001, 1_000 * MILLISECOND)).isFalse();
    assertThat(bucket.take(3_000, 1_000 * MILLISECOND)).isTrue();
  }

  @Test
  void aLineSendsOnePacketAfterAnotherAndQueuesFor20Milliseconds() {
    var line = new LineQueue(0);
    // with 24 bytes of overhead a packet of 976 bytes takes 1 ms at 8 Mbit/s
    for (var sent = 1; sent <= 21; sent++) {
      assertThat(line.send(976, 8_000_000, 0)).hasValue(sent * MILLISECOND);
    }
    assertThat(line.send(976, 8_000_000, 0)).isEmpty();
    assertThat(line.send(976, 8_000_000, MILLISECOND)).hasValue(22 * MILLISECOND);
    assertThat(line.send(976, 8_000_000, 100 * MILLISECOND)).hasValue(101 * MILLISECOND);
  }
}

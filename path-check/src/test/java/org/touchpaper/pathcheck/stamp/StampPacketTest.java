package org.touchpaper.pathcheck.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StampPacketTest {

  /** 1970-01-01 in NTP's seconds is 83aa7e80; half a second is the fraction 80000000. */
  private static final Instant HALF_A_SECOND = Instant.ofEpochMilli(500);

  @Test
  void aTestPacketHasTheLayoutOfSection421() {
    assertThat(hex(new StampPacket.Test(7, NtpTimestamp.of(HALF_A_SECOND))))
        .isEqualTo("00000007" + "83aa7e80" + "80000000" + "1601" + "00".repeat(30));
  }

  @Test
  void aReflectedPacketHasTheLayoutOfSection431() {
    var test = new StampPacket.Test(7, NtpTimestamp.of(Instant.EPOCH));
    var reflected =
        new StampPacket.Reflected(
            5,
            NtpTimestamp.of(Instant.ofEpochSecond(2)),
            NtpTimestamp.of(Instant.ofEpochSecond(1)),
            test);
    assertThat(hex(reflected))
        .isEqualTo(
            "00000005" // the reflector's sequence
                + "83aa7e8200000000" // sent
                + "16010000"
                + "83aa7e8100000000" // received
                + "00000007" // the sender's sequence
                + "83aa7e8000000000"
                + "16010000"
                + "ff000000"); // no TTL is known
  }

  @Test
  void whatWasWrittenIsRead() {
    var test = new StampPacket.Test(7, NtpTimestamp.of(HALF_A_SECOND));
    var reflected =
        new StampPacket.Reflected(
            5, NtpTimestamp.of(Instant.EPOCH), NtpTimestamp.of(HALF_A_SECOND), test);

    assertThat(StampPacket.Test.read(written(test))).contains(test);
    assertThat(StampPacket.Reflected.read(written(reflected))).contains(reflected);
  }

  @Test
  void aShorterPacketIsNone() {
    assertThat(StampPacket.Test.read(ByteBuffer.allocate(43))).isEmpty();
    assertThat(StampPacket.Reflected.read(ByteBuffer.allocate(43))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-27T00:00:00Z, 2026-11-27T00:00:00.003Z",
    "2026-11-27T00:00:00.999999Z, 2026-11-27T00:00:01.002999Z",
    "2036-02-07T06:28:15.999Z, 2036-02-07T06:28:16.002Z", // NTP's second era begins
  })
  void theTimeBetweenTimestampsIsExactToANanosecond(Instant earlier, Instant later) {
    assertThat(NtpTimestamp.of(later).since(NtpTimestamp.of(earlier)))
        .isCloseTo(Duration.ofMillis(3), Duration.ofNanos(2));
  }

  private static ByteBuffer written(StampPacket packet) {
    var buffer = ByteBuffer.allocate(StampPacket.LENGTH);
    packet.write(buffer);
    assertThat(buffer.hasRemaining()).isFalse();
    return buffer.flip();
  }

  private static String hex(StampPacket packet) {
    return HexFormat.of().formatHex(written(packet).array());
  }
}

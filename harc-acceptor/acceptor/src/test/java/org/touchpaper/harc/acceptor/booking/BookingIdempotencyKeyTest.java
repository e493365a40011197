package org.touchpaper.harc.acceptor.booking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.xml.MalformedMessageException;

class BookingIdempotencyKeyTest {
  /** Made at 2007-04-25T20:00:00Z. */
  private static final BookingIdempotencyKey KEY =
      BookingIdempotencyKey.parse("01122a54-3200-7abc-8def-0123456789ab");

  @Test
  void aKeyContainsTheTimeAtWhichItWasMade() {
    assertThat(KEY.createdAt()).isEqualTo("2007-04-25T20:00:00Z");
    assertThat(KEY.transactionId().value())
        .isEqualTo("01122a54-3200-7abc-8def-0123456789ab.client");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "booking-1",
        "1-1-7001-8001-1",
        "00000000-0000-0000-0000-000000000000",
        "6f1c2b1e-9d4e-4b44-8c1c-0242ac120002" // version 4
      })
  void anyOtherKeyIsRefused(String text) {
    assertThatThrownBy(() -> BookingIdempotencyKey.parse(text))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("Idempotency-Key")
        .hasMessageContaining("UUIDv7");
  }

  /** A minute after the key was made, or at the start if that is earlier. */
  @ParameterizedTest
  @CsvSource({
    "2007-04-25T21:00:00Z, 2007-04-25T20:01:00Z",
    "2007-04-25T20:00:30Z, 2007-04-25T20:00:30Z",
    "2007-04-25T20:00:05Z, 2007-04-25T20:01:00Z", // too soon to be decided before the start
    "2007-04-25T19:00:00Z, 2007-04-25T20:01:00Z"
  })
  void votingEndsBeforeTheStart(Instant start, Instant voteBy) {
    var schedule = new HarcAction.Schedule(start, start.plusSeconds(3600));
    for (var time = 0; time < 2; time++) {
      assertThat(KEY.voteBy(List.of(new HarcAction.Modify("x", schedule, null)))).isEqualTo(voteBy);
    }
    assertThat(KEY.voteBy(List.of(new HarcAction.Cancel("x")))).isEqualTo("2007-04-25T20:01:00Z");
  }

  @Test
  void anIdentNamesItsResourceManager() {
    var ident = KEY.ident(1, "rm-network");
    assertThat(ident)
        .isEqualTo(KEY.ident(1, "rm-network"))
        .isNotEqualTo(KEY.ident(2, "rm-network"));
    assertThat(UUID.fromString(ident).version()).isEqualTo(8);
    assertThat(UUID.fromString(ident).variant()).isEqualTo(2);
    assertThat(BookingIdempotencyKey.isIdentOf(ident, "rm-network")).isTrue();
    assertThat(BookingIdempotencyKey.isIdentOf(ident, "rm-newton")).isFalse();
  }

  @Test
  void aKeyOfAClockThatIsFarAheadIsRefused() {
    KEY.requireNotAhead(Instant.parse("2007-04-25T19:56:00Z"));
    assertThatThrownBy(() -> KEY.requireNotAhead(Instant.parse("2007-04-25T19:54:00Z")))
        .isInstanceOf(MalformedMessageException.class)
        .hasMessageContaining("made at 2007-04-25T20:00:00Z, but here it is 2007-04-25T19:54:00Z")
        .hasMessageContaining("correct the client's clock");
  }
}

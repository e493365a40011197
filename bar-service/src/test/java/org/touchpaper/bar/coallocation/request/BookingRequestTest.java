package org.touchpaper.bar.coallocation.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Digests are stored with idempotency keys, so they must not change between builds. */
class BookingRequestTest {

  private static final Instant START = Instant.parse("2026-12-01T21:00:00Z");
  private static final Instant END = Instant.parse("2026-12-01T22:00:00Z");

  private static BookingRequest bookingRequest(RequestedSchedule when) {
    return new BookingRequest(
        "SPICE run 42",
        when,
        List.of(new BookingRequest.Nodes("newton", 4)),
        List.of(new BookingRequest.Circuit("vis.ucl", "newton.manchester", 300)));
  }

  private static String fixed(@Nullable Instant start) {
    return bookingRequest(new RequestedSchedule.Fixed(start, END)).digest();
  }

  /** The digest of a request without a window. */
  @Test
  void aFixedTimeHasAStableDigest() {
    assertThat(fixed(START))
        .isEqualTo("d8685ea8f724c7b5c92d1cabf6d3b18aba73b574207ece10255153ba9715627b");
    assertThat(fixed(null))
        .isEqualTo("beae6cf0433f3eeb870b58e80a7031ecf9aeb90a1d90f7a453ed20da71cf4068");
  }

  @Test
  void aWindowHasAnotherDigest() {
    var hour = Duration.ofHours(1);
    var window = bookingRequest(new RequestedSchedule.Window(START, END, hour)).digest();
    assertThat(window).isNotEqualTo(fixed(START));
    assertThat(bookingRequest(new RequestedSchedule.Window(START, END, hour)).digest())
        .isEqualTo(window);
    assertThat(bookingRequest(new RequestedSchedule.Window(null, END, hour)).digest())
        .isNotEqualTo(window);
  }
}

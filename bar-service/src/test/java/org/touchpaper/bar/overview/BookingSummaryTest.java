package org.touchpaper.bar.overview;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.event.BookingKind;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.segment.connection.Schedule;

/** What lists say of a booking. */
class BookingSummaryTest {

  private static final Schedule HOUR =
      new Schedule(Instant.parse("2026-12-01T21:00:00Z"), Instant.parse("2026-12-01T22:00:00Z"));

  private static PartSummary lightpath(BookingPhase state) {
    return new PartSummary(PartSummary.lightpath(100, "vis.ucl", "newton"), 100, state, null);
  }

  private static PartSummary nodes(BookingPhase state) {
    return new PartSummary("4 nodes of newton", 0, state, null);
  }

  private static BookingSummary booking(
      BookingPhase state, String description, PartSummary... parts) {
    return new BookingSummary(
        BookingKind.CO_ALLOCATION,
        new UUID(0, 1),
        1,
        "scientist",
        description,
        state,
        HOUR.startTime(),
        HOUR,
        List.of(parts),
        null);
  }

  /** Fault 5 of the reservations browser. */
  @Test
  void afterACutOfOneLightpathOfFiveTheOthersAndTheNodesCountAsUp() {
    var parts =
        Stream.concat(
                Stream.of(lightpath(BookingPhase.FAILED), nodes(BookingPhase.ACTIVE)),
                Stream.generate(() -> lightpath(BookingPhase.ACTIVE)).limit(4))
            .toArray(PartSummary[]::new);
    var cut = booking(BookingPhase.FAILED, "SPICE", parts);
    assertThat(cut.partsUp()).isEqualTo(5);
    assertThat(cut.upText()).isEqualTo("5 of 6 parts are up");
  }

  @Test
  void severalLightpathsCollapseIntoOneLine() {
    var two =
        booking(
            BookingPhase.COMMITTED,
            "",
            lightpath(BookingPhase.COMMITTED),
            nodes(BookingPhase.COMMITTED),
            lightpath(BookingPhase.COMMITTED));
    assertThat(two.what()).isEqualTo("2 lightpaths, 200 Mbit/s together · 4 nodes of newton");
    assertThat(two.upText()).isEqualTo("nothing is up");
  }

  @Test
  void aBookingWithoutADescriptionIsCalledAfterWhatIsBooked() {
    var one = booking(BookingPhase.ACTIVE, " ", lightpath(BookingPhase.ACTIVE));
    assertThat(one.title()).isEqualTo("100 Mbit/s vis.ucl → newton");
    assertThat(one.upText()).isEqualTo("up");
  }
}

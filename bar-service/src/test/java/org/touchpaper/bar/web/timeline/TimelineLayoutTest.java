package org.touchpaper.bar.web.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.bar.web.AvailabilityChart;
import org.touchpaper.bar.web.TimeAxis;
import org.touchpaper.bar.web.timeline.TimelineLayout.AllowedChange;
import org.touchpaper.bar.web.timeline.TimelineLayout.Booking;
import org.touchpaper.bar.web.timeline.TimelineLayout.BookingCount;
import org.touchpaper.bar.web.timeline.TimelineLayout.Row;
import org.touchpaper.bar.web.timeline.TimelineLayout.TimelineRow;

/**
 * Bookings as text: each character is an hour from 20:00, a letter an hour that is booked. A line
 * of the drawing is a lane.
 */
class TimelineLayoutTest {

  private static final Instant EIGHT = Instant.parse("2026-12-01T20:00:00Z");

  @Test
  void aBookingIsAsLongAsItsTime() {
    assertThat(draw("...aaa....")).isEqualTo("...aaa....");
  }

  @Test
  void bookingsThatTouchShareALane() {
    assertThat(draw("aaa.......", "...bb.....", "......cc..")).isEqualTo("aaabb.cc..");
  }

  @Test
  void bookingsThatOverlapGetLanes() {
    assertThat(draw("aaaa......", "..bbbb....", ".....cc...", "dddddddddd"))
        .isEqualTo(
            """
            dddddddddd
            aaaa.cc...
            ..bbbb....\
            """);
  }

  @Test
  void aBarIsCutAtTheEndsOfThePicture() {
    var bookings = List.of(booking('a', EIGHT.minusSeconds(7200), EIGHT.plusSeconds(7200)));
    assertThat(text(drawn(bookings))).isEqualTo("aa........");
    assertThat(drawn(bookings).bars().getFirst().text())
        .isEqualTo("a: newton, 4 nodes, Tue 1 Dec 18:00–22:00, confirmed, yours");
  }

  @Test
  void aBarShowsAsMuchOfItsLabelAsThereIsRoomFor() {
    assertThat(label("SPICE run 43", 10)).isEqualTo("SPICE run 43");
    assertThat(label("a film", 4.2)).isEqualTo("a film");
    assertThat(label("an upgrade of the visualisation", 4.2)).isEqualTo("an u…");
    assertThat(label("an upgrade of the visualisation", 0.6)).isEmpty();
  }

  private static String label(String text, double width) {
    var booking = booking('a', EIGHT, EIGHT.plusSeconds(60));
    return new TimelineLayout.Bar("bar", booking, 0, width, 0, text, text).shownLabel();
  }

  @Test
  void aShortBookingCanStillBeSeenAndOverlapsNoNeighbour() {
    var bookings = new ArrayList<Booking>();
    for (var i = 0; i < 3; i++) {
      bookings.add(booking((char) ('a' + i), EIGHT.plusSeconds(i), EIGHT.plusSeconds(i + 1)));
    }
    var bars = drawn(bookings).bars();
    assertThat(bars).allMatch(bar -> bar.width() >= 0.6);
    assertThat(bars).extracting(TimelineLayout.Bar::y).doesNotHaveDuplicates();
    var last =
        booking(
            'z',
            EIGHT.plus(Duration.ofHours(10)).minusSeconds(1),
            EIGHT.plus(Duration.ofHours(11)));
    var bar = drawn(List.of(last)).bars().getFirst();
    assertThat(bar.x() + bar.width()).isLessThanOrEqualTo(100);
  }

  @Test
  void whatNeedsTooManyLanesIsCounted() {
    var bookings = new ArrayList<Booking>();
    for (var i = 0; i < 10; i++) {
      bookings.add(booking((char) ('a' + i), EIGHT, EIGHT.plus(Duration.ofHours(10))));
    }
    assertThat(drawn(bookings).bars()).hasSize(6);
    assertThat(drawn(bookings).more()).isEqualTo("and 4 more");
    var row = new Row("newton", "Cluster", bookings, new BookingCount(940, false), chart());
    assertThat(TimelineLayout.draw(List.of(row), axis(ZoneOffset.UTC)).getFirst().more())
        .isEqualTo("and more than 944 more");
  }

  @Test
  void timesAreSaidInTheZoneOfTheReader() {
    var bookings = List.of(booking('a', EIGHT, EIGHT.plus(Duration.ofHours(1))));
    var row = new Row("newton", "Cluster", bookings, BookingCount.NONE, chart());
    assertThat(
            TimelineLayout.draw(List.of(row), axis(ZoneId.of("Asia/Tokyo")))
                .getFirst()
                .bars()
                .getFirst()
                .text())
        .contains("Wed 2 Dec 05:00–06:00");
  }

  private static String draw(String... bookings) {
    var found = new ArrayList<Booking>();
    for (var hours : bookings) {
      var letter = hours.replace(".", "").charAt(0);
      found.add(
          booking(
              letter,
              EIGHT.plus(Duration.ofHours(hours.indexOf(letter))),
              EIGHT.plus(Duration.ofHours(hours.lastIndexOf(letter) + 1L))));
    }
    return text(drawn(found));
  }

  private static TimelineRow drawn(List<Booking> bookings) {
    var row = new Row("newton", "Cluster", bookings, BookingCount.NONE, chart());
    return TimelineLayout.draw(List.of(row), axis(ZoneOffset.UTC)).getFirst();
  }

  private static TimeAxis axis(ZoneId zone) {
    return new TimeAxis(EIGHT, EIGHT.plus(Duration.ofHours(10)), zone);
  }

  private static AvailabilityChart chart() {
    return AvailabilityChart.unavailable("newton", "unknown");
  }

  private static Booking booking(char letter, Instant start, Instant end) {
    return new Booking(
        new UUID(0, letter),
        Character.toString(letter),
        "anne",
        true,
        AllowedChange.BOTH,
        BookingPhase.COMMITTED,
        start,
        end,
        "4 nodes");
  }

  private static String text(TimelineRow row) {
    var lanes = new ArrayList<StringBuilder>();
    for (var bar : row.bars()) {
      var lane = bar.y() / TimelineLayout.LANE_HEIGHT;
      while (lanes.size() <= lane) {
        lanes.add(new StringBuilder(".".repeat(10)));
      }
      for (var hour = Math.round(bar.x() / 10);
          hour < Math.round((bar.x() + bar.width()) / 10);
          hour++) {
        lanes.get(lane).setCharAt((int) hour, bar.booking().description().charAt(0));
      }
    }
    return lanes.stream().map(StringBuilder::toString).collect(Collectors.joining("\n"));
  }
}

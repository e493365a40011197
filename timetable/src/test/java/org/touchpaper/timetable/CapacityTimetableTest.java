package org.touchpaper.timetable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.timetable.TimetableDrawings.draw;
import static org.touchpaper.timetable.TimetableDrawings.load;
import static org.touchpaper.timetable.TimetableDrawings.minute;
import static org.touchpaper.timetable.TimetableDrawings.minutes;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CapacityTimetableTest {

  @Test
  void startsEmpty() {
    var link = CapacityTimetable.ofCapacity(9);

    assertThat(draw(link, 5)).isEqualTo(".....");
    assertThat(link.free(minutes(0, 5))).isEqualTo(9);
    assertThat(link.fits(minutes(0, 5), 9)).isTrue();
    assertThat(link.fits(minutes(0, 5), 10)).isFalse();
  }

  @Test
  void booksAndReleasesAWindow() {
    var booked = CapacityTimetable.ofCapacity(9).book(minutes(1, 4), 3).book(minutes(2, 6), 4);

    assertThat(draw(booked, 8)).isEqualTo(".37744..");
    assertThat(draw(booked.release(minutes(1, 4), 3), 8)).isEqualTo("..4444..");
    assertThat(draw(booked.release(minutes(1, 4), 3).release(minutes(2, 6), 4), 8))
        .isEqualTo("........");
  }

  @Test
  void countsThePeakAndNotTheSum() {
    var link = load(9, "66.66.");

    assertThat(link.peak(minutes(0, 6))).isEqualTo(6);
    assertThat(link.fits(minutes(0, 6), 3)).isTrue();
    assertThat(link.fits(minutes(0, 6), 4)).isFalse();
  }

  @Test
  void letsBookingsTouch() {
    var link = load(9, "..99..");

    assertThat(link.fits(minutes(0, 2), 9)).isTrue();
    assertThat(link.fits(minutes(4, 6), 9)).isTrue();
    assertThat(link.fits(minutes(1, 3), 1)).isFalse();
    assertThat(link.fits(minutes(3, 5), 1)).isFalse();
  }

  @Test
  void seesAnOverlapOfOneNanosecond() {
    var link = load(9, "..99..");
    var late = new Window(minute(0), minute(2).plusNanos(1));
    var early = new Window(minute(4).minusNanos(1), minute(6));

    assertThat(link.fits(late, 1)).isFalse();
    assertThat(link.fits(early, 1)).isFalse();
  }

  @Test
  void bookingDoesNotChangeEarlierCopies() {
    var before = load(9, "11..");
    var after = before.book(minutes(0, 4), 5);

    assertThat(draw(before, 4)).isEqualTo("11..");
    assertThat(draw(after, 4)).isEqualTo("6655");
  }

  @Test
  void showsFreeCapacityAsSteps() {
    var link = load(9, ".33555.9");

    assertThat(draw(link.freeSteps(minutes(0, 10))))
        .isEqualTo("0-1=9 1-3=6 3-6=4 6-7=9 7-8=0 8-10=9");
    assertThat(draw(link.freeSteps(minutes(2, 4)))).isEqualTo("2-3=6 3-4=4");
  }

  @Test
  void findsTheRangesWithFreeCapacity() {
    var link = load(9, "..44..999.");

    assertThat(draw(link.freeRanges(minutes(0, 12), 5))).isEqualTo("0-6 9-12");
    assertThat(draw(link.freeRanges(minutes(0, 12), 6))).isEqualTo("0-2 4-6 9-12");
    assertThat(draw(link.freeRanges(minutes(3, 7), 6))).isEqualTo("4-6");
    assertThat(draw(link.freeRanges(minutes(0, 12), 10))).isEmpty();
  }

  @Test
  void findsTheStartsWithFreeCapacityThroughout() {
    var link = load(9, "..44..999.");

    assertThat(draw(link.startRanges(minutes(0, 12), 6, Duration.ofMinutes(2)), 12))
        .isEqualTo("s...s....ss.");
    assertThat(draw(link.startRanges(minutes(0, 12), 6, Duration.ofMinutes(3)), 12))
        .isEqualTo(".........s..");
    assertThat(link.startRanges(minutes(0, 12), 6, Duration.ofMinutes(4)))
        .isEqualTo(StartRanges.NONE);
  }

  @Test
  void forgetsThePast() {
    var link = load(9, "3344556677").forgetBefore(minute(5));

    assertThat(draw(link, 12)).isEqualTo(".....56677..");
  }

  @Test
  void representsDowntimeAsABookingOfTheWholeCapacity() {
    var link = CapacityTimetable.ofCapacity(9).book(minutes(2, 4), 9);

    assertThat(draw(link.earliest(minutes(0, 9), 1, Duration.ofMinutes(3)).stream().toList()))
        .isEqualTo("4-7");
  }

  @Test
  void rejectsAWindowThatDoesNotEndAfterItsStart() {
    assertThatThrownBy(() -> minutes(3, 3)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> minutes(4, 3)).hasMessageContaining("must end after it starts");
  }

  @Test
  void rejectsAnEmptyDuration() {
    assertThatThrownBy(() -> load(9, "1").startRanges(minutes(0, 9), 1, Duration.ZERO))
        .hasMessageContaining("duration must be positive");
    assertThatThrownBy(() -> load(9, "1").earliest(minutes(0, 9), 1, Duration.ofMinutes(-1)))
        .hasMessageContaining("duration must be positive");
  }
}

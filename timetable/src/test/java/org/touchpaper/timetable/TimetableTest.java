package org.touchpaper.timetable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.timetable.Drawn.draw;
import static org.touchpaper.timetable.Drawn.load;
import static org.touchpaper.timetable.Drawn.minute;
import static org.touchpaper.timetable.Drawn.minutes;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimetableTest {

  @Test
  void startsEmpty() {
    var link = Timetable.ofCapacity(9);

    assertThat(draw(link, 5)).isEqualTo(".....");
    assertThat(link.free(minutes(0, 5))).isEqualTo(9);
    assertThat(link.fits(minutes(0, 5), 9)).isTrue();
    assertThat(link.fits(minutes(0, 5), 10)).isFalse();
  }

  @Test
  void booksForAStretchAndReleasesIt() {
    var booked = Timetable.ofCapacity(9).book(minutes(1, 4), 3).book(minutes(2, 6), 4);

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
  void keepsWhatAReaderHolds() {
    var before = load(9, "11..");
    var after = before.book(minutes(0, 4), 5);

    assertThat(draw(before, 4)).isEqualTo("11..");
    assertThat(draw(after, 4)).isEqualTo("6655");
  }

  @Test
  void showsWhatIsFreeFromStepToStep() {
    var link = load(9, ".33555.9");

    assertThat(draw(link.freeSteps(minutes(0, 10))))
        .isEqualTo("0-1=9 1-3=6 3-6=4 6-7=9 7-8=0 8-10=9");
    assertThat(draw(link.freeSteps(minutes(2, 4)))).isEqualTo("2-3=6 3-4=4");
  }

  @Test
  void findsTheStretchesWithRoom() {
    var link = load(9, "..44..999.");

    assertThat(draw(link.freeRanges(minutes(0, 12), 5))).isEqualTo("0-6 9-12");
    assertThat(draw(link.freeRanges(minutes(0, 12), 6))).isEqualTo("0-2 4-6 9-12");
    assertThat(draw(link.freeRanges(minutes(3, 7), 6))).isEqualTo("4-6");
    assertThat(draw(link.freeRanges(minutes(0, 12), 10))).isEmpty();
  }

  @Test
  void findsTheStartsThatHaveRoomThroughout() {
    var link = load(9, "..44..999.");

    assertThat(draw(link.starts(minutes(0, 12), 6, Duration.ofMinutes(2)), 12))
        .isEqualTo("s...s....ss.");
    assertThat(draw(link.starts(minutes(0, 12), 6, Duration.ofMinutes(3)), 12))
        .isEqualTo(".........s..");
    assertThat(link.starts(minutes(0, 12), 6, Duration.ofMinutes(4))).isEqualTo(Starts.NONE);
  }

  @Test
  void forgetsThePast() {
    var link = load(9, "3344556677").since(minute(5));

    assertThat(draw(link, 12)).isEqualTo(".....56677..");
  }

  @Test
  void holdsDowntimeAsABookingOfEverything() {
    var link = Timetable.ofCapacity(9).book(minutes(2, 4), 9);

    assertThat(draw(link.earliest(minutes(0, 9), 1, Duration.ofMinutes(3)).stream().toList()))
        .isEqualTo("4-7");
  }

  @Test
  void refusesAWindowThatEndsNoLaterThanItStarts() {
    assertThatThrownBy(() -> minutes(3, 3)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> minutes(4, 3)).hasMessageContaining("ends after it starts");
  }

  @Test
  void refusesADurationOfNothing() {
    assertThatThrownBy(() -> load(9, "1").starts(minutes(0, 9), 1, Duration.ZERO))
        .hasMessageContaining("duration is positive");
    assertThatThrownBy(() -> load(9, "1").earliest(minutes(0, 9), 1, Duration.ofMinutes(-1)))
        .hasMessageContaining("duration is positive");
  }
}

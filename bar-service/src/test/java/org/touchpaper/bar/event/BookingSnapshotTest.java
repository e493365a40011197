package org.touchpaper.bar.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.bar.reservation.BookingPhase.ACTIVE;
import static org.touchpaper.bar.reservation.BookingPhase.CANCELLED;
import static org.touchpaper.bar.reservation.BookingPhase.COMMITTED;
import static org.touchpaper.bar.reservation.BookingPhase.ENDED;
import static org.touchpaper.bar.reservation.BookingPhase.FAILED;
import static org.touchpaper.bar.reservation.BookingPhase.REFUSED;
import static org.touchpaper.bar.reservation.BookingPhase.UNDECIDED;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.bar.reservation.BookingPhase;

/** Which events tell the difference between two snapshots. */
class BookingSnapshotTest {

  private static final UUID ID = new UUID(0, 1);

  /** A booking with what a test is about; the rest stays the same. */
  private record Booking(
      BookingPhase state,
      String booked,
      @Nullable String problem,
      boolean releasing,
      boolean released,
      BookingSnapshot.@Nullable Change change,
      List<BookingSnapshot.Part> parts) {

    static Booking in(BookingPhase state) {
      return new Booking(state, "4 nodes", null, false, false, null, List.of());
    }

    Booking booked(String what) {
      return new Booking(state, what, problem, releasing, released, change, parts);
    }

    Booking problem(String text) {
      return new Booking(state, booked, text, releasing, released, change, parts);
    }

    Booking beingReleased() {
      return new Booking(state, booked, problem, true, released, change, parts);
    }

    Booking afterRelease() {
      return new Booking(state, booked, problem, releasing, true, change, parts);
    }

    Booking change(int number, BookingPhase outcome) {
      var last = new BookingSnapshot.Change(number, outcome, "8 nodes", "only 6 are free", null);
      return new Booking(state, booked, problem, releasing, released, last, parts);
    }

    Booking part(BookingPhase partState) {
      var part = new BookingSnapshot.Part(ID, partState, null, null, false, null);
      return new Booking(state, booked, problem, releasing, released, change, List.of(part));
    }

    BookingSnapshot snapshot() {
      return new BookingSnapshot(
          BookingKind.CO_ALLOCATION,
          ID,
          "anne",
          "",
          state,
          null,
          booked,
          "anne",
          null,
          problem,
          problem,
          releasing,
          released,
          change,
          null,
          parts);
    }
  }

  private static List<EventType> between(Booking before, Booking after) {
    return after.snapshot().changesSince(before.snapshot());
  }

  @ParameterizedTest
  @EnumSource
  void nothingHappensWithoutADifference(BookingPhase state) {
    assertThat(between(Booking.in(state), Booking.in(state))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "UNDECIDED, COMMITTED, COMMITTED",
    "UNDECIDED, REFUSED, REFUSED",
    "UNDECIDED, FAILED, FAILED",
    "REFUSED, UNDECIDED, RETRIED",
    "COMMITTED, ACTIVE, ACTIVE",
    "ACTIVE, COMMITTED, INACTIVE",
    "ACTIVE, ENDED, ENDED",
    "ACTIVE, FAILED, FAILED",
    "COMMITTED, CANCELLED, CANCELLED"
  })
  void aNewStateIsToldByItsName(BookingPhase before, BookingPhase after, EventType event) {
    assertThat(between(Booking.in(before), Booking.in(after))).containsExactly(event);
  }

  @Test
  void anotherTimeOfAnUndecidedBookingIsARetry() {
    assertThat(between(Booking.in(UNDECIDED), Booking.in(UNDECIDED).booked("later")))
        .containsExactly(EventType.RETRIED);
  }

  @Test
  void anAppliedChangeIsToldOnceAndAnOrderedOneNot() {
    var ordered = Booking.in(COMMITTED).change(2, UNDECIDED);
    assertThat(between(Booking.in(COMMITTED), ordered)).isEmpty();
    assertThat(between(ordered, Booking.in(COMMITTED).change(2, COMMITTED).booked("8 nodes")))
        .containsExactly(EventType.CHANGED);
  }

  @Test
  void aRefusedChangeIsToldAndSoIsTheNextOne() {
    var refused = Booking.in(ACTIVE).change(2, REFUSED);
    assertThat(between(Booking.in(ACTIVE).change(2, UNDECIDED), refused))
        .containsExactly(EventType.CHANGE_REFUSED);
    assertThat(between(refused, refused)).isEmpty();
    assertThat(between(refused, Booking.in(ACTIVE).change(3, REFUSED)))
        .containsExactly(EventType.CHANGE_REFUSED);
  }

  @Test
  void aProblemIsToldWhenItComesChangesAndGoes() {
    var dark = Booking.in(ACTIVE).problem("fibre dark");
    assertThat(between(Booking.in(ACTIVE), dark)).containsExactly(EventType.IMPAIRED);
    assertThat(between(dark, Booking.in(ACTIVE).problem("card pulled")))
        .containsExactly(EventType.IMPAIRED);
    assertThat(between(dark, Booking.in(ACTIVE))).containsExactly(EventType.RESOLVED);
  }

  @Test
  void theProblemThatFailsABookingIsToldWithTheFailure() {
    assertThat(between(Booking.in(ACTIVE), Booking.in(FAILED).problem("cut by officer")))
        .containsExactly(EventType.FAILED);
    assertThat(between(Booking.in(ENDED), Booking.in(ENDED).problem("element unreachable")))
        .containsExactly(EventType.IMPAIRED);
  }

  @Test
  void aCancellationIsToldWhenOrderedAndWhenDoneOrRefused() {
    var ordered = Booking.in(COMMITTED).beingReleased();
    assertThat(between(Booking.in(COMMITTED), ordered)).containsExactly(EventType.CANCELLING);
    assertThat(between(ordered, Booking.in(CANCELLED).beingReleased()))
        .containsExactly(EventType.CANCELLED);
    assertThat(between(ordered, Booking.in(COMMITTED))).containsExactly(EventType.CANCEL_REFUSED);
    assertThat(between(Booking.in(CANCELLED).beingReleased(), Booking.in(CANCELLED).afterRelease()))
        .containsExactly(EventType.RELEASED);
  }

  @Test
  void twoThingsInOneStepAreTwoEvents() {
    assertThat(between(Booking.in(ACTIVE), Booking.in(ENDED).afterRelease()))
        .containsExactly(EventType.ENDED, EventType.RELEASED);
  }

  @Test
  void aPartIsToldAloneOnlyIfTheBookingIsAsBefore() {
    var before = Booking.in(COMMITTED).part(COMMITTED);
    assertThat(between(before, Booking.in(COMMITTED).part(ACTIVE)))
        .containsExactly(EventType.PART_CHANGED);
    assertThat(between(before, Booking.in(ACTIVE).part(ACTIVE))).containsExactly(EventType.ACTIVE);
  }
}

package org.touchpaper.bar.coallocation;

import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.touchpaper.segment.connection.Schedule;

/** Where in time a co-allocation is wanted, was tried in vain, and is. */
@Embeddable
class Placement {

  private Instant startTime;
  private Instant endTime;

  /** Where it was wanted; the same as start and end if it was wanted at a fixed time. */
  private Instant notBefore;

  private Instant notAfter;

  /** When it was refused before the attempt under way, and decided last. */
  @Convert(converter = Texts.SchedulesText.class)
  private List<Schedule> tried;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected Placement() {}

  private Placement(Schedule within, Schedule slot, List<Schedule> tried) {
    this.notBefore = within.startTime();
    this.notAfter = within.endTime();
    this.startTime = slot.startTime();
    this.endTime = slot.endTime();
    this.tried = List.copyOf(tried);
  }

  static Placement first(Stretch wanted, Schedule slot) {
    return new Placement(wanted.within(), slot, List.of());
  }

  /** What was begun for the slot it had never commits. */
  Placement instead(Schedule slot) {
    return new Placement(wanted().within(), slot, tried);
  }

  /** The slot it had was refused. */
  Placement next(Schedule slot) {
    return new Placement(wanted().within(), slot, triedWithTheLast());
  }

  /** What was booked is moved, away from where it was wanted if need be. */
  Placement moved(Schedule slot) {
    return slot.equals(slot()) ? this : new Placement(slot, slot, List.of());
  }

  /** When it was refused so far, if the attempt decided last was refused too. */
  List<Schedule> triedWithTheLast() {
    return Stream.concat(tried.stream(), Stream.of(slot())).toList();
  }

  /** Its slot, or the next that is not past if it may be another. */
  Schedule slotFrom(Instant now) {
    return startTime.isBefore(now) ? wanted().from(wanted().earliestStart(now)) : slot();
  }

  Schedule slot() {
    return new Schedule(startTime, endTime);
  }

  Stretch wanted() {
    return new Stretch(new Schedule(notBefore, notAfter), slot().length());
  }

  /** Where it was wanted, if not at a fixed time. */
  Optional<Schedule> window() {
    return wanted().isFixed() ? Optional.empty() : Optional.of(wanted().within());
  }

  /** Where an instant is, seen from the slot. */
  enum Moment {
    BEFORE,
    DURING,
    AFTER
  }

  Moment at(Instant now) {
    return now.isBefore(startTime) ? Moment.BEFORE : isOver(now) ? Moment.AFTER : Moment.DURING;
  }

  boolean isOver(Instant now) {
    return !now.isBefore(endTime);
  }

  /** What was asked for, of which this is when, for people. */
  String wish(String what) {
    return window().isEmpty() ? what : what + ", " + wanted().length() + " " + between();
  }

  /** Why it is refused, for people. */
  String refusal(String why) {
    return window().isEmpty() ? why : "no slot " + between() + " was to be had; the last: " + why;
  }

  static String words(Schedule slot) {
    return slot.startTime() + " to " + slot.endTime();
  }

  private String between() {
    return "between " + notBefore + " and " + notAfter;
  }
}

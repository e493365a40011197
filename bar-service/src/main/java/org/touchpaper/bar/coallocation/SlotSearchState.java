package org.touchpaper.bar.coallocation;

import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.touchpaper.bar.coallocation.request.SlotWindow;
import org.touchpaper.segment.connection.Schedule;

/** The requested window, the slots tried, and the current slot of a co-allocation. */
@Embeddable
public class SlotSearchState {

  private Instant startTime;
  private Instant endTime;

  /** The requested window; equal to start and end if the time was fixed. */
  private Instant notBefore;

  private Instant notAfter;

  /** The slots that were refused before the current attempt. */
  @Convert(converter = JsonConverters.SchedulesConverter.class)
  private List<Schedule> triedSlots;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected SlotSearchState() {}

  private SlotSearchState(Schedule window, Schedule slot, List<Schedule> triedSlots) {
    this.notBefore = window.startTime();
    this.notAfter = window.endTime();
    this.startTime = slot.startTime();
    this.endTime = slot.endTime();
    this.triedSlots = List.copyOf(triedSlots);
  }

  static SlotSearchState startingWith(SlotWindow slotWindow, Schedule slot) {
    return new SlotSearchState(slotWindow.window(), slot, List.of());
  }

  /** Replaces a slot whose transaction never commits. */
  SlotSearchState replaceSlot(Schedule slot) {
    return new SlotSearchState(slotWindow().window(), slot, triedSlots);
  }

  /** Moves on from a refused slot. */
  SlotSearchState nextSlot(Schedule slot) {
    return new SlotSearchState(slotWindow().window(), slot, allTriedSlots());
  }

  /** Moves a committed booking, also out of the requested window. */
  SlotSearchState moveTo(Schedule slot) {
    return slot.equals(slot()) ? this : new SlotSearchState(slot, slot, List.of());
  }

  /** Returns the slots tried, including the current one. */
  public List<Schedule> allTriedSlots() {
    return Stream.concat(triedSlots.stream(), Stream.of(slot())).toList();
  }

  /** Returns the slot, or, if it has passed, the next one within the window. */
  public Schedule slotNotBefore(Instant now) {
    return startTime.isBefore(now) ? slotWindow().slotAt(slotWindow().earliestStart(now)) : slot();
  }

  Schedule slot() {
    return new Schedule(startTime, endTime);
  }

  public SlotWindow slotWindow() {
    return new SlotWindow(new Schedule(notBefore, notAfter), slot().duration());
  }

  /** Returns the requested window; empty if the time was fixed. */
  Optional<Schedule> window() {
    return slotWindow().isFixed() ? Optional.empty() : Optional.of(slotWindow().window());
  }

  /** An instant's position relative to the slot. */
  enum TimeRelation {
    BEFORE,
    DURING,
    AFTER
  }

  TimeRelation relationTo(Instant now) {
    return now.isBefore(startTime)
        ? TimeRelation.BEFORE
        : isOver(now) ? TimeRelation.AFTER : TimeRelation.DURING;
  }

  boolean isOver(Instant now) {
    return !now.isBefore(endTime);
  }

  /** Describes the request with its window, for display. */
  String describeRequest(String summary) {
    return window().isEmpty()
        ? summary
        : summary + ", " + slotWindow().length() + " " + describeWindow();
  }

  String describeRefusal(String reason) {
    return window().isEmpty()
        ? reason
        : "no slot available " + describeWindow() + "; last refusal: " + reason;
  }

  static String format(Schedule slot) {
    return slot.startTime() + " to " + slot.endTime();
  }

  private String describeWindow() {
    return "between " + notBefore + " and " + notAfter;
  }
}

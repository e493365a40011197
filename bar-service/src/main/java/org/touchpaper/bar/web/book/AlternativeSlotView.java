package org.touchpaper.bar.web.book;

import java.time.Instant;
import org.touchpaper.segment.connection.Schedule;

/**
 * A time that the form offers in place of the one that was asked for.
 *
 * @param start an instant, as the button sends it
 * @param text the time for people
 */
public record AlternativeSlotView(String start, String text) {

  /** A slot as long as another. */
  static AlternativeSlotView of(Instant start, Schedule slot, FormTimeFormatter times) {
    return new AlternativeSlotView(
        start.toString(), times.text(start, start.plus(slot.duration())));
  }

  /** A slot that a service found; it begins on a full second. */
  static AlternativeSlotView of(Schedule slot, FormTimeFormatter times) {
    return of(FormAvailabilityReader.ceil(slot.startTime()), slot, times);
  }
}

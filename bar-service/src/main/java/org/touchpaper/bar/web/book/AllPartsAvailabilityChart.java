package org.touchpaper.bar.web.book;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.Window;

/**
 * When all parts of a booking are free at once, as a bar under the charts of the single resources.
 * Positions are in percent of the width.
 *
 * @param period the time asked for; null if it is outside
 * @param fits whether the time asked for suits all
 */
public record AllPartsAvailabilityChart(List<Span> windows, @Nullable Span period, boolean fits) {

  public AllPartsAvailabilityChart {
    windows = List.copyOf(windows);
  }

  /** A stretch of the bar. */
  public record Span(double x, double width) {}

  /**
   * Draws windows.
   *
   * @param period what is drawn
   * @param slot the time asked for
   */
  static AllPartsAvailabilityChart of(List<Window> windows, Schedule period, Schedule slot) {
    return new AllPartsAvailabilityChart(
        windows.stream()
            .filter(window ->
                window.start().isBefore(period.endTime())
                    && window.end().isAfter(period.startTime()))
            .map(window -> span(window.start(), window.end(), period))
            .toList(),
        slot.overlaps(period) ? span(slot.startTime(), slot.endTime(), period) : null,
        windows.stream()
            .anyMatch(window ->
                !window.start().isAfter(slot.startTime())
                    && !window.end().isBefore(slot.endTime())));
  }

  private static Span span(Instant from, Instant to, Schedule period) {
    var x = percent(from, period);
    return new Span(x, Math.round((percent(to, period) - x) * 1000) / 1000.0);
  }

  private static double percent(Instant at, Schedule period) {
    var part = (double) Duration.between(period.startTime(), at).toMillis();
    var percent = Math.clamp(100 * part / period.duration().toMillis(), 0, 100);
    return Math.round(percent * 1000) / 1000.0;
  }
}

package org.touchpaper.bar.web.timeline;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How much time the page shows, and in which steps a booking is moved on it. */
enum TimelineZoom {
  HOUR("1 hour", Duration.ofHours(1), Duration.ofMinutes(1)),
  HOURS("6 hours", Duration.ofHours(6), Duration.ofMinutes(5)),
  DAY("1 day", Duration.ofDays(1), Duration.ofMinutes(15)),
  WEEK("1 week", Duration.ofDays(7), Duration.ofHours(1)),
  MONTH("1 month", Duration.ofDays(31), Duration.ofHours(6)),
  QUARTER("3 months", Duration.ofDays(92), Duration.ofDays(1)),
  YEAR("1 year", Duration.ofDays(366), Duration.ofDays(1));

  private final String label;
  private final Duration length;
  private final Duration raster;

  TimelineZoom(String label, Duration length, Duration raster) {
    this.label = label;
    this.length = length;
    this.raster = raster;
  }

  static Optional<TimelineZoom> parse(String parameter) {
    return Stream.of(values()).filter(zoom -> zoom.parameter().equals(parameter)).findFirst();
  }

  /** The shortest that shows a length, or the longest of all. */
  static TimelineZoom covering(Duration length) {
    return Stream.of(values())
        .filter(zoom -> zoom.length.compareTo(length) >= 0)
        .findFirst()
        .orElse(YEAR);
  }

  /** Its name in the URL. */
  public String parameter() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String label() {
    return label;
  }

  Duration length() {
    return length;
  }

  Duration raster() {
    return raster;
  }

  public long rasterMillis() {
    return raster.toMillis();
  }
}

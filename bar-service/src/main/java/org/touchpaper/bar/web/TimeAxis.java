package org.touchpaper.bar.web;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A period on a horizontal axis, with ticks at full minutes, hours, days or months of a time zone.
 * Positions are in percent of the width. A clock that is put forward or back moves no tick: hours
 * are hours.
 */
public record TimeAxis(Instant from, Instant to, ZoneId zone) {

  private static final List<Duration> CLOCK_STEPS =
      Stream.of(1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720).map(Duration::ofMinutes).toList();
  private static final List<Integer> DAY_STEPS = List.of(1, 2, 7, 14);
  private static final List<Integer> MONTH_STEPS = List.of(1, 2, 3, 6, 12);
  private static final double DAYS_PER_MONTH = 30.5;

  private static final DateTimeFormatter CLOCK = format("HH:mm");
  private static final DateTimeFormatter DAY = format("d MMM");
  private static final DateTimeFormatter WEEKDAY = format("EEE d");
  private static final DateTimeFormatter MONTH = format("MMM uuuu");
  private static final DateTimeFormatter FULL = format("EEE d MMM HH:mm");

  public TimeAxis {
    if (!from.isBefore(to)) {
      throw new IllegalArgumentException(from + " is not before " + to);
    }
  }

  /**
   * A label on the axis.
   *
   * @param x its position in percent
   * @param major true at the start of a day, month or year
   */
  public record Tick(double x, String text, boolean major) {}

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
  }

  public Duration length() {
    return Duration.between(from, to);
  }

  /** Where an instant is, in percent; less than 0 or more than 100 if outside. */
  public double x(Instant at) {
    var percent = 100.0 * seconds(Duration.between(from, at)) / seconds(length());
    return Math.round(percent * 1000) / 1000.0;
  }

  /** Where an instant is, or the nearer end of the axis if outside. */
  public double clampedX(Instant at) {
    return Math.clamp(x(at), 0, 100);
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  /** An instant in the zone, such as {@code Fri 27 Nov 11:34}. */
  public String text(Instant at) {
    return FULL.format(at.atZone(zone));
  }

  /** A period in the zone, such as {@code Fri 27 Nov 11:34–12:34}. */
  public String text(Instant start, Instant end) {
    var isSameDay = start.atZone(zone).toLocalDate().equals(end.atZone(zone).toLocalDate());
    return text(start) + (isSameDay ? "–" + CLOCK.format(end.atZone(zone)) : " – " + text(end));
  }

  /** The zone's name for people: {@code UTC}, or an id such as {@code Europe/London}. */
  public String zoneName() {
    return zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId();
  }

  /** The finest ticks that are at most {@code most}. */
  public List<Tick> ticks(int most) {
    for (var step : CLOCK_STEPS) {
      if (length().dividedBy(step) < most) {
        return clockTicks(step);
      }
    }
    var days = length().toDays();
    for (var step : DAY_STEPS) {
      if (days / step < most) {
        return dayTicks(step);
      }
    }
    return monthTicks(
        MONTH_STEPS.stream()
            .filter(step -> days / (DAYS_PER_MONTH * step) < most)
            .findFirst()
            .orElse(MONTH_STEPS.getLast()));
  }

  /** At times of the clock: none for a time that a day skips, two for one that it repeats. */
  private List<Tick> clockTicks(Duration step) {
    var ticks = new ArrayList<Tick>();
    for (var day = firstDay(); !day.isAfter(lastDay()); day = day.plusDays(1)) {
      for (var minute = 0L; minute < Duration.ofDays(1).toMinutes(); minute += step.toMinutes()) {
        var time = LocalDateTime.of(day, LocalTime.MIDNIGHT).plusMinutes(minute);
        var isDayStart = minute == 0;
        zone.getRules().getValidOffsets(time).stream()
            .map(time::toInstant)
            .filter(this::contains)
            .map(at ->
                new Tick(x(at), (isDayStart ? WEEKDAY : CLOCK).format(at.atZone(zone)), isDayStart))
            .forEach(ticks::add);
      }
    }
    return ticks.stream().sorted(Comparator.comparingDouble(Tick::x)).toList();
  }

  /** At starts of days; weeks begin on Monday. */
  private List<Tick> dayTicks(int step) {
    var ticks = new ArrayList<Tick>();
    var monday = LocalDate.EPOCH.plusDays(4);
    for (var day = firstDay(); !day.isAfter(lastDay()); day = day.plusDays(1)) {
      if (Math.floorMod(ChronoUnit.DAYS.between(monday, day), (long) step) == 0) {
        addDay(day, DAY, step == 1 && day.getDayOfWeek() == DayOfWeek.MONDAY, ticks);
      }
    }
    return List.copyOf(ticks);
  }

  private List<Tick> monthTicks(int step) {
    var ticks = new ArrayList<Tick>();
    for (var day = firstDay().withDayOfMonth(1); !day.isAfter(lastDay()); day = day.plusMonths(1)) {
      if ((day.getMonthValue() - 1) % step == 0) {
        addDay(day, MONTH, day.getMonthValue() == 1, ticks);
      }
    }
    return List.copyOf(ticks);
  }

  private void addDay(LocalDate day, DateTimeFormatter format, boolean major, List<Tick> ticks) {
    var at = day.atStartOfDay(zone).toInstant();
    if (contains(at)) {
      ticks.add(new Tick(x(at), format.format(day), major));
    }
  }

  private LocalDate firstDay() {
    return from.atZone(zone).toLocalDate();
  }

  private LocalDate lastDay() {
    return to.atZone(zone).toLocalDate();
  }

  private boolean contains(Instant at) {
    return !at.isBefore(from) && at.isBefore(to);
  }
}

package org.touchpaper.bar.web;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Schedule;

/**
 * A step graph of free capacity over time, drawn to the capacity: full height means that all is
 * free. Positions and sizes are in percent of the figure, from its top left corner.
 *
 * @param caption the range of what is free, and when
 * @param verdict when the amount asked for is not free; empty if nothing is known
 * @param scale what full height stands for, such as {@code 128 nodes}
 * @param asked the amount asked for; null if none
 * @param period the time asked for; null if none
 */
public record AvailabilityChart(
    String title,
    String caption,
    String verdict,
    String scale,
    List<Step> steps,
    @Nullable RequestedAmount asked,
    @Nullable Span period,
    List<TimeAxis.Tick> ticks) {

  private static final int MAX_TICKS = 5;

  /** No label begins in the last part of the axis, where it would be cut off. */
  private static final double LAST_LABEL = 88;

  /** More steps than this cannot be told apart; neighbours are drawn as one, with the least. */
  private static final int MAX_STEPS = 300;

  private static final int MAX_LISTED_SHORTAGES = 3;

  /** Such as {@code Tue 1 Dec 21:00}. */
  private static final Pattern DAY_AND_TIME =
      Pattern.compile("[A-Z][a-z]{2} \\d+ [A-Z][a-z]{2} \\d\\d:\\d\\d");

  private static final char NO_BREAK_SPACE = '\u00a0';
  private static final Duration SHORTEST_MARGIN = Duration.ofHours(1);

  public AvailabilityChart {
    steps = List.copyOf(steps);
    ticks = List.copyOf(ticks);
  }

  /** A constant free amount during a period. */
  public record FreeAmount(Instant start, Instant end, long amount) {}

  /**
   * A free amount.
   *
   * @param isShort true if it is less than what is asked for, or nothing
   */
  public record Step(
      double x,
      double y,
      double width,
      double height,
      boolean isShort,
      String time,
      String amount) {}

  /** The amount asked for, as a line. */
  public record RequestedAmount(double y, String text) {}

  /** The time asked for. */
  public record Span(double x, double width) {}

  /** A chart without data, with an explanation. */
  public static AvailabilityChart unavailable(String title, String explanation) {
    return new AvailabilityChart(title, explanation, "", "", List.of(), null, null, List.of());
  }

  /** Draws with times in UTC; see the other method. */
  public static AvailabilityChart of(
      String title, String unit, long capacity, long requested, List<FreeAmount> amounts) {
    return of(title, unit, capacity, requested, amounts, ZoneOffset.UTC);
  }

  /**
   * Draws what is free.
   *
   * @param unit what amounts are counted in, such as {@code nodes} or {@code Mbit/s}
   * @param capacity all there is; more is drawn as if it were all
   * @param requested the amount asked for; 0 if none
   * @param amounts what is free, without gaps, in order
   */
  public static AvailabilityChart of(
      String title,
      String unit,
      long capacity,
      long requested,
      List<FreeAmount> amounts,
      ZoneId zone) {
    if (amounts.isEmpty()) {
      return unavailable(title, "availability unknown");
    }
    var axis = new TimeAxis(amounts.getFirst().start(), amounts.getLast().end(), zone);
    var drawing = new Drawing(axis, unit, capacity, Math.max(0, requested));
    return new AvailabilityChart(
        title,
        drawing.caption(amounts),
        drawing.verdict(amounts),
        count(capacity, unit),
        reduce(amounts, axis).stream().map(drawing::step).toList(),
        drawing.asked(),
        null,
        axis.ticks(MAX_TICKS).stream().filter(tick -> tick.x() <= LAST_LABEL).toList());
  }

  /**
   * The period to draw for a booking: all of it, with a margin before and after, but nothing that
   * is past.
   */
  public static Schedule window(Instant start, Instant end, Instant now) {
    var quarter = Duration.between(start, end).dividedBy(4);
    var margin = quarter.compareTo(SHORTEST_MARGIN) < 0 ? SHORTEST_MARGIN : quarter;
    var early = start.minus(margin);
    return new Schedule(
        early.isBefore(now) && !start.isBefore(now) ? now : early, end.plus(margin));
  }

  /** Returns true if the amount asked for, or anything, is not free at some time. */
  public boolean isLacking() {
    return steps.stream().anyMatch(Step::isShort);
  }

  /** The verdict for a narrow column: a day and its time of day stay in one line. */
  public String unbrokenVerdict() {
    return unbroken(verdict);
  }

  /** The caption for a narrow column, as the verdict. */
  public String unbrokenCaption() {
    return unbroken(caption);
  }

  private static String unbroken(String text) {
    return DAY_AND_TIME.matcher(text).replaceAll(time -> time.group().replace(' ', NO_BREAK_SPACE));
  }

  /** Marks the time asked for, of a chart of this window. */
  public AvailabilityChart marking(Instant start, Instant end, Schedule window) {
    var axis = new TimeAxis(window.startTime(), window.endTime(), ZoneOffset.UTC);
    var x = axis.clampedX(start);
    var span = new Span(x, axis.clampedX(end) - x);
    return new AvailabilityChart(title, caption, verdict, scale, steps, asked, span, ticks);
  }

  /** The least of neighbours that are too narrow to be seen. */
  private static List<FreeAmount> reduce(List<FreeAmount> amounts, TimeAxis axis) {
    if (amounts.size() <= MAX_STEPS) {
      return amounts;
    }
    var narrowest = axis.length().dividedBy(MAX_STEPS);
    var reduced = new ArrayList<FreeAmount>();
    var open = amounts.getFirst();
    for (var next : amounts.subList(1, amounts.size())) {
      if (next.amount() != open.amount()
          && Duration.between(open.start(), open.end()).compareTo(narrowest) >= 0) {
        reduced.add(open);
        open = next;
      } else {
        open = new FreeAmount(open.start(), next.end(), Math.min(open.amount(), next.amount()));
      }
    }
    reduced.add(open);
    return reduced;
  }

  /** An amount with its unit: {@code 1 node}, {@code 4 nodes}, {@code 300 Mbit/s}. */
  public static String count(long amount, String unit) {
    return amount + " " + (amount == 1 && unit.equals("nodes") ? "node" : unit);
  }

  private record Drawing(TimeAxis axis, String unit, long capacity, long requested) {

    boolean isShort(FreeAmount free) {
      return free.amount() < Math.max(1, requested);
    }

    Step step(FreeAmount free) {
      var x = axis.x(free.start());
      var height = percent(free.amount());
      return new Step(
          x,
          100 - height,
          Math.max(0, axis.x(free.end()) - x),
          height,
          isShort(free),
          axis.text(free.start(), free.end()),
          count(free.amount(), unit) + " free");
    }

    private double percent(long amount) {
      return Math.round(1000.0 * Math.clamp(amount, 0L, capacity) / Math.max(1, capacity)) / 10.0;
    }

    @Nullable RequestedAmount asked() {
      return requested == 0
          ? null
          : new RequestedAmount(100 - percent(requested), count(requested, unit) + " requested");
    }

    String caption(List<FreeAmount> amounts) {
      var most = amounts.stream().mapToLong(FreeAmount::amount).max().orElse(0);
      var least = amounts.stream().mapToLong(FreeAmount::amount).min().orElse(0);
      return "%s of %s free, %s %s"
          .formatted(
              least == most ? Long.toString(most) : least + " to " + most,
              count(capacity, unit),
              axis.text(axis.from(), axis.to()),
              axis.zoneName());
    }

    String verdict(List<FreeAmount> amounts) {
      var wanted = count(Math.max(1, requested), unit);
      var shortages = shortages(amounts);
      if (shortages.isEmpty()) {
        return requested == 0 ? "" : wanted + " free throughout.";
      }
      if (shortages.equals(List.of(axis.text(axis.from(), axis.to())))) {
        return requested == 0
            ? "Nothing is free in this period."
            : wanted + " not free at any time in this period.";
      }
      var listed = shortages.stream().limit(MAX_LISTED_SHORTAGES).collect(Collectors.joining(", "));
      var more = shortages.size() - MAX_LISTED_SHORTAGES;
      return (requested == 0 ? "Nothing free: " : "Less than " + wanted + " free: ")
          + listed
          + (more > 0 ? ", and " + more + " more times" : "")
          + ".";
    }

    /** The periods with too little; adjoining ones are joined. */
    private List<String> shortages(List<FreeAmount> amounts) {
      var joined = new ArrayList<FreeAmount>();
      for (var free : amounts) {
        if (!isShort(free)) {
          continue;
        }
        if (!joined.isEmpty() && joined.getLast().end().equals(free.start())) {
          joined.add(new FreeAmount(joined.removeLast().start(), free.end(), 0));
        } else {
          joined.add(free);
        }
      }
      return joined.stream().map(free -> axis.text(free.start(), free.end())).toList();
    }
  }
}

package org.touchpaper.bar.web.book;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What a person typed in the booking form, as it was typed.
 *
 * @param key the Idempotency-Key of its submission
 */
public record BookingForm(
    String key,
    List<LightpathRow> lightpaths,
    List<NodesRow> compute,
    List<UnitsRow> units,
    ScheduleFields schedule,
    String description) {

  /** The maximum number of rows of a kind, as in the API. */
  public static final int MAX_ROWS = 16;

  public BookingForm {
    lightpaths = List.copyOf(lightpaths);
    compute = List.copyOf(compute);
    units = List.copyOf(units);
  }

  /** A lightpath; without any end it is none. */
  public record LightpathRow(String source, String destination, String bandwidthMbps) {
    static final LightpathRow EMPTY = new LightpathRow("", "", "300");

    boolean isEmpty() {
      return source.isEmpty() && destination.isEmpty();
    }
  }

  /** Nodes of a cluster; without one they are none. */
  public record NodesRow(String cluster, String nodes, RunFields run) {
    static final NodesRow EMPTY = new NodesRow("", "4", RunFields.NONE);
  }

  /**
   * What to run on nodes; nothing without an application.
   *
   * @param arguments by parameter of the application; of one that takes any arguments, the text
   *     under {@link #FREE}, one a line
   * @param environment a variable a line, as {@code NAME=value}
   */
  public record RunFields(
      String application,
      Map<String, String> arguments,
      String viewer,
      String environment,
      String processesPerNode,
      String cpuCoresPerProcess) {
    static final String FREE = "";
    static final RunFields NONE = new RunFields("", Map.of(), "", "", "", "");

    public RunFields {
      arguments = Map.copyOf(arguments);
    }

    public String argument(String parameter) {
      return arguments.getOrDefault(parameter, "");
    }
  }

  /**
   * Units of a facility; without a unit they are none.
   *
   * @param units such as {@code store/tape}
   */
  public record UnitsRow(String units, String amount) {
    static final UnitsRow EMPTY = new UnitsRow("", "1");
  }

  /**
   * When it is to be.
   *
   * @param zone the time zone of the times
   * @param when {@link #AT} or {@link #BETWEEN}
   * @param until {@link #LENGTH} or {@link #END}; a window always has a length
   */
  public record ScheduleFields(
      String zone,
      String when,
      String until,
      TimeField start,
      TimeField end,
      TimeField notBefore,
      TimeField notAfter,
      String minutes) {

    /** A fixed time, or the earliest time in a window. */
    static final String AT = "at";

    static final String BETWEEN = "between";

    /** A fixed time ends after a length, or at a time. */
    static final String LENGTH = "length";

    static final String END = "end";

    public boolean isWindow() {
      return when.equals(BETWEEN);
    }

    public boolean hasEnd() {
      return until.equals(END) && !isWindow();
    }

    ScheduleFields startingAt(TimeField newStart) {
      return new ScheduleFields(zone, AT, until, newStart, end, notBefore, notAfter, minutes);
    }

    ScheduleFields endingAt(TimeField newEnd) {
      return new ScheduleFields(zone, when, until, start, newEnd, notBefore, notAfter, minutes);
    }

    ScheduleFields endingBy(TimeField newNotAfter) {
      return new ScheduleFields(zone, when, until, start, end, notBefore, newNotAfter, minutes);
    }

    /** The same without times, as it is kept in a template. */
    ScheduleFields withoutTimes() {
      var none = TimeField.EMPTY;
      return new ScheduleFields(zone, when, until, none, none, none, none, minutes);
    }
  }

  /**
   * A local time.
   *
   * @param offset which of two is meant where clocks go back, such as {@code +01:00}; else empty
   */
  public record TimeField(String text, String offset) {
    public static final TimeField EMPTY = new TimeField("", "");
  }

  BookingForm with(ScheduleFields newSchedule) {
    return new BookingForm(key, lightpaths, compute, units, newSchedule, description);
  }

  /** Returns a copy with a new Idempotency-Key: the next submission is another request. */
  BookingForm withNewKey() {
    var newKey = UUID.randomUUID().toString();
    return new BookingForm(newKey, lightpaths, compute, units, schedule, description);
  }

  /** Returns a copy with one more row of a kind, or the same if there are enough. */
  BookingForm withRowAdded(String kind) {
    return new BookingForm(
        key,
        kind.equals("lightpath") ? added(lightpaths, LightpathRow.EMPTY) : lightpaths,
        kind.equals("cluster") ? added(compute, NodesRow.EMPTY) : compute,
        kind.equals("units") ? added(units, UnitsRow.EMPTY) : units,
        schedule,
        description);
  }

  private static <T> List<T> added(List<T> rows, T row) {
    var result = new ArrayList<>(rows);
    if (rows.size() < MAX_ROWS) {
      result.add(row);
    }
    return result;
  }

  /**
   * Returns a copy without a row; the last of its kind is emptied.
   *
   * @param row such as {@code lightpath-1}; nothing happens if there is none
   */
  BookingForm withoutRow(String row) {
    return new BookingForm(
        key,
        without("lightpath", row, lightpaths, LightpathRow.EMPTY),
        without("cluster", row, compute, NodesRow.EMPTY),
        without("units", row, units, UnitsRow.EMPTY),
        schedule,
        description);
  }

  private static <T> List<T> without(String kind, String row, List<T> rows, T empty) {
    var result = new ArrayList<T>();
    for (var i = 0; i < rows.size(); i++) {
      if (!row.equals(kind + "-" + i)) {
        result.add(rows.get(i));
      }
    }
    return result.isEmpty() ? List.of(empty) : result;
  }
}

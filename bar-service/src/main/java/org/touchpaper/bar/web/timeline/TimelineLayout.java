package org.touchpaper.bar.web.timeline;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.bar.web.AvailabilityChart;
import org.touchpaper.bar.web.TimeAxis;

/**
 * Places bookings on a time axis: from values to a drawing. Bars that overlap are put in lanes
 * under each other, the earliest first. Positions and widths are in percent of the width, heights
 * in pixels. The graph of what is free is below the bars.
 */
final class TimelineLayout {

  static final int LANE_HEIGHT = 28;
  static final int BAR_HEIGHT = 24;
  static final int GRAPH_HEIGHT = 44;
  private static final int GAP = 6;

  /** Bars that would need more lanes are counted, not drawn. */
  static final int MAX_LANES = 6;

  /** A shorter bar could not be seen or pointed at. */
  private static final double MIN_WIDTH = 0.6;

  /** On a desktop, in pixels. */
  private static final double PLANE_WIDTH = 1120;

  /** In pixels, before and after the label. */
  private static final double LABEL_MARGIN = 5;

  private static final String NARROW_LETTERS = "fijltrI.,:;'|!()[]- ";

  /** In percent; about 40 pixels of the plane of 340. */
  private static final double LEAST_LABELLED_ON_PHONE = 12;

  /** The kind of a row of two hosts. */
  static final String PAIR = "Between two hosts";

  private TimelineLayout() {}

  /**
   * A booking of a resource.
   *
   * @param start its own, which may be before the picture
   * @param amount what it takes of the resource, with the unit; empty if not known
   * @param move how the person may move it
   */
  record Booking(
      UUID id,
      String description,
      String owner,
      boolean isMine,
      AllowedChange move,
      BookingPhase state,
      Instant start,
      Instant end,
      String amount) {}

  /** Which ends of a booking its viewer may ask to change. */
  enum AllowedChange {
    NONE,
    END,
    BOTH
  }

  /**
   * A resource.
   *
   * @param name its name in the API
   * @param kind what it is, such as {@code Cluster}
   * @param more how many bookings are left out
   * @param chart what is free
   */
  record Row(
      String name,
      String kind,
      List<Booking> bookings,
      BookingCount more,
      AvailabilityChart chart) {
    Row {
      bookings = List.copyOf(bookings);
    }
  }

  /** How many bookings are left out. */
  record BookingCount(long count, boolean isExact) {
    static final BookingCount NONE = new BookingCount(0, true);

    private BookingCount plus(long others) {
      return new BookingCount(count + others, isExact);
    }

    /** Such as {@code and 50 more}; null if none is. */
    public @Nullable String text() {
      if (count == 0 && !isExact) {
        return "and perhaps more";
      }
      return count == 0 ? null : (isExact ? "and " : "and more than ") + count + " more";
    }
  }

  /**
   * A booking as it is drawn.
   *
   * @param key an id within the page
   * @param label what is written on the bar
   * @param text what is said of it
   */
  record Bar(
      String key, Booking booking, double x, double width, int y, String label, String text) {

    public boolean isMovable() {
      return booking.move() != AllowedChange.NONE;
    }

    /** As much of the label as there is room for on a desktop; empty if that says nothing. */
    public String shownLabel() {
      var room = width * PLANE_WIDTH / 100 - 2 * LABEL_MARGIN;
      if (label.codePoints().mapToDouble(TimelineLayout::letterWidth).sum() <= room) {
        return label;
      }
      var shown = new StringBuilder();
      var left = room - letterWidth('…');
      for (var letter : label.codePoints().toArray()) {
        left -= letterWidth(letter);
        if (left < 0) {
          break;
        }
        shown.appendCodePoint(letter);
      }
      return shown.length() < 2 ? "" : shown.toString().strip() + "…";
    }

    /** True if nothing of the label can be read on a phone. */
    public boolean isSlim() {
      return width < LEAST_LABELLED_ON_PHONE;
    }
  }

  /** A row as it is drawn. */
  record TimelineRow(
      String name,
      String kind,
      int height,
      int graphY,
      List<Bar> bars,
      @Nullable String more,
      AvailabilityChart chart) {

    /** The name for people. */
    public String title() {
      return kind.equals(PAIR) ? name.replace("/", " → ") : name;
    }
  }

  /** Draws the rows, each by itself. */
  static List<TimelineRow> draw(List<Row> rows, TimeAxis axis) {
    var drawn = new ArrayList<TimelineRow>();
    for (var row : rows) {
      drawn.add(draw(row, drawn.size(), axis));
    }
    return drawn;
  }

  private static TimelineRow draw(Row row, int number, TimeAxis axis) {
    var laneEnds = new ArrayList<Double>();
    var bars = new ArrayList<Bar>();
    var inOrder =
        row.bookings().stream()
            .sorted(
                Comparator.comparing(Booking::start)
                    .thenComparing(Booking::end, Comparator.reverseOrder())
                    .thenComparing(Booking::id))
            .toList();
    for (var booking : inOrder) {
      var left = axis.clampedX(booking.start());
      var width = Math.max(MIN_WIDTH, axis.clampedX(booking.end()) - left);
      var x = Math.min(left, 100 - MIN_WIDTH);
      var lane = freeLane(laneEnds, x);
      if (lane < MAX_LANES) {
        setEnd(laneEnds, lane, x + width);
        bars.add(bar(booking, row, number, x, width, lane, axis));
      }
    }
    var graphY = laneEnds.isEmpty() ? 0 : laneEnds.size() * LANE_HEIGHT + GAP;
    return new TimelineRow(
        row.name(),
        row.kind(),
        graphY + GRAPH_HEIGHT,
        graphY,
        bars,
        row.more().plus(inOrder.size() - bars.size()).text(),
        row.chart());
  }

  private static int freeLane(List<Double> laneEnds, double x) {
    for (var lane = 0; lane < laneEnds.size(); lane++) {
      if (laneEnds.get(lane) <= x) {
        return lane;
      }
    }
    return laneEnds.size();
  }

  private static void setEnd(List<Double> laneEnds, int lane, double end) {
    if (lane == laneEnds.size()) {
      laneEnds.add(end);
    } else {
      laneEnds.set(lane, end);
    }
  }

  private static Bar bar(
      Booking booking, Row row, int number, double x, double width, int lane, TimeAxis axis) {
    var title = booking.description().isBlank() ? "(no description)" : booking.description();
    var share = booking.amount().isEmpty() ? "" : booking.amount() + ", ";
    return new Bar(
        "bar-" + number + "-" + booking.id(),
        booking,
        x,
        Math.round(width * 1000) / 1000.0,
        lane * LANE_HEIGHT,
        booking.isMine() || booking.owner().isEmpty() ? title : title + " · " + booking.owner(),
        "%s: %s, %s%s, %s, %s"
            .formatted(
                title,
                row.name(),
                share,
                axis.text(booking.start(), booking.end()),
                stateText(booking.state()),
                booking.isMine() ? "yours" : "booked by " + booking.owner()));
  }

  /** About what a letter of a label takes, in pixels: the server does not know the font. */
  private static double letterWidth(int letter) {
    return NARROW_LETTERS.indexOf(letter) >= 0 ? 4.7 : Character.isUpperCase(letter) ? 8.7 : 7.7;
  }

  private static String stateText(BookingPhase state) {
    return switch (state) {
      case UNDECIDED -> "not decided yet";
      case COMMITTED -> "confirmed";
      case ACTIVE -> "active now";
      case ENDED -> "ended";
      case CANCELLED -> "cancelled";
      case FAILED -> "failed";
      case REFUSED -> "refused";
    };
  }
}

package org.touchpaper.tl1.row;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.BlockRow;

/**
 * An event, or a condition that raises no alarm, from a row of REPT EVT (GR-833): {@code
 * aid:condition,effect,date,time,location,direction,…:\"description\"}.
 *
 * @param condition such as T-UAS-W or LOGBUFR90
 * @param date as sent; may be empty
 * @param time as sent; may be empty
 * @param description the element's text, without quotes; may be empty
 */
public record EventRow(
    String aid,
    String condition,
    Effect effect,
    String date,
    String time,
    String description,
    Map<String, String> parameters) {

  /** The effect of the event on the condition. */
  public enum Effect {
    /** Transient condition. */
    TC,
    /** Standing condition: raised and not yet cleared. */
    SC,
    /** Cleared. */
    CL;

    private static Optional<Effect> find(String code) {
      return Arrays.stream(values()).filter(candidate -> candidate.name().equals(code)).findFirst();
    }
  }

  public EventRow {
    parameters = Map.copyOf(parameters);
  }

  /** Parses a row; empty if it is not an event. */
  public static Optional<EventRow> parse(String row) {
    var blocks = BlockRow.parse(row);
    return Effect.find(blocks.valueAt(1, 1).toUpperCase(Locale.ROOT))
        .filter(_ -> !blocks.valueAt(0, 0).isEmpty() && !blocks.valueAt(1, 0).isEmpty())
        .map(effect ->
            new EventRow(
                blocks.valueAt(0, 0),
                blocks.valueAt(1, 0),
                effect,
                blocks.valueAt(1, 2),
                blocks.valueAt(1, 3),
                blocks.valueAt(2, 0).strip(),
                blocks.namedValues()));
  }

  /** Parses the events of a REPT EVT; empty for any other report. */
  public static List<EventRow> fromReport(AutonomousMessage report) {
    if (!report.verb().toUpperCase(Locale.ROOT).startsWith("REPT EVT")) {
      return List.of();
    }
    return report.text().rows().stream().map(EventRow::parse).flatMap(Optional::stream).toList();
  }
}

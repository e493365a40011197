package org.touchpaper.tl1.row;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.BlockRow;

/**
 * What happened, or a condition that raises no alarm, from a row of REPT EVT (GR-833): {@code
 * aid:condition,effect,date,time,location,direction,…:\"description\"}.
 *
 * @param condition such as T-UAS-W or LOGBUFR90
 * @param date as sent; empty if not said
 * @param time as sent; empty if not said
 * @param description in the element's words, without quotes; empty if it gave none
 */
public record EventRow(
    String aid,
    String condition,
    Effect effect,
    String date,
    String time,
    String description,
    Map<String, String> parameters) {

  /** What the event does to the condition. */
  public enum Effect {
    /** It came and went: a transient condition. */
    TC,
    /** It stands. */
    SC,
    /** It is over. */
    CL;

    private static Optional<Effect> find(String code) {
      return Arrays.stream(values()).filter(each -> each.name().equals(code)).findFirst();
    }
  }

  public EventRow {
    parameters = Map.copyOf(parameters);
  }

  /** Reads a row; empty if it is none of an event. */
  public static Optional<EventRow> parse(String row) {
    var blocks = BlockRow.parse(row);
    return Effect.find(blocks.at(1, 1).toUpperCase(Locale.ROOT))
        .filter(_ -> !blocks.at(0, 0).isEmpty() && !blocks.at(1, 0).isEmpty())
        .map(effect ->
            new EventRow(
                blocks.at(0, 0),
                blocks.at(1, 0),
                effect,
                blocks.at(1, 2),
                blocks.at(1, 3),
                blocks.at(2, 0).strip(),
                blocks.named()));
  }

  /** The events that a REPT EVT tells; none if the report is another one. */
  public static List<EventRow> in(AutonomousMessage report) {
    if (!report.verb().toUpperCase(Locale.ROOT).startsWith("REPT EVT")) {
      return List.of();
    }
    return report.text().rows().stream().map(EventRow::parse).flatMap(Optional::stream).toList();
  }
}

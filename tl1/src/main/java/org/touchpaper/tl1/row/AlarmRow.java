package org.touchpaper.tl1.row;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.BlockRow;

/**
 * One alarm or condition, from a row of RTRV-ALM, RTRV-COND or REPT ALM (GR-833): {@code
 * aid,aidtype:severity,condition,effect,date,time,location,direction:\"description\",…}.
 *
 * <p>Seen and read: Cisco's and Ciena's rows, rows without an AID type, the CoreDirector's times
 * with colons and AIDs with colons, a description as eighth position, and rows of names and values
 * ({@code NTFCNCDE=CR,CONDTYPE=…}).
 *
 * @param aid the entity in trouble, as the element spells it
 * @param aidType its kind, such as OC192; empty if neither row nor report says
 * @param condition such as LOS or EQPT_MISSING
 * @param effect whether it affects service, as far as the element says
 * @param date when it arose, as sent: MM-DD or YYYY-MM-DD; empty if not said
 * @param time as sent, HH-MM-SS or HH:MM:SS; empty if not said
 * @param location NEND, FEND or empty
 * @param direction RCV, TRMT, NA or empty
 * @param description in the element's words, without quotes; empty if it gave none
 * @param parameters what else the row names, by upper-case key
 */
public record AlarmRow(
    String aid,
    String aidType,
    Severity severity,
    String condition,
    Effect effect,
    String date,
    String time,
    String location,
    String direction,
    String description,
    Map<String, String> parameters) {

  /** The notification code: how bad it is, or that it is over. */
  public enum Severity {
    CRITICAL("CR"),
    MAJOR("MJ"),
    MINOR("MN"),
    /** Not alarmed: a condition that raises no alarm. */
    NOT_ALARMED("NA"),
    /** Not reported: a condition that is masked by another, or told only when asked for. */
    NOT_REPORTED("NR"),
    /** The alarm is over. */
    CLEARED("CL");

    private static final Map<String, Severity> BY_CODE = new HashMap<>();

    static {
      for (var severity : values()) {
        BY_CODE.put(severity.code, severity);
      }
    }

    private final String code;

    Severity(String code) {
      this.code = code;
    }

    public String code() {
      return code;
    }

    /** The severity that elements write so, if any. */
    public static Optional<Severity> find(String code) {
      return Optional.ofNullable(BY_CODE.get(code.strip().toUpperCase(Locale.ROOT)));
    }
  }

  /** What the element says of the service. */
  public enum Effect {
    /** SA. */
    SERVICE_AFFECTING,
    /** NSA: as of a card whose other power supply goes on. */
    NOT_SERVICE_AFFECTING,
    NOT_SAID;

    private static Effect of(String code) {
      return switch (code.strip().toUpperCase(Locale.ROOT)) {
        case "SA" -> SERVICE_AFFECTING;
        case "NSA" -> NOT_SERVICE_AFFECTING;
        default -> NOT_SAID;
      };
    }
  }

  private static final Pattern TIME = Pattern.compile(",(\\d\\d):(\\d\\d):(\\d\\d)(?=[,:]|$)");

  private static final int DESCRIPTION = 7;

  public AlarmRow {
    parameters = Map.copyOf(parameters);
  }

  /** Reads a row; empty if it is none of an alarm or condition. */
  public static Optional<AlarmRow> parse(String row) {
    var blocks = BlockRow.parse(withTimeInOnePiece(row));
    for (var i = 1; i < blocks.blocks().size(); i++) {
      var severity = Severity.find(blocks.at(i, 0));
      if (severity.isPresent() && !blocks.at(i, 1).isEmpty()) {
        return Optional.of(positional(blocks, i, severity.get()));
      }
    }
    return named(blocks);
  }

  /** The colons of a time of day end no block; what stands in quotes is the element's own words. */
  private static String withTimeInOnePiece(String row) {
    var time = TIME.matcher(row);
    var quote = row.indexOf('"');
    return time.find() && (quote < 0 || time.start() < quote)
        ? time.replaceFirst(",$1-$2-$3")
        : row;
  }

  /**
   * The alarms that a REPT ALM or REPT COND tells, those rows left out that cannot be read; none if
   * the report is another one. The report's modifier is the AID type where a row has none.
   */
  public static List<AlarmRow> in(AutonomousMessage report) {
    var words = report.verb().toUpperCase(Locale.ROOT).split("\\s+", 3);
    if (words.length < 2 || !words[0].equals("REPT") || !words[1].matches("ALM|COND")) {
      return List.of();
    }
    var kind = words.length > 2 ? words[2] : "";
    return report.text().rows().stream()
        .map(AlarmRow::parse)
        .flatMap(Optional::stream)
        .map(alarm -> alarm.aidType.isEmpty() ? alarm.ofType(kind) : alarm)
        .toList();
  }

  /** True if the alarm is over. */
  public boolean isCleared() {
    return severity == Severity.CLEARED;
  }

  /** True for SA; false for NSA and where the element does not say. */
  public boolean serviceAffecting() {
    return effect == Effect.SERVICE_AFFECTING;
  }

  private AlarmRow ofType(String type) {
    return new AlarmRow(
        aid,
        type,
        severity,
        condition,
        effect,
        date,
        time,
        location,
        direction,
        description,
        parameters);
  }

  /** An AID may itself hold colons: it is all that stands before the block with the severity. */
  private static AlarmRow positional(BlockRow row, int at, Severity severity) {
    var end = row.blocks().get(at - 1);
    var named = end.size() > 1 ? end.size() - 1 : end.size();
    var aid = new StringBuilder();
    for (var block : row.blocks().subList(0, at - 1)) {
      aid.append(String.join(",", block)).append(':');
    }
    aid.append(String.join(",", end.subList(0, named)));
    return new AlarmRow(
        aid.toString().strip(),
        end.size() > 1 ? end.getLast().strip() : "",
        severity,
        row.at(at, 1),
        Effect.of(row.at(at, 2)),
        row.at(at, 3),
        row.at(at, 4),
        row.at(at, 5),
        row.at(at, 6),
        (row.at(at + 1, 0).isEmpty() ? row.at(at, DESCRIPTION) : row.at(at + 1, 0)).strip(),
        row.named());
  }

  private static Optional<AlarmRow> named(BlockRow row) {
    var values = row.named();
    var severity = Severity.find(values.getOrDefault("NTFCNCDE", ""));
    var condition = values.getOrDefault("CONDTYPE", "");
    if (severity.isEmpty() || condition.isEmpty() || row.at(0, 0).contains("=")) {
      return Optional.empty();
    }
    return Optional.of(
        new AlarmRow(
            row.at(0, 0),
            row.at(0, 1),
            severity.get(),
            condition,
            Effect.of(values.getOrDefault("SRVEFF", "")),
            values.getOrDefault("OCRDAT", ""),
            values.getOrDefault("OCRTM", ""),
            values.getOrDefault("LOCN", ""),
            values.getOrDefault("DIRN", ""),
            values.getOrDefault("CONDDESCR", ""),
            values));
  }
}

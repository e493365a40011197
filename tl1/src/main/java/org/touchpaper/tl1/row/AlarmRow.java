package org.touchpaper.tl1.row;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.ColonSeparatedRow;

/**
 * One alarm or condition, from a row of RTRV-ALM, RTRV-COND or REPT ALM (GR-833): {@code
 * aid,aidtype:severity,condition,effect,date,time,location,direction:\"description\",…}.
 *
 * <p>Accepted variants: rows of Cisco and Ciena, rows without an AID type, the CoreDirector's times
 * and AIDs with colons, a description in the eighth position, and rows of named values ({@code
 * NTFCNCDE=CR,CONDTYPE=…}).
 *
 * @param aid the affected entity, as sent
 * @param aidType its type, such as OC192; empty if neither row nor report states it
 * @param condition such as LOS or EQPT_MISSING
 * @param effect whether service is affected, as far as the element states it
 * @param date when the alarm arose, as sent: MM-DD or YYYY-MM-DD; may be empty
 * @param time as sent, HH-MM-SS or HH:MM:SS; may be empty
 * @param location NEND, FEND or empty
 * @param direction RCV, TRMT, NA or empty
 * @param description the element's text, without quotes; may be empty
 * @param parameters the named values of the row, by upper-case key
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

  /** The notification code: the severity, or that the alarm is cleared. */
  public enum Severity {
    CRITICAL("CR"),
    MAJOR("MJ"),
    MINOR("MN"),
    /** Not alarmed: a condition that raises no alarm. */
    NOT_ALARMED("NA"),
    /** Not reported: a condition masked by another, or reported only on request. */
    NOT_REPORTED("NR"),
    CLEARED("CL");

    private final String code;

    Severity(String code) {
      this.code = code;
    }

    public String code() {
      return code;
    }

    private static Optional<Severity> find(String code) {
      return Arrays.stream(values())
          .filter(severity -> severity.code.equalsIgnoreCase(code.strip()))
          .findFirst();
    }
  }

  public enum Effect {
    /** SA. */
    SERVICE_AFFECTING,
    /** NSA: for example a card whose second power supply still works. */
    NOT_SERVICE_AFFECTING,
    UNSPECIFIED;

    private static Effect of(String code) {
      return switch (code.strip().toUpperCase(Locale.ROOT)) {
        case "SA" -> SERVICE_AFFECTING;
        case "NSA" -> NOT_SERVICE_AFFECTING;
        default -> UNSPECIFIED;
      };
    }
  }

  private static final Pattern TIME = Pattern.compile(",(\\d\\d):(\\d\\d):(\\d\\d)(?=[,:]|$)");

  private static final int DESCRIPTION_POSITION = 7;

  public AlarmRow {
    parameters = Map.copyOf(parameters);
  }

  /** Parses a row; empty if it is not an alarm or condition. */
  public static Optional<AlarmRow> parse(String row) {
    return parse(row, "");
  }

  private static Optional<AlarmRow> parse(String row, String defaultAidType) {
    var blocks = ColonSeparatedRow.parse(normalizeTime(row));
    for (var i = 1; i < blocks.blocks().size(); i++) {
      var severity = Severity.find(blocks.valueAt(i, 0));
      if (severity.isPresent() && !blocks.valueAt(i, 1).isEmpty()) {
        return Optional.of(parsePositional(blocks, i, severity.get(), defaultAidType));
      }
    }
    return parseNamed(blocks, defaultAidType);
  }

  /** Replaces the colons of a time of day, which separate no blocks; quoted text is unchanged. */
  private static String normalizeTime(String row) {
    var time = TIME.matcher(row);
    var quote = row.indexOf('"');
    return time.find() && (quote < 0 || time.start() < quote)
        ? time.replaceFirst(",$1-$2-$3")
        : row;
  }

  /**
   * Parses the alarms of a REPT ALM or REPT COND and skips unreadable rows; empty for any other
   * report. The report's modifier is the AID type of rows without one.
   */
  public static List<AlarmRow> fromReport(AutonomousMessage report) {
    var verbParts = report.verb().toUpperCase(Locale.ROOT).split("\\s+", 3);
    if (verbParts.length < 2 || !verbParts[0].equals("REPT") || !verbParts[1].matches("ALM|COND")) {
      return List.of();
    }
    var kind = verbParts.length > 2 ? verbParts[2] : "";
    return report.text().rows().stream().flatMap(row -> parse(row, kind).stream()).toList();
  }

  public boolean isCleared() {
    return severity == Severity.CLEARED;
  }

  /** True for SA; false for NSA and where the element states nothing. */
  public boolean isServiceAffecting() {
    return effect == Effect.SERVICE_AFFECTING;
  }

  /** An AID may contain colons: it extends to the block with the severity. */
  private static AlarmRow parsePositional(
      ColonSeparatedRow row, int severityBlock, Severity severity, String defaultAidType) {
    var aidBlock = row.blocks().get(severityBlock - 1);
    var aidPartCount = aidBlock.size() > 1 ? aidBlock.size() - 1 : aidBlock.size();
    var aid = new StringBuilder();
    for (var block : row.blocks().subList(0, severityBlock - 1)) {
      aid.append(String.join(",", block)).append(':');
    }
    aid.append(String.join(",", aidBlock.subList(0, aidPartCount)));
    return new AlarmRow(
        aid.toString().strip(),
        orDefault(aidBlock.size() > 1 ? aidBlock.getLast().strip() : "", defaultAidType),
        severity,
        row.valueAt(severityBlock, 1),
        Effect.of(row.valueAt(severityBlock, 2)),
        row.valueAt(severityBlock, 3),
        row.valueAt(severityBlock, 4),
        row.valueAt(severityBlock, 5),
        row.valueAt(severityBlock, 6),
        orDefault(
                row.valueAt(severityBlock + 1, 0), row.valueAt(severityBlock, DESCRIPTION_POSITION))
            .strip(),
        row.namedValues());
  }

  private static String orDefault(String value, String defaultValue) {
    return value.isEmpty() ? defaultValue : value;
  }

  private static Optional<AlarmRow> parseNamed(ColonSeparatedRow row, String defaultAidType) {
    var values = row.namedValues();
    var severity = Severity.find(values.getOrDefault("NTFCNCDE", ""));
    var condition = values.getOrDefault("CONDTYPE", "");
    if (severity.isEmpty() || condition.isEmpty() || row.valueAt(0, 0).contains("=")) {
      return Optional.empty();
    }
    return Optional.of(
        new AlarmRow(
            row.valueAt(0, 0),
            orDefault(row.valueAt(0, 1), defaultAidType),
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

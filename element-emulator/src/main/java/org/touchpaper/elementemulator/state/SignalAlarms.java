package org.touchpaper.elementemulator.state;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Pattern;
import org.touchpaper.tl1.message.AutonomousMessage.AlarmCode;

/** Ports without signal and missing cards, as RTRV-ALM-ALL and REPT ALM state them. */
public final class SignalAlarms {

  private static final DateTimeFormatter ALARM_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd,HH:mm:ss").withZone(ZoneOffset.UTC);

  /** The AID of a CoreDirector's card: shelf, bay and slot. */
  private static final Pattern CARD_AID = Pattern.compile("\\d{1,2}-[A-Z]-\\d{1,2}");

  private final Map<String, Instant> raisedAt = new ConcurrentSkipListMap<>();

  /** An alarm to report. */
  public record AlarmReport(AlarmCode code, String row) {}

  /** Raises an alarm; returns nothing if it was raised already. */
  public List<AlarmReport> raise(String port, Instant now) {
    return raisedAt.putIfAbsent(port, now) == null
        ? List.of(new AlarmReport(AlarmCode.CRITICAL, row(port, "CR", now)))
        : List.of();
  }

  /** Reports a defect on an SNC's path, or its end. The format of real elements is not public. */
  public static AlarmReport pathReport(String snc, boolean isDefect, Instant now) {
    return new AlarmReport(
        isDefect ? AlarmCode.CRITICAL : AlarmCode.NONE,
        snc + ",SNC:" + (isDefect ? "CR" : "CL") + ",AIS-P,SA," + ALARM_TIME.format(now) + ",,,");
  }

  /** Clears an alarm; returns nothing if there was none. */
  public List<AlarmReport> clear(String port, Instant now) {
    return raisedAt.remove(port) == null
        ? List.of()
        : List.of(new AlarmReport(AlarmCode.NONE, row(port, "CL", now)));
  }

  public List<String> portsWithoutSignal() {
    return List.copyOf(raisedAt.keySet());
  }

  public List<String> alarmRows() {
    return raisedAt.entrySet().stream()
        .map(alarm -> row(alarm.getKey(), "CR", alarm.getValue()))
        .toList();
  }

  private static String row(String port, String severity, Instant since) {
    return CARD_AID.matcher(port).matches()
        ? row(port, "EQPT", severity, "EQPT_MISSING", since, "Circuit Pack Missing")
        : row(port, "OC192", severity, "LOS", since, "Loss of signal");
  }

  private static String row(
      String aid,
      String type,
      String severity,
      String condition,
      Instant since,
      String description) {
    return "%s,%s:%s,%s,SA,%s,,:\\\"%s\\\","
        .formatted(aid, type, severity, condition, ALARM_TIME.format(since), description);
  }
}

package org.touchpaper.elementemulator.state;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  Optional<AlarmReport> raise(String port, Instant now) {
    return raisedAt.putIfAbsent(port, now) == null
        ? Optional.of(new AlarmReport(AlarmCode.CRITICAL, row(port, "CR", now)))
        : Optional.empty();
  }

  /** Clears an alarm; returns nothing if there was none. */
  Optional<AlarmReport> clear(String port, Instant now) {
    return Optional.ofNullable(raisedAt.remove(port))
        .map(_ -> new AlarmReport(AlarmCode.NONE, row(port, "CL", now)));
  }

  /** Reports a defect on an SNC's path, or its end. The format of real elements is not public. */
  public static AlarmReport pathReport(String snc, boolean isDefect, Instant now) {
    return new AlarmReport(
        isDefect ? AlarmCode.CRITICAL : AlarmCode.NONE,
        snc + ",SNC:" + (isDefect ? "CR" : "CL") + ",AIS-P,SA," + ALARM_TIME.format(now) + ",,,");
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
    return (CARD_AID.matcher(port).matches()
            ? "%s,EQPT:%s,EQPT_MISSING,SA,%s,,:\\\"Circuit Pack Missing\\\","
            : "%s,OC192:%s,LOS,SA,%s,,:\\\"Loss of signal\\\",")
        .formatted(port, severity, ALARM_TIME.format(since));
  }
}

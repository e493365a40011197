package org.touchpaper.tl1.element;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Pattern;
import org.touchpaper.tl1.message.AutonomousMessage.AlarmCode;

/**
 * The ports of an element that have lost their signal, and cards that are gone, as RTRV-ALM-ALL and
 * REPT ALM tell it.
 */
final class Signals {

  private static final DateTimeFormatter SINCE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd,HH:mm:ss").withZone(ZoneOffset.UTC);

  /** Of a CoreDirector: shelf, bay and slot. */
  private static final Pattern CARD = Pattern.compile("\\d{1,2}-[A-Z]-\\d{1,2}");

  private final Map<String, Instant> lost = new ConcurrentSkipListMap<>();

  /** What is to be reported. */
  record Report(AlarmCode code, String row) {}

  /** Empty if it was lost already. */
  List<Report> lose(String port, Instant now) {
    return lost.putIfAbsent(port, now) == null
        ? List.of(new Report(AlarmCode.CRITICAL, row(port, "CR", now)))
        : List.of();
  }

  /**
   * A path that has a defect, or none any more. How a real element reports that of an SNC is not
   * public.
   */
  static Report ofPath(String snc, boolean isDefect, Instant now) {
    return new Report(
        isDefect ? AlarmCode.CRITICAL : AlarmCode.NONE,
        snc + ",SNC:" + (isDefect ? "CR" : "CL") + ",AIS-P,SA," + SINCE.format(now) + ",,,");
  }

  /** Empty if it was there. */
  List<Report> restore(String port, Instant now) {
    return lost.remove(port) == null
        ? List.of()
        : List.of(new Report(AlarmCode.NONE, row(port, "CL", now)));
  }

  List<String> lostPorts() {
    return List.copyOf(lost.keySet());
  }

  List<String> rows() {
    return lost.entrySet().stream().map(each -> row(each.getKey(), "CR", each.getValue())).toList();
  }

  private static String row(String port, String severity, Instant since) {
    return CARD.matcher(port).matches()
        ? row(port, "EQPT", severity, "EQPT_MISSING", since, "Circuit Pack Missing")
        : row(port, "OC192", severity, "LOS", since, "Loss of signal");
  }

  private static String row(
      String aid, String type, String severity, String condition, Instant since, String words) {
    return "%s,%s:%s,%s,SA,%s,,:\\\"%s\\\","
        .formatted(aid, type, severity, condition, SINCE.format(since), words);
  }
}

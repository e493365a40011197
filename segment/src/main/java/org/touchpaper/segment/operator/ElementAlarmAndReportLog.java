package org.touchpaper.segment.operator;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.elementsession.ElementSession;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.SessionEvent;
import org.touchpaper.tl1.codec.PasswordMasker;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.row.AlarmRow;

/**
 * The active alarms of one element, and its latest autonomous messages. Alarms follow the messages;
 * with each new session they are queried, since messages may have been missed. Bounded in number
 * and size; passwords are masked.
 */
final class ElementAlarmAndReportLog {

  private static final int MAX_REPORTS = 50;
  private static final int MAX_ALARMS = 1000;

  /** Characters kept of one message. */
  private static final int REPORT_LIMIT = 4_000;

  private static final int FIELD_LIMIT = 100;
  private static final int DESCRIPTION_LIMIT = 500;
  private static final InputCommand RETRIEVE_ALARMS = InputCommand.of("RTRV-ALM-ALL");

  /** Queries, at most, while messages keep arriving during the query. */
  private static final int MAX_ATTEMPTS = 5;

  private final Deque<Report> latestReports = new ArrayDeque<>();
  private final Map<List<String>, Alarm> activeAlarms = new LinkedHashMap<>();
  private final Clock clock;
  private long reportCount;

  private ElementAlarmAndReportLog(Clock clock) {
    this.clock = clock;
  }

  /** One autonomous message, cut to the limit. */
  record Report(Instant at, String kind, List<String> rows) {
    static Report of(Instant at, AutonomousMessage message) {
      var allRows = message.text().rows();
      var rows = new ArrayList<String>();
      var remaining = REPORT_LIMIT;
      for (var iterator = allRows.iterator(); iterator.hasNext() && remaining > 0; ) {
        var row = cut(iterator.next(), remaining);
        rows.add(PasswordMasker.mask(row));
        remaining -= row.length() + 1;
      }
      if (rows.size() < allRows.size()) {
        rows.add("… " + (allRows.size() - rows.size()) + " more rows");
      }
      return new Report(at, cut(message.verb(), FIELD_LIMIT), List.copyOf(rows));
    }
  }

  /**
   * An alarm that has not been cleared.
   *
   * @param heardAt when it was received, by our clock
   * @param aid the entity concerned
   * @param description the element's text; may be empty
   */
  record Alarm(
      Instant heardAt,
      AlarmRow.Severity severity,
      boolean serviceAffecting,
      String aid,
      String condition,
      String description) {
    static Alarm of(Instant heardAt, AlarmRow row) {
      return new Alarm(
          heardAt,
          row.severity(),
          row.isServiceAffecting(),
          cut(row.aid(), FIELD_LIMIT),
          cut(row.condition(), FIELD_LIMIT),
          PasswordMasker.mask(cut(row.description(), DESCRIPTION_LIMIT)));
    }

    /** The text of this alarm as an impairment. */
    String describe(String tid) {
      return condition + " on " + aid + " of " + tid;
    }
  }

  private static String cut(String text, int limit) {
    return text.length() <= limit
        ? text
        : text.substring(0, limit) + " … %d more characters".formatted(text.length() - limit);
  }

  static ElementAlarmAndReportLog of(@Nullable ElementSession session, Clock clock) {
    var log = new ElementAlarmAndReportLog(clock);
    if (session != null) {
      session.addListener(event -> log.onEvent(session, event));
    }
    return log;
  }

  private void onEvent(ElementSession session, SessionEvent event) {
    switch (event) {
      case SessionEvent.ReportReceived(var at, var message) -> {
        add(Report.of(at, message));
        AlarmRow.fromReport(message).forEach(row -> add(at, row));
      }
      case SessionEvent.Connected _ when session instanceof Tl1Session tl1 ->
          // the listener must not wait
          Thread.startVirtualThread(() -> retrieveAlarms(tl1));
      case SessionEvent.Connected _, SessionEvent.Disconnected _ -> {}
    }
  }

  /**
   * Queries the active alarms. If the element does not support the query, the received messages are
   * all there is.
   */
  private void retrieveAlarms(Tl1Session session) {
    for (var attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      var countBefore = reportCount();
      if (!(session.send(RETRIEVE_ALARMS) instanceof Tl1Outcome.Completed(var rows, _))
          || replaceAlarms(rows, countBefore)) {
        return;
      }
    }
  }

  private synchronized long reportCount() {
    return reportCount;
  }

  /** Replaces the active alarms; false if a message has arrived since. */
  private synchronized boolean replaceAlarms(List<String> rows, long countBefore) {
    if (reportCount != countBefore) {
      return false;
    }
    var previous = Map.copyOf(activeAlarms);
    activeAlarms.clear();
    for (var row : rows) {
      AlarmRow.parse(row)
          .ifPresent(alarm -> {
            var previousAlarm = previous.get(keyOf(alarm));
            add(previousAlarm == null ? clock.instant() : previousAlarm.heardAt(), alarm);
          });
    }
    return true;
  }

  private synchronized void add(Report report) {
    reportCount++;
    if (latestReports.size() == MAX_REPORTS) {
      latestReports.removeLast();
    }
    latestReports.addFirst(report);
  }

  private synchronized void add(Instant at, AlarmRow row) {
    var key = keyOf(row);
    if (row.isCleared()) {
      activeAlarms.remove(key);
    } else if (activeAlarms.size() < MAX_ALARMS || activeAlarms.containsKey(key)) {
      activeAlarms.put(key, Alarm.of(at, row));
    }
  }

  private static List<String> keyOf(AlarmRow row) {
    return List.of(cut(row.aid(), FIELD_LIMIT), cut(row.condition(), FIELD_LIMIT));
  }

  /** The latest messages, newest first. */
  synchronized List<Report> latestReports() {
    return List.copyOf(latestReports);
  }

  /** The active alarms, most severe first. */
  synchronized List<Alarm> activeAlarms() {
    Collection<Alarm> alarms = activeAlarms.values();
    return alarms.stream().sorted(Comparator.comparing(Alarm::severity)).toList();
  }
}

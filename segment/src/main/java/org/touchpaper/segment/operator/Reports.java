package org.touchpaper.segment.operator;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.row.AlarmRow;
import org.touchpaper.tl1.session.ElementSession;
import org.touchpaper.tl1.session.SessionEvent;

/**
 * What one element told unasked since this service started: the alarms it has not cleared, and its
 * latest reports. Bounded, whatever it tells.
 */
final class Reports {

  private static final int LATEST = 50;
  private static final int ALARMS = 1000;

  private final Deque<Report> latest = new ArrayDeque<>();
  private final Map<List<String>, Alarm> standing = new LinkedHashMap<>();

  /** One report, word for word. */
  record Report(Instant at, String kind, List<String> rows) {}

  /**
   * An alarm that has not been cleared.
   *
   * @param heardAt when we heard of it, by our clock
   * @param aid the entity in trouble
   * @param description in the element's words; may be empty
   */
  record Alarm(
      Instant heardAt,
      AlarmRow.Severity severity,
      boolean serviceAffecting,
      String aid,
      String condition,
      String description) {}

  static Reports of(@Nullable ElementSession session) {
    var reports = new Reports();
    if (session != null) {
      session.watch(reports::hear);
    }
    return reports;
  }

  private void hear(SessionEvent event) {
    switch (event) {
      case SessionEvent.Reported(var at, var message) -> {
        note(new Report(at, message.verb(), message.text().rows()));
        AlarmRow.in(message).forEach(row -> note(at, row));
      }
      case SessionEvent.Connected _, SessionEvent.Lost _ -> {}
    }
  }

  private synchronized void note(Report report) {
    if (latest.size() == LATEST) {
      latest.removeLast();
    }
    latest.addFirst(report);
  }

  private synchronized void note(Instant at, AlarmRow row) {
    var which = List.of(row.aid(), row.condition());
    if (row.isCleared()) {
      standing.remove(which);
    } else if (standing.size() < ALARMS || standing.containsKey(which)) {
      standing.put(
          which,
          new Alarm(
              at,
              row.severity(),
              row.serviceAffecting(),
              row.aid(),
              row.condition(),
              row.description()));
    }
  }

  /** The latest first. */
  synchronized List<Report> latest() {
    return List.copyOf(latest);
  }

  /** The worst first. */
  synchronized List<Alarm> standing() {
    Collection<Alarm> all = standing.values();
    return all.stream().sorted(Comparator.comparing(Alarm::severity)).toList();
  }
}

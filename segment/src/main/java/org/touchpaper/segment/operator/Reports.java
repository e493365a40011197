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
import org.touchpaper.tl1.codec.Passwords;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.row.AlarmRow;
import org.touchpaper.tl1.session.ElementSession;
import org.touchpaper.tl1.session.SessionEvent;
import org.touchpaper.tl1.session.Tl1Outcome;
import org.touchpaper.tl1.session.Tl1Session;

/**
 * The alarms that stand on one element, and the latest reports it made. What it reports is kept as
 * it comes; with every new session it is asked what stands, for nobody heard what it said before.
 * Bounded in number and in size, whatever it tells, and without passwords.
 */
final class Reports {

  private static final int LATEST = 50;
  private static final int ALARMS = 1000;

  /** Characters kept of one report, and of one word or description of an alarm. */
  private static final int REPORT_LIMIT = 4_000;

  private static final int WORD_LIMIT = 100;
  private static final int DESCRIPTION_LIMIT = 500;
  private static final InputCommand WHAT_STANDS = InputCommand.of("RTRV-ALM-ALL");

  /** What comes in while it is asked may be newer than the answer: then it is asked again. */
  private static final int ATTEMPTS = 5;

  private final Deque<Report> latest = new ArrayDeque<>();
  private final Map<List<String>, Alarm> standing = new LinkedHashMap<>();
  private final Clock clock;
  private long heard;

  private Reports(Clock clock) {
    this.clock = clock;
  }

  /** One report, word for word as far as it is kept. */
  record Report(Instant at, String kind, List<String> rows) {
    static Report of(Instant at, AutonomousMessage message) {
      var all = message.text().rows();
      var rows = new ArrayList<String>();
      var left = REPORT_LIMIT;
      for (var each = all.iterator(); each.hasNext() && left > 0; ) {
        var row = cut(each.next(), left);
        rows.add(Passwords.mask(row));
        left -= row.length() + 1;
      }
      if (rows.size() < all.size()) {
        rows.add("… " + (all.size() - rows.size()) + " more rows");
      }
      return new Report(at, cut(message.verb(), WORD_LIMIT), List.copyOf(rows));
    }
  }

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
      String description) {
    static Alarm of(Instant heardAt, AlarmRow row) {
      return new Alarm(
          heardAt,
          row.severity(),
          row.serviceAffecting(),
          cut(row.aid(), WORD_LIMIT),
          cut(row.condition(), WORD_LIMIT),
          Passwords.mask(cut(row.description(), DESCRIPTION_LIMIT)));
    }

    /** As it reads where it impairs a circuit. */
    String words(String tid) {
      return condition + " on " + aid + " of " + tid;
    }
  }

  private static String cut(String text, int limit) {
    return text.length() <= limit
        ? text
        : text.substring(0, limit) + " … %d more characters".formatted(text.length() - limit);
  }

  static Reports of(@Nullable ElementSession session, Clock clock) {
    var reports = new Reports(clock);
    if (session != null) {
      session.watch(event -> reports.hear(session, event));
    }
    return reports;
  }

  private void hear(ElementSession session, SessionEvent event) {
    switch (event) {
      case SessionEvent.Reported(var at, var message) -> {
        note(Report.of(at, message));
        AlarmRow.in(message).forEach(row -> note(at, row));
      }
      case SessionEvent.Connected _ when session instanceof Tl1Session tl1 ->
          Thread.startVirtualThread(() -> ask(tl1)); // who tells of events waits for nobody
      case SessionEvent.Connected _, SessionEvent.Lost _ -> {}
    }
  }

  /** One that does not understand the question is believed as far as it was heard. */
  private void ask(Tl1Session session) {
    for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
      var before = heard();
      if (!(session.send(WHAT_STANDS) instanceof Tl1Outcome.Completed(var rows, _))
          || stand(rows, before)) {
        return;
      }
    }
  }

  private synchronized long heard() {
    return heard;
  }

  /** Takes these for all that stand; false if something was reported since. */
  private synchronized boolean stand(List<String> rows, long before) {
    if (heard != before) {
      return false;
    }
    var known = Map.copyOf(standing);
    standing.clear();
    for (var row : rows) {
      AlarmRow.parse(row)
          .ifPresent(alarm -> {
            var was = known.get(which(alarm));
            note(was == null ? clock.instant() : was.heardAt(), alarm);
          });
    }
    return true;
  }

  private synchronized void note(Report report) {
    heard++;
    if (latest.size() == LATEST) {
      latest.removeLast();
    }
    latest.addFirst(report);
  }

  private synchronized void note(Instant at, AlarmRow row) {
    var which = which(row);
    if (row.isCleared()) {
      standing.remove(which);
    } else if (standing.size() < ALARMS || standing.containsKey(which)) {
      standing.put(which, Alarm.of(at, row));
    }
  }

  private static List<String> which(AlarmRow row) {
    return List.of(cut(row.aid(), WORD_LIMIT), cut(row.condition(), WORD_LIMIT));
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

package org.touchpaper.segment.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.touchpaper.elementsession.connection.SessionEvent;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.AutonomousMessage.AlarmCode;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.TextBlock;

/** The stored autonomous messages of an element. */
class ElementAlarmAndReportLogTest {

  private static final Instant NOW = Instant.parse("2026-12-01T21:00:00Z");
  private static final String LONG = "x".repeat(1_000_000);
  private static final String WORD = LONG.substring(0, 100_000);

  private final ReportingSession london = new ReportingSession();
  private final ElementAlarmAndReportLog reports =
      ElementAlarmAndReportLog.of(london, Clock.fixed(NOW, ZoneOffset.UTC));

  @Test
  void keepsAReportVerbatim() {
    london.reports("REPT EVT LOG", "one", "two");
    assertThat(reports.latestReports())
        .containsExactly(
            new ElementAlarmAndReportLog.Report(NOW, "REPT EVT LOG", List.of("one", "two")));
  }

  /** A faulty element must fill neither memory nor the page. */
  @Test
  void cutsALongReportAndStatesHowMuchIsMissing() {
    for (var i = 0; i < 60; i++) {
      london.reports("REPT EVT LOG", LONG, "and more");
    }
    assertThat(reports.latestReports()).hasSize(50);
    assertThat(reports.latestReports().toString()).hasSizeLessThan(50 * 4_200);
    assertThat(reports.latestReports().getFirst().rows())
        .satisfiesExactly(
            row -> assertThat(row).endsWith("x … 996000 more characters"),
            rest -> assertThat(rest).isEqualTo("… 1 more rows"));
  }

  @Test
  void cutsLongAlarmFields() {
    for (var i = 0; i < 60; i++) {
      london.reports(
          "REPT ALM OC192",
          "%d%s,OC192:CR,%s,SA,12-01,21-00-00,NEND,RCV:\\\"%s\\\"".formatted(i, WORD, WORD, WORD));
    }
    assertThat(reports.activeAlarms()).hasSize(60);
    assertThat(reports.activeAlarms().toString()).hasSizeLessThan(60 * 1_200);
    london.reports("REPT ALM OC192", "7" + WORD + ",OC192:CL," + WORD + ",SA,12-01,21-00-00,,");
    assertThat(reports.activeAlarms()).hasSize(59);
  }

  @Test
  void masksPasswords() {
    london.reports("REPT DBCHG", "TIME=21-00-00,USERID=bob,ED-USER-SECU:LONDON:bob:7::hush");
    london.reports("REPT EVT SECU", "bob,PASSWORD=hush");
    assertThat(reports.latestReports().toString()).contains("bob", "****").doesNotContain("hush");
  }

  /** A session that reports what a test supplies. */
  private static final class ReportingSession extends IdleSession {
    private Consumer<SessionEvent> watcher = _ -> {};

    void reports(String verb, String... rows) {
      var header = new Header("LONDON", "26-12-01", "21:00:00");
      var text = TextBlock.rows(Stream.of(rows).toList());
      watcher.accept(
          new SessionEvent.ReportReceived(
              NOW, new AutonomousMessage(header, AlarmCode.NONE, "1", verb, text, Terminator.END)));
    }

    @Override
    public void addListener(Consumer<SessionEvent> from) {
      watcher = from;
    }
  }
}

package org.touchpaper.segment.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.AutonomousMessage.AlarmCode;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.Text;
import org.touchpaper.tl1.session.SessionEvent;

/** What is kept of what an element says unasked. */
class ReportsTest {

  private static final Instant NOW = Instant.parse("2026-12-01T21:00:00Z");
  private static final String LONG = "x".repeat(1_000_000);
  private static final String WORD = LONG.substring(0, 100_000);

  private final Talker london = new Talker();
  private final Reports reports = Reports.of(london, Clock.fixed(NOW, ZoneOffset.UTC));

  @Test
  void keepsAReportWordForWord() {
    london.reports("REPT EVT LOG", "one", "two");
    assertThat(reports.latest())
        .containsExactly(new Reports.Report(NOW, "REPT EVT LOG", List.of("one", "two")));
  }

  /** A shelf gone mad fills neither our memory nor the page of whoever looks at it. */
  @Test
  void keepsSomeThousandsOfCharactersOfEachAndSaysHowMuchWasLeftOut() {
    for (var i = 0; i < 60; i++) {
      london.reports("REPT EVT LOG", LONG, "and more");
    }
    assertThat(reports.latest()).hasSize(50);
    assertThat(reports.latest().toString()).hasSizeLessThan(50 * 4_200);
    assertThat(reports.latest().getFirst().rows())
        .satisfiesExactly(
            row -> assertThat(row).endsWith("x … 996000 more characters"),
            rest -> assertThat(rest).isEqualTo("… 1 more rows"));
  }

  @Test
  void keepsAsLittleOfAnAlarm() {
    for (var i = 0; i < 60; i++) {
      london.reports(
          "REPT ALM OC192",
          "%d%s,OC192:CR,%s,SA,12-01,21-00-00,NEND,RCV:\\\"%s\\\"".formatted(i, WORD, WORD, WORD));
    }
    assertThat(reports.standing()).hasSize(60);
    assertThat(reports.standing().toString()).hasSizeLessThan(60 * 1_200);
    london.reports("REPT ALM OC192", "7" + WORD + ",OC192:CL," + WORD + ",SA,12-01,21-00-00,,");
    assertThat(reports.standing()).hasSize(59);
  }

  @Test
  void keepsNoPassword() {
    london.reports("REPT DBCHG", "TIME=21-00-00,USERID=bob,ED-USER-SECU:LONDON:bob:7::hush");
    london.reports("REPT EVT SECU", "bob,PASSWORD=hush");
    assertThat(reports.latest().toString()).contains("bob", "****").doesNotContain("hush");
  }

  /** An element that says what a test has it say. */
  private static final class Talker extends IdleSession {
    private Consumer<SessionEvent> watcher = _ -> {};

    void reports(String verb, String... rows) {
      var header = new Header("LONDON", "26-12-01", "21:00:00");
      var text = Text.rows(Stream.of(rows).toList());
      watcher.accept(
          new SessionEvent.Reported(
              NOW, new AutonomousMessage(header, AlarmCode.NONE, "1", verb, text, Terminator.END)));
    }

    @Override
    public void watch(Consumer<SessionEvent> from) {
      watcher = from;
    }
  }
}

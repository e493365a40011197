package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.tl1.session.ScriptedElement.ctag;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;

/** How a session finds that it is lost, and what it hears unasked. */
@Timeout(60)
class SessionLossTest extends SessionWithElement {

  @Test
  void logsInAgainWhenTheLoginIsLost() throws Exception {
    for (var words : List.of("   PLNA\n;", ";")) {
      var outcome = sending(WRITE);
      element.answer(ctag(element.next()), "DENY", words);
      assertThat(outcome.get()).isInstanceOf(Denied.class);
    }
    var outcome = sending(WRITE);
    element.next();
    assertThat(element.logins()).isEqualTo(3);
    element.say("PRIVILEGE, LOGIN NOT ACTIVE\nTL1>>");
    assertThat(outcome.get()).isInstanceOf(Unknown.class);
    var last = sending(READ);
    element.answer(ctag(element.next()), "COMPLD", ";");
    assertThat(last.get()).isInstanceOf(Completed.class);
    assertThat(element.logins()).isEqualTo(4);
  }

  @Test
  void handsOnWhatTheElementSaysUnasked() throws Exception {
    var reports = Collections.synchronizedList(new ArrayList<AutonomousMessage>());
    session.listen(reports::add);
    session.listen(_ -> {
      throw new IllegalStateException("a listener's own trouble");
    });
    var outcome = sending(READ);
    var ctag = ctag(element.next());
    var report =
        "\n\n   LONDON 26-12-01 21:00:00\nA  12 REPT DBCHG\n   \"ENT-GTP:g-2:M  "
            + ctag
            + " COMPLD\"\n;";
    element.say(report);
    element.answer(ctag, "COMPLD", "   \"a\"\n>");
    element.say(report);
    element.answer(ctag, "COMPLD", "   \"b\"\n;");
    assertThat(outcome.get()).isEqualTo(new Completed(List.of("a", "b"), List.of()));
    assertThat(reports)
        .extracting(AutonomousMessage::verb)
        .containsExactly("REPT DBCHG", "REPT DBCHG");
  }

  @Test
  void findsADeadConnectionWhileIdle() throws Exception {
    var outcome = sending(READ);
    element.answer(ctag(element.next()), "COMPLD", ";");
    outcome.get();
    time.advance(Duration.ofSeconds(1000));
    assertThat(element.next()).startsWith("RTRV-HDR:LONDON::");
    time.advance(Duration.ofSeconds(10));
    awaitHeard("silence");
    var next = sending(READ);
    element.answer(ctag(element.next()), "COMPLD", ";");
    assertThat(next.get()).isInstanceOf(Completed.class);
    assertThat(element.logins()).isEqualTo(2);
  }

  @Test
  void takesNoConnectionForDeadOnWhichSomethingElseIsSaid() throws Exception {
    var outcome = sending(READ);
    element.answer(ctag(element.next()), "COMPLD", ";");
    outcome.get();
    time.advance(Duration.ofSeconds(1000));
    assertThat(element.next()).startsWith("RTRV-HDR:LONDON::");
    element.say("\n\n   LONDON 26-12-01 21:00:00\nA  12 REPT EVT LOG\n   \"a\"\n;");
    awaitHeard("REPT EVT LOG");
    settle("a report");
    time.advance(Duration.ofSeconds(10));
    settle("the keepalive timed out");
    assertThat(element.logins()).isEqualTo(1);
  }

  @Test
  void sendsNothingOnceClosed() throws Exception {
    session.close();
    session.close();
    assertThat(session.send(WRITE)).isEqualTo(new NotSent("the session is closed"));
    assertThat(element.heardNothingMore()).isTrue();
  }

  @Test
  void saysThatNothingWasSentWhenNobodyListens() throws Exception {
    element.close();
    assertThat(session.send(WRITE)).isInstanceOf(NotSent.class);
  }
}

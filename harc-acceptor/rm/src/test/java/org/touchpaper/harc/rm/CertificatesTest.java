package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.RunningResourceManager.decide;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.stream.MadeCertificates;
import org.touchpaper.harc.stream.Streams;
import org.touchpaper.harc.stream.Word;

/** Mutual TLS at a resource manager: acceptors are spoken with on streams, and nowhere else. */
class CertificatesTest {
  private static final Instant NINE = Instant.parse("2026-12-01T21:00:00Z");

  @TempDir private Path data;

  private MadeCertificates made = new MadeCertificates(Path.of("."));

  @BeforeEach
  void everybodyHasOne() throws Exception {
    made = new MadeCertificates(data);
    for (var name : List.of("a1", "rm-newton")) {
      made.make(name);
    }
  }

  @Test
  void votesAndHearsOverItsStreamAndAsksByTellingItsVoteAgain() throws Exception {
    var acceptor = Streams.of("a1", made.of("a1", "rm-newton"));
    try (var newton = RunningResourceManager.newton(data, made.of("rm-newton", "a1"), acceptor)) {
      var stream = newton.acceptors.stream();
      assertThat(stream.peer()).isEqualTo("rm-newton");
      var prepare = prepare(newton);
      var id = prepare.record().id();
      stream.say(new Word.Said(prepare));
      assertThat(newton.acceptors.awaitVote(id).acceptor()).isEqualTo("a1");
      newton.awaitQuiet();

      newton.clock.advance(Duration.ofSeconds(60));
      newton.runDueWork();
      assertThat(newton.acceptors.awaitVote(id).acceptor()).as("again").isEqualTo("a1");
      assertThat(newton.acceptors.questions()).as("over HTTP").isEmpty();

      for (var time = 0; time < 2; time++) {
        stream.say(new Word.Said(decide(prepare, Decision.COMMIT)));
        assertThat(newton.acceptors.awaitAcknowledged()).isEqualTo(id);
      }
      assertThat(phase(newton, id)).isEqualTo(Ledger.Phase.COMMITTED);
      assertThat(newton.acceptors.drain()).as("a2 and a3 have no stream").isEmpty();
    }
  }

  @Test
  void nothingIsHeardOverHttp() throws Exception {
    var acceptor = Streams.of("a1", made.of("a1", "rm-newton"));
    try (var newton = RunningResourceManager.newton(data, made.of("rm-newton", "a1"), acceptor)) {
      var prepare = prepare(newton);
      for (var time = 0; time < 2; time++) {
        assertThatThrownBy(() -> newton.fromA1().prepare(prepare))
            .hasMessageContaining("403")
            .hasMessageContaining("with its certificate, or not at all");
        assertThatThrownBy(() -> newton.fromA1().decide(decide(prepare, Decision.ABORT)))
            .hasMessageContaining("403");
      }
      assertThat(phase(newton, prepare.record().id())).isEqualTo(Ledger.Phase.UNKNOWN);
    }
  }

  private static Message.Prepare prepare(RunningResourceManager newton) {
    newton.clock.set(NINE.minusSeconds(60));
    return newton.prepare(
        "t.1",
        new Action.Make(
            "run",
            new Action.Schedule(NINE.plusSeconds(3600), NINE.plusSeconds(7200)),
            new Action.Compute("newton", 2)));
  }

  private static Ledger.Phase phase(RunningResourceManager newton, TransactionId id)
      throws Exception {
    return newton.fromBar().query(id).phase();
  }
}

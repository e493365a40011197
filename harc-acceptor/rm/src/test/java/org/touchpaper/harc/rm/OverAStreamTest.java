package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.rm.RunningResourceManager.decide;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.stream.Session;
import org.touchpaper.harc.stream.Word;

/** What an acceptor and a resource manager say to each other over the stream between them. */
class OverAStreamTest {
  private static final Instant NINE = Instant.parse("2026-12-01T21:00:00Z");

  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init") // set before each test
  private RunningResourceManager newton;

  @SuppressWarnings("NullAway.Init") // set before each test
  private Session stream;

  @BeforeEach
  void start() throws Exception {
    newton = RunningResourceManager.newton(directory);
    newton.clock.set(NINE.minusSeconds(60));
    stream = newton.acceptors.stream();
  }

  @AfterEach
  void stop() {
    newton.close();
  }

  @Test
  void hearsAndAnswersAnAcceptorOverItsStream() throws Exception {
    assertThat(stream.peer()).isEqualTo("rm-newton");
    var prepare = prepare("t.1", nodes("run", 4, 0, 60));
    stream.say(new Word.Said(prepare));
    newton.acceptors.awaitVotes(prepare.record().id());
    newton.awaitQuiet();
    stream.say(new Word.Said(prepare));
    newton.acceptors.awaitVotes(prepare.record().id());
    for (var time = 0; time < 2; time++) {
      stream.say(new Word.Said(decide(prepare, Decision.COMMIT)));
      assertThat(newton.acceptors.awaitAcknowledged()).isEqualTo(prepare.record().id());
      assertThat(phase("t.1")).isEqualTo(Ledger.Phase.COMMITTED);
    }

    // Not to be heard: what is not for resource managers, and what is none of that acceptor's.
    var others = prepare("t.2", nodes("other", 1, 0, 60));
    var foreign = ofOtherAcceptors(others.record());
    stream.say(new Word.Said(new Message.Learn(others.record(), "a1")));
    stream.say(
        new Word.Said(new Message.Prepare(foreign, others.caller(), others.actions(), "a1")));
    stream.say(new Word.Said(new Message.Decide(foreign, Decision.ABORT)));
    stream.say(new Word.Said(decide(prepare, Decision.COMMIT)));
    assertThat(newton.acceptors.awaitAcknowledged()).isEqualTo(prepare.record().id());
    newton.awaitQuiet();
    assertThat(phase("t.2")).isEqualTo(Ledger.Phase.UNKNOWN);
  }

  /** Half of the record's acceptors and one more never vote on it: of one that is itself. */
  @Test
  void letsGoOnceItsAcceptorsSayThatTheIdIsBoundToAnotherRecord() throws Exception {
    var usual = prepare("t.1", nodes("run", 8, 0, 60));
    var id = usual.record().id();
    var request =
        Request.of(
            id,
            List.of("a1"),
            1,
            usual.record().voteBy(),
            usual.caller(),
            List.of(usual.actions()));
    var record = request.record();
    stream.say(new Word.Said(new Message.Prepare(record, usual.caller(), usual.actions(), "a1")));
    assertThat(newton.acceptors.awaitVote(id).vote().votes().values()).allMatch(Vote::isPrepared);
    newton.awaitQuiet();

    stream.say(new Word.Said(new Message.OtherRecord(record, "a2")));
    stream.say(new Word.Said(new Message.OtherRecord(usual.record(), "a1")));
    awaitHeard();
    assertThat(phase("t.1")).isEqualTo(Ledger.Phase.PREPARED);
    for (var time = 0; time < 2; time++) {
      stream.say(new Word.Said(new Message.OtherRecord(record, "a1")));
      awaitHeard();
      assertThat(phase("t.1")).isEqualTo(Ledger.Phase.ABORTED);
    }

    var next = prepare("t.2", nodes("other", 8, 0, 60));
    stream.say(new Word.Said(next));
    assertThat(newton.acceptors.awaitVotes(next.record().id()))
        .allMatch(vote -> vote.votes().values().stream().allMatch(Vote::isPrepared));
  }

  /** All that was said before has been heard. */
  private void awaitHeard() throws Exception {
    var last = prepare("t.9", nodes("last", 1, 0, 60));
    stream.say(new Word.Said(decide(last, Decision.ABORT)));
    assertThat(newton.acceptors.awaitAcknowledged()).isEqualTo(last.record().id());
    newton.awaitQuiet();
  }

  private static TransactionRecord ofOtherAcceptors(TransactionRecord record) {
    return new TransactionRecord(
        record.id(),
        record.resourceManagers(),
        List.of("a2", "a3", "a4"),
        record.digest(),
        record.voteBy(),
        record.epoch());
  }

  private Message.Prepare prepare(String id, Action... actions) {
    return newton.prepare(id, actions);
  }

  private static Action nodes(String ident, int count, int fromSecond, int toSecond) {
    return new Action.Make(
        ident,
        new Action.Schedule(NINE.plusSeconds(fromSecond), NINE.plusSeconds(toSecond)),
        new Action.Compute("newton", count));
  }

  private Ledger.Phase phase(String transaction) throws PeerUnreachable {
    return newton.fromBar().query(new TransactionId(transaction)).phase();
  }
}

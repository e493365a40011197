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
import org.touchpaper.harc.client.PeerRequestException;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.message.StreamMessage;

/** The messages between an acceptor and a resource manager over their stream. */
class ResourceManagerStreamTest {
  private static final Instant NINE = Instant.parse("2026-12-01T21:00:00Z");

  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init") // set before each test
  private RunningResourceManager newton;

  @SuppressWarnings("NullAway.Init") // set before each test
  private StreamSession stream;

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
  void receivesAndAnswersMessagesOfAnAcceptorOverItsStream() throws Exception {
    assertThat(stream.peer()).isEqualTo("rm-newton");
    var prepare = prepare("t.1", nodes("run", 4, 0, 60));
    stream.send(new StreamMessage.ProtocolMessage(prepare));
    newton.acceptors.awaitVotes(prepare.record().id());
    newton.awaitIdle();
    stream.send(new StreamMessage.ProtocolMessage(prepare));
    newton.acceptors.awaitVotes(prepare.record().id());
    for (var time = 0; time < 2; time++) {
      stream.send(new StreamMessage.ProtocolMessage(decide(prepare, Decision.COMMIT)));
      assertThat(newton.acceptors.awaitAcknowledged()).isEqualTo(prepare.record().id());
      assertThat(phase("t.1")).isEqualTo(ResourceManagerState.Phase.COMMITTED);
    }

    // Ignored: messages that are not for resource managers, or not about that acceptor's records.
    var others = prepare("t.2", nodes("other", 1, 0, 60));
    var foreign = ofOtherAcceptors(others.record());
    stream.send(new StreamMessage.ProtocolMessage(new Message.Learn(others.record(), "a1")));
    stream.send(
        new StreamMessage.ProtocolMessage(
            new Message.Prepare(foreign, others.caller(), others.actions(), "a1")));
    stream.send(new StreamMessage.ProtocolMessage(new Message.Decide(foreign, Decision.ABORT)));
    stream.send(new StreamMessage.ProtocolMessage(decide(prepare, Decision.COMMIT)));
    assertThat(newton.acceptors.awaitAcknowledged()).isEqualTo(prepare.record().id());
    newton.awaitIdle();
    assertThat(phase("t.2")).isEqualTo(ResourceManagerState.Phase.UNKNOWN);
  }

  /**
   * Otherwise one acceptor could invent the others, and record a decision of a transaction that no
   * one requested.
   */
  @Test
  void refusesADecisionOfUnknownAcceptors() throws Exception {
    var prepare = prepare("t.1", nodes("run", 4, 0, 60));
    var record = prepare.record();
    var withUnknown =
        new TransactionRecord(
            record.id(),
            record.resourceManagers(),
            List.of("a1", "a4", "a3"),
            record.digest(),
            record.voteBy(),
            record.epoch());
    var before = newton.databaseText();
    for (var time = 0; time < 2; time++) {
      newton.clientOfA1().decide(new Message.Decide(withUnknown, Decision.ABORT));
    }
    assertThat(newton.databaseText()).isEqualTo(before);
    assertThat(phase("t.1")).isEqualTo(ResourceManagerState.Phase.UNKNOWN);
  }

  /** A majority of the record's acceptors never votes on this record. */
  @Test
  void releasesTheHoldWhenAcceptorsReportThatTheIdIsBoundToAnotherRecord() throws Exception {
    var usual = prepare("t.1", nodes("run", 8, 0, 60));
    var id = usual.record().id();
    var request =
        TransactionRequest.of(
            id,
            List.of("a1"),
            1,
            usual.record().voteBy(),
            usual.caller(),
            List.of(usual.actions()));
    var record = request.record();
    stream.send(
        new StreamMessage.ProtocolMessage(
            new Message.Prepare(record, usual.caller(), usual.actions(), "a1")));
    assertThat(newton.acceptors.awaitVote(id).vote().votes().values()).allMatch(Vote::isPrepared);
    newton.awaitIdle();

    stream.send(new StreamMessage.ProtocolMessage(new Message.OtherRecord(record, "a2")));
    stream.send(new StreamMessage.ProtocolMessage(new Message.OtherRecord(usual.record(), "a1")));
    awaitAcknowledged();
    assertThat(phase("t.1")).isEqualTo(ResourceManagerState.Phase.PREPARED);
    for (var time = 0; time < 2; time++) {
      stream.send(new StreamMessage.ProtocolMessage(new Message.OtherRecord(record, "a1")));
      awaitAcknowledged();
      assertThat(phase("t.1")).isEqualTo(ResourceManagerState.Phase.ABORTED);
    }

    var next = prepare("t.2", nodes("other", 8, 0, 60));
    stream.send(new StreamMessage.ProtocolMessage(next));
    assertThat(newton.acceptors.awaitVotes(next.record().id()))
        .allMatch(vote -> vote.votes().values().stream().allMatch(Vote::isPrepared));
  }

  /**
   * A leader repeats a decision until it is acknowledged. A transaction that cannot go on must not
   * take all five database connections for that.
   */
  @Test
  void repeatsOfADecisionDoNotKeepOtherTransactionsWaiting() throws Exception {
    var first = prepare("t.1", nodes("run", 4, 0, 60));
    newton.clientOfA1().prepare(first);
    newton.acceptors.awaitVotes(first.record().id());
    newton.awaitIdle();
    try (var _ = newton.lockTransaction("t.1")) {
      for (var repeat = 0; repeat < 25; repeat++) {
        stream.send(new StreamMessage.ProtocolMessage(decide(first, Decision.COMMIT)));
      }
      var second = prepare("t.2", nodes("other", 4, 0, 60));
      stream.send(new StreamMessage.ProtocolMessage(second));
      assertThat(newton.acceptors.awaitVotes(second.record().id())).isNotEmpty();
      assertThat(phase("t.1")).isEqualTo(ResourceManagerState.Phase.PREPARED);
    }
    assertThat(newton.acceptors.awaitAcknowledged()).isEqualTo(first.record().id());
    newton.awaitIdle();
    assertThat(phase("t.1")).isEqualTo(ResourceManagerState.Phase.COMMITTED);
  }

  /** All earlier messages have been handled. */
  private void awaitAcknowledged() throws Exception {
    var last = prepare("t.9", nodes("last", 1, 0, 60));
    stream.send(new StreamMessage.ProtocolMessage(decide(last, Decision.ABORT)));
    assertThat(newton.acceptors.awaitAcknowledged()).isEqualTo(last.record().id());
    newton.awaitIdle();
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

  private Message.Prepare prepare(String id, HarcAction... actions) {
    return newton.prepare(id, actions);
  }

  private static HarcAction nodes(String bookingId, int count, int fromSecond, int toSecond) {
    return new HarcAction.Make(
        bookingId,
        new HarcAction.Schedule(NINE.plusSeconds(fromSecond), NINE.plusSeconds(toSecond)),
        new HarcAction.ComputeNodes("newton", count));
  }

  private ResourceManagerState.Phase phase(String transaction) throws PeerRequestException {
    return newton.clientOfBar().queryStatus(new TransactionId(transaction)).phase();
  }
}

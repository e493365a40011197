package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.acceptor.eventloop.AcceptorEventLoop;
import org.touchpaper.harc.acceptor.journal.Failpoints;
import org.touchpaper.harc.acceptor.journal.Journal;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.acceptor.AcceptorMachine;

/** Overrides by an operator, at an acceptor whose disk hangs on demand. */
@Timeout(120)
class OperatorOverrideServiceTest {
  private static final TransactionRecord RECORD = record("t");
  private static final TransactionId ID = RECORD.id();
  private static final Map<String, Vote> PREPARED = Map.of("rm1", Vote.prepared("held"));

  @TempDir Path data;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
  private Journal journal;
  private AcceptorEventLoop loop;

  /** Blocks the disk while closed, and the signal that it blocks. */
  private volatile CountDownLatch diskGate = new CountDownLatch(0);

  private volatile CountDownLatch diskIsHanging = new CountDownLatch(1);

  /** Runs whenever the clock is read. */
  private volatile Runnable onClockRead = () -> {};

  /** The system clock, with a hook. */
  private final InstantSource observedClock =
      () -> {
        onClockRead.run();
        return Instant.now();
      };

  @BeforeEach
  void start() throws Exception {
    Journal.initialise(data, "a1", 1);
    journal =
        Journal.open(
            data,
            "a1",
            (kind, _, _) -> {
              var gate = diskGate;
              if (kind == Failpoints.Kind.WRITING && gate.getCount() > 0) {
                diskIsHanging.countDown();
                await(gate);
              }
            },
            InstantSource.system());
    var self = new AcceptorMachine.Identity("a1", 1, ProtocolTimeouts.DEFAULT);
    var maxVoteDuration = Duration.ofDays(73_000);
    loop =
        new AcceptorEventLoop(
            self,
            journal,
            observedClock.withZone(ZoneOffset.UTC),
            (_, _) -> {},
            maxVoteDuration,
            Failpoints.NONE,
            thread);
    loop.start();
    receive(new Message.Phase2a(RECORD, Ballot.ZERO, PREPARED, "a2"), "rm1")
        .get(60, TimeUnit.SECONDS);
  }

  @AfterEach
  void end() {
    diskGate.countDown();
    loop.close();
    journal.close();
    thread.shutdownNow();
  }

  private static TransactionRecord record(String id) {
    return record(id, Instant.now().minusSeconds(60), "rm1");
  }

  private static TransactionRecord record(String id, Instant voteBy, String... voters) {
    return TransactionRequest.of(
            new TransactionId(id),
            List.of("a1", "a2", "a3"),
            1,
            voteBy,
            new RequestingUser("ada", "ucl", List.of(), "scientist", "c"),
            Stream.of(voters).map(voter -> new ResourceManagerActions(voter, "<x/>")).toList())
        .record();
  }

  private CompletableFuture<Void> receive(Message.ForAcceptor message, String from) {
    return loop.submit(message.record().id(), new AcceptorEvent.MessageReceived(message, from));
  }

  private void hangDisk() throws InterruptedException {
    diskIsHanging = new CountDownLatch(1);
    diskGate = new CountDownLatch(1);
    var _ = receive(new Message.Enlist(record("another"), "a2"), "a2");
    assertThat(diskIsHanging.await(60, TimeUnit.SECONDS)).isTrue();
  }

  private OperatorOverrideService.Result force(Duration timeout, Decision decision) {
    return new OperatorOverrideService(loop, "a1", timeout)
        .force(ID, decision, "ada", "burnt", false);
  }

  /** Its voteBy is a century ahead, and the other acceptors are unavailable. */
  @Test
  void abortsBeforeVoteByOnlyIfRequested() throws Exception {
    var endless = record("endless", Instant.now().plus(Duration.ofDays(36_500)), "rm1");
    receive(new Message.Phase2a(endless, Ballot.ZERO, PREPARED, "a2"), "rm1")
        .get(60, TimeUnit.SECONDS);
    var overrideService = new OperatorOverrideService(loop, "a1", Duration.ofSeconds(60));
    for (var time = 0; time < 2; time++) {
      for (var early : List.of(false, true)) {
        var commit = overrideService.force(endless.id(), Decision.COMMIT, "ada", "typo", early);
        assertThat(commit.status()).isEqualTo(409);
        assertThat(commit.detail()).startsWith("voting is open until 21");
      }
      assertThat(overrideService.force(endless.id(), Decision.ABORT, "ada", "typo", false).status())
          .isEqualTo(409);
    }
    assertThat(overrideService.force(endless.id(), Decision.ABORT, "ada", "typo", true))
        .isEqualTo(new OperatorOverrideService.Result(200, "forced"));
  }

  /** One resource manager acknowledges, the other was removed. */
  @Test
  void completesATransactionThatARemovedResourceManagerNeverAcknowledges() throws Exception {
    var overrideService = new OperatorOverrideService(loop, "a1", Duration.ofSeconds(60));
    var record = record("sold", Instant.now().minusSeconds(60), "rm1", "rm-sold");
    var id = record.id();
    assertThat(overrideService.forget(id, "rm-sold", "ada", "sold").status()).isEqualTo(404);
    receive(new Message.Learn(record, "a2"), "a2").get(60, TimeUnit.SECONDS);
    assertThat(overrideService.forget(id, "rm-sold", "ada", "sold").detail())
        .startsWith("the transaction is undecided, and rm-sold may have to commit it");
    assertThat(overrideService.force(id, Decision.ABORT, "ada", "sold", false).status())
        .isEqualTo(200);
    assertThat(loop.transactions().unacknowledged(id)).containsExactlyInAnyOrder("rm1", "rm-sold");
    assertThat(overrideService.forget(id, "rm-other", "ada", "sold"))
        .isEqualTo(
            new OperatorOverrideService.Result(
                409,
                "rm-other is not a resource manager of this transaction, only rm1 and rm-sold"));

    assertThat(overrideService.forget(id, "rm-sold", "ada", "sold").status()).isEqualTo(200);
    assertThat(loop.transactions().unacknowledged(id))
        .as("the other must still acknowledge")
        .containsOnly("rm1");
    var written =
        Objects.requireNonNull(
            Objects.requireNonNull(loop.transactions().hardState(id)).decisionRecord());
    assertThat(written.forgottenResourceManagers())
        .hasEntrySatisfying("rm-sold", force -> assertThat(force.by()).isEqualTo("ada"));
    loop.submit(id, new AcceptorEvent.DecisionAcknowledged("rm1")).get(60, TimeUnit.SECONDS);
    assertThat(loop.transactions().hardState(id)).as("completed").isNull();
    var tombstone = Objects.requireNonNull(loop.transactions().tombstone(id));
    assertThat(tombstone.decisionRecord().decision()).isEqualTo(Decision.ABORT);
    assertThat(tombstone.decisionRecord().forgottenResourceManagers()).containsOnlyKeys("rm-sold");
    assertThat(overrideService.forget(id, "rm-sold", "ada", "sold").status())
        .as("again")
        .isEqualTo(200);
  }

  @Test
  void reportsForcedOnlyForItsOwnOverride() {
    var longTimeout = Duration.ofSeconds(60);
    assertThat(force(longTimeout, Decision.COMMIT))
        .isEqualTo(new OperatorOverrideService.Result(200, "forced"));
    for (var decision : Decision.values()) {
      assertThat(force(longTimeout, decision))
          .isEqualTo(
              new OperatorOverrideService.Result(
                  409, "the transaction is already decided: forced COMMIT by ada (burnt)"));
    }
  }

  @Test
  void reportsADecisionThatArrivedBeforeTheOverride() throws Exception {
    hangDisk();
    var _ = receive(new Message.Decided(RECORD, Decision.ABORT, Map.of()), "a2");
    onClockRead = diskGate::countDown;
    assertThat(force(Duration.ofSeconds(60), Decision.ABORT))
        .isEqualTo(
            new OperatorOverrideService.Result(
                409, "the transaction is already decided: chosen ABORT"));
  }

  @Test
  void reportsAVoteThatArrivedBeforeTheOverride() throws Exception {
    hangDisk();
    var aborted = Map.of("rm1", Vote.aborted(""));
    var _ = receive(new Message.Phase2a(RECORD, new Ballot(2), aborted, "a2"), "a2");
    onClockRead = diskGate::countDown;
    assertThat(force(Duration.ofSeconds(60), Decision.COMMIT))
        .isEqualTo(
            new OperatorOverrideService.Result(
                409, "rm1 voted aborted and holds nothing to commit"));
  }

  @Test
  void reportsThatTheResultIsUnknownWhileTheDiskHangs() throws Exception {
    hangDisk();
    var result = force(Duration.ofMillis(1), Decision.ABORT);
    assertThat(result.status()).isEqualTo(503);
    assertThat(result.detail())
        .startsWith("it is unknown whether it was forced, try again")
        .doesNotContain("null");
    var forgetResult =
        new OperatorOverrideService(loop, "a1", Duration.ofMillis(1))
            .forget(ID, "rm1", "ada", "sold");
    assertThat(forgetResult.status()).isEqualTo(503);
    assertThat(forgetResult.detail())
        .startsWith("it is unknown whether it was forgotten, try again: ");
    diskGate.countDown();
    assertThat(force(Duration.ofSeconds(60), Decision.ABORT))
        .as("retried")
        .isEqualTo(
            new OperatorOverrideService.Result(
                409, "the transaction is already decided: forced ABORT by ada (burnt)"));
  }

  @Test
  void reportsThatTheResultIsUnknownWhenTheJournalFails() {
    loop.close();
    var result = force(Duration.ofSeconds(60), Decision.ABORT);
    assertThat(result.status()).isEqualTo(503);
    assertThat(result.detail()).contains("it is unknown whether", "a1 does not vote");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}

package org.touchpaper.harc.acceptor.eventloop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.acceptor.Await;
import org.touchpaper.harc.acceptor.journal.CompactionPolicy;
import org.touchpaper.harc.acceptor.journal.Failpoints;
import org.touchpaper.harc.acceptor.journal.Journal;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.acceptor.AcceptorMachine;

class AcceptorEventLoopTest {
  private static final ProtocolTimeouts TIMING =
      new ProtocolTimeouts(
          Duration.ofMillis(100),
          Duration.ofMinutes(5),
          Duration.ZERO,
          Duration.ZERO,
          Duration.ZERO,
          Duration.ofSeconds(1));

  private static final Duration MAX_VOTE_DURATION = Duration.ofHours(1);

  @TempDir Path data;

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
  private final AtomicReference<Duration> offset = new AtomicReference<>(Duration.ZERO);
  private final Semaphore clockIsRead = new Semaphore(0);
  private final Clock clock =
      ((InstantSource)
              () -> {
                clockIsRead.release();
                return Instant.now().plus(offset.get());
              })
          .withZone(ZoneOffset.UTC);

  @AfterEach
  void endThread() {
    thread.shutdownNow();
  }

  @Test
  void sendsAgainAfterItsClockWasSetBack() throws Exception {
    var sent = new CountDownLatch(4);
    try (var journal = open();
        var loop = loop(journal, sent, Failpoints.NONE)) {
      loop.start();
      begin(loop);
      offset.set(Duration.ofMillis(-500));
      assertThat(sent.await(60, TimeUnit.SECONDS)).as("sends to the other two again").isTrue();
    }
  }

  @Test
  void sendsAgainSoonAfterItsClockIsCorrected() throws Exception {
    var sent = new CountDownLatch(4);
    try (var journal = open();
        var loop = loop(journal, sent, Failpoints.NONE)) {
      loop.start();
      begin(loop);
      offset.set(Duration.ofHours(-1));
      assertThat(clockIsRead.tryAcquire(2, 60, TimeUnit.SECONDS))
          .as("the clock has been read")
          .isTrue();
      offset.set(Duration.ZERO);
      assertThat(sent.await(60, TimeUnit.SECONDS)).as("sends to the other two again").isTrue();
    }
  }

  /** As from a resource manager with a wrong clock. */
  @Test
  void rejectsRecordsWithADistantVoteByAndAnswersForKnownOnes() throws Exception {
    try (var journal = open();
        var loop = loop(journal, new CountDownLatch(1), Failpoints.NONE)) {
      loop.start();
      var known = request("known").record();
      var unknown = request("unknown").record();
      loop.submit(known.id(), voteEvent(known, "rm1")).get(60, TimeUnit.SECONDS);
      offset.set(MAX_VOTE_DURATION.negated());
      for (var time = 0; time < 2; time++) {
        loop.submit(unknown.id(), voteEvent(unknown, "rm1")).get(60, TimeUnit.SECONDS);
        var learn = new Message.Learn(unknown, "a2");
        loop.submit(unknown.id(), new AcceptorEvent.MessageReceived(learn, "a2"))
            .get(60, TimeUnit.SECONDS);
        assertThat(outcome(loop, unknown)).isEqualTo(Outcome.UNKNOWN);
        assertThat(outcome(loop, known)).isEqualTo(Outcome.UNDECIDED);
      }
      assertThat(loop.transactions().ids()).containsExactly(known.id());
      offset.set(Duration.ZERO);
      assertThat(outcome(loop, unknown))
          .as("after its own clock was corrected")
          .isEqualTo(Outcome.UNDECIDED);
    }
  }

  private static Outcome outcome(AcceptorEventLoop loop, TransactionRecord record) {
    var query = new AcceptorEvent.OutcomeQueried(record.id(), record);
    return loop.submitAndAwaitReply(record.id(), query, Duration.ofSeconds(60)).outcome();
  }

  /** Votes of a transaction that arrive together share one flush and one reply. */
  @Test
  void writesAllVotesOfATransactionWithOneFlushAndSendsOnePhase2b() throws Exception {
    var sent = new LinkedBlockingQueue<Message>();
    var record =
        TransactionRequest.of(
                new TransactionId("t"),
                List.of("a1", "a2", "a3"),
                1,
                clock.instant().plus(Duration.ofMinutes(5)),
                new RequestingUser("ada", "ucl", List.of(), "scientist", "c"),
                List.of(
                    new ResourceManagerActions("rm1", "<x/>"),
                    new ResourceManagerActions("rm2", "<x/>")))
            .record();
    try (var journal = open();
        var loop =
            new AcceptorEventLoop(
                new AcceptorMachine.Identity("a1", 1, TIMING),
                journal,
                clock,
                (_, message) -> sent.add(message),
                MAX_VOTE_DURATION,
                Failpoints.NONE,
                thread)) {
      var before = loop.flushCount();
      loop.post(record.id(), voteEvent(record, "rm1"));
      // recorded when the votes have been handled: later messages may follow
      var sentUntilThen =
          loop.submit(record.id(), voteEvent(record, "rm2")).thenApply(_ -> List.copyOf(sent));
      var flushed = sentUntilThen.thenApply(_ -> loop.flushCount());
      loop.start();
      assertThat(sentUntilThen.get(60, TimeUnit.SECONDS))
          .singleElement()
          .isInstanceOfSatisfying(
              Message.Phase2b.class,
              bundle -> assertThat(bundle.accepted()).containsOnlyKeys("rm1", "rm2"));
      assertThat(flushed.get(60, TimeUnit.SECONDS)).isEqualTo(before + 1);
    }
  }

  private static AcceptorEvent voteEvent(TransactionRecord record, String resourceManager) {
    var votes = Map.of(resourceManager, Vote.prepared(""));
    return new AcceptorEvent.MessageReceived(
        new Message.Phase2a(record, Ballot.ZERO, votes, "a2"), resourceManager);
  }

  /** The compaction blocks until the test releases it. */
  @Test
  void votesDuringACompaction() throws Exception {
    var compactionStarted = new CountDownLatch(1);
    var gate = new CountDownLatch(1);
    Failpoints gated =
        (kind, _, detail) -> {
          if (kind == Failpoints.Kind.WRITTEN && detail.equals(Journal.COMPACTING)) {
            compactionStarted.countDown();
            awaitUninterrupted(gate);
          }
        };
    Journal.initialise(data, "a1", 1);
    var defaultPolicy = CompactionPolicy.DEFAULT;
    var earlyPolicy =
        new CompactionPolicy(1000, 0, defaultPolicy.retention(), defaultPolicy.executor());
    try (var journal = Journal.open(data, "a1", earlyPolicy, gated, InstantSource.system());
        var loop = loop(journal, new CountDownLatch(0), Failpoints.NONE)) {
      loop.start();
      for (var n = 1; compactionStarted.getCount() > 0; n++) {
        enlist(loop, "before." + n);
      }
      for (var n = 1; n <= 100; n++) {
        enlist(loop, "meanwhile." + n);
      }
      Await.until(() -> assertThat(loop.problem()).isNull());
      gate.countDown();
      Await.until(() -> {
        enlist(loop, "after." + System.nanoTime());
        assertThat(data.resolve("journal.new")).doesNotExist();
      });
      Await.until(() -> assertThat(loop.problem()).isNull());
    } finally {
      gate.countDown();
    }
  }

  private void enlist(AcceptorEventLoop loop, String id) throws Exception {
    var record = request(id).record();
    loop.submit(
            record.id(), new AcceptorEvent.MessageReceived(new Message.Enlist(record, "a2"), "a2"))
        .get(60, TimeUnit.SECONDS);
  }

  /** As when a flush hangs: clients then try another acceptor first. */
  @Test
  void reportsAProblemWhileABatchHangs() throws Exception {
    var disk = new CountDownLatch(1);
    try (var journal = open();
        var loop = loop(journal, new CountDownLatch(2), (_, _, _) -> awaitUninterrupted(disk))) {
      loop.start();
      Await.until(() -> assertThat(loop.problem()).isNull());
      loop.post(new TransactionId("t"), new AcceptorEvent.BeginRequested(request(), Set.of()));
      Await.until(() -> assertThat(loop.problem()).contains("busy with one batch"));
      disk.countDown();
      Await.until(() -> assertThat(loop.problem()).isNull());
    } finally {
      disk.countDown();
    }
  }

  /** Otherwise a full disk would lead to exhausted memory. */
  @Test
  void queuesNothingAfterItHasStopped() throws Exception {
    var journal = open();
    try (var loop = loop(journal, new CountDownLatch(0), Failpoints.NONE)) {
      loop.start();
      journal.close();
      var query = new AcceptorEvent.OutcomeQueried(new TransactionId("t"), request().record());
      var refused = loop.submit(query.id(), query);
      assertThatThrownBy(() -> refused.get(60, TimeUnit.SECONDS)).hasMessageContaining("journal");
      for (var n = 0; n < 1000; n++) {
        var late = loop.submit(new TransactionId("t"), new AcceptorEvent.TimePassed());
        assertThatThrownBy(() -> late.get(60, TimeUnit.SECONDS)).hasMessageContaining("not vote");
      }
      assertThat(loop.queueLength()).isZero();
    }
  }

  /** So that clients query another acceptor. */
  @Test
  void failsPendingRepliesWhenItStops() throws Exception {
    var journal = open();
    try (var loop = loop(journal, new CountDownLatch(0), Failpoints.NONE)) {
      loop.start();
      var id = new TransactionId("t");
      var pendingReply =
          loop.submitForReply(
              id, new AcceptorEvent.BeginRequested(request(), Set.of()), Duration.ofHours(1));
      loop.submit(id, new AcceptorEvent.TimePassed()).get(60, TimeUnit.SECONDS);
      assertThat(pendingReply).isNotDone();
      journal.close();
      var query =
          new AcceptorEvent.OutcomeQueried(new TransactionId("other"), request("other").record());
      var refused = loop.submit(query.id(), query);
      assertThatThrownBy(() -> refused.get(60, TimeUnit.SECONDS)).hasMessageContaining("journal");
      assertThatThrownBy(() -> pendingReply.get(60, TimeUnit.SECONDS))
          .hasMessageContaining("does not vote");
    }
  }

  /** Both records arrive in one batch. */
  @Test
  void doesNotReturnTheOutcomeOfAnotherRecordWithTheSameId() throws Exception {
    try (var loop = loop(open(), new CountDownLatch(0), Failpoints.NONE)) {
      var otherRequest = request("t");
      var ownRequest =
          TransactionRequest.of(
              otherRequest.record().id(),
              otherRequest.record().acceptors(),
              1,
              otherRequest.record().voteBy().minusSeconds(1),
              otherRequest.caller(),
              otherRequest.actions());
      var decided = new Message.Decided(otherRequest.record(), Decision.ABORT, Map.of());
      loop.post(otherRequest.record().id(), new AcceptorEvent.MessageReceived(decided, "a2"));
      var query = new AcceptorEvent.OutcomeQueried(ownRequest.record().id(), ownRequest.record());
      var answers =
          List.of(
              loop.submitForReply(
                  query.id(),
                  new AcceptorEvent.BeginRequested(ownRequest, Set.of()),
                  Duration.ofHours(1)),
              loop.submitForReply(query.id(), query, Duration.ofHours(1)));
      loop.start();
      for (var answer : answers) {
        assertThat(answer.get(60, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.OTHER_RECORD);
      }
    }
  }

  private Journal open() throws Exception {
    Journal.initialise(data, "a1", 1);
    return Journal.open(data, "a1", Failpoints.NONE, InstantSource.system());
  }

  private AcceptorEventLoop loop(Journal journal, CountDownLatch sent, Failpoints failpoints) {
    var self = new AcceptorMachine.Identity("a1", 1, TIMING);
    return new AcceptorEventLoop(
        self, journal, clock, (_, _) -> sent.countDown(), MAX_VOTE_DURATION, failpoints, thread);
  }

  private void begin(AcceptorEventLoop loop) throws Exception {
    loop.submit(new TransactionId("t"), new AcceptorEvent.BeginRequested(request(), Set.of()))
        .get(60, TimeUnit.SECONDS);
    clockIsRead.drainPermits();
  }

  private TransactionRequest request() {
    return request("t");
  }

  private TransactionRequest request(String id) {
    return TransactionRequest.of(
        new TransactionId(id),
        List.of("a1", "a2", "a3"),
        1,
        clock.instant().plus(Duration.ofMinutes(5)),
        new RequestingUser("ada", "ucl", List.of(), "scientist", "c"),
        List.of(new ResourceManagerActions("rm1", "<x/>")));
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}

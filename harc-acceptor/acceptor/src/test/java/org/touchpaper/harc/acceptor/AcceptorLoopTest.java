package org.touchpaper.harc.acceptor;

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
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Member;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Vote;

class AcceptorLoopTest {
  private static final Timing TIMING =
      new Timing(
          Duration.ofMillis(100),
          Duration.ofMinutes(5),
          Duration.ZERO,
          Duration.ZERO,
          Duration.ZERO,
          Duration.ofSeconds(1));

  private static final Duration LONGEST_VOTE = Duration.ofHours(1);

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
  void saysItAgainThoughItsClockWasSetBackMeanwhile() throws Exception {
    var said = new CountDownLatch(4);
    try (var journal = open();
        var loop = loop(journal, said, Failpoints.UNWATCHED)) {
      loop.start();
      begin(loop);
      offset.set(Duration.ofMillis(-500));
      assertThat(said.await(60, TimeUnit.SECONDS)).as("asks the other two again").isTrue();
    }
  }

  @Test
  void saysItAgainSoonAfterAClockSetFarBackIsPutRight() throws Exception {
    var said = new CountDownLatch(4);
    try (var journal = open();
        var loop = loop(journal, said, Failpoints.UNWATCHED)) {
      loop.start();
      begin(loop);
      offset.set(Duration.ofHours(-1));
      assertThat(clockIsRead.tryAcquire(2, 60, TimeUnit.SECONDS)).as("has looked at it").isTrue();
      offset.set(Duration.ZERO);
      assertThat(said.await(60, TimeUnit.SECONDS)).as("asks the other two again").isTrue();
    }
  }

  /** A resource manager with a broken clock would have it asked about for as long. */
  @Test
  void bindsNothingThatMayBeVotedOnForTooLongAndAnswersWhatItKnows() throws Exception {
    try (var journal = open();
        var loop = loop(journal, new CountDownLatch(1), Failpoints.UNWATCHED)) {
      loop.start();
      var known = request("known").record();
      var unknown = request("unknown").record();
      loop.submit(known.id(), voted(known, "rm1")).get(60, TimeUnit.SECONDS);
      offset.set(LONGEST_VOTE.negated());
      for (var time = 0; time < 2; time++) {
        loop.submit(unknown.id(), voted(unknown, "rm1")).get(60, TimeUnit.SECONDS);
        var learn = new Message.Learn(unknown, "a2");
        loop.submit(unknown.id(), new Event.Received(learn, "a2")).get(60, TimeUnit.SECONDS);
        assertThat(outcome(loop, unknown)).isEqualTo(Outcome.UNKNOWN);
        assertThat(outcome(loop, known)).isEqualTo(Outcome.UNDECIDED);
      }
      assertThat(loop.members().ids()).containsExactly(known.id());
      offset.set(Duration.ZERO);
      assertThat(outcome(loop, unknown)).as("it was its own clock").isEqualTo(Outcome.UNDECIDED);
    }
  }

  private static Outcome outcome(AcceptorLoop loop, TransactionRecord record) {
    var asked = new Event.Asked(record.id(), record);
    return loop.ask(record.id(), asked, Duration.ofSeconds(60)).outcome();
  }

  /** The votes of a transaction come one after the other; its flushes and answers need not. */
  @Test
  void writesAllVotesOfATransactionAtOnceAndSaysSoOnce() throws Exception {
    var said = new LinkedBlockingQueue<Message>();
    var record =
        Request.of(
                new TransactionId("t"),
                List.of("a1", "a2", "a3"),
                1,
                clock.instant().plus(Duration.ofMinutes(5)),
                new Caller("ada", "ucl", List.of(), "scientist", "c"),
                List.of(new Actions("rm1", "<x/>"), new Actions("rm2", "<x/>")))
            .record();
    try (var journal = open();
        var loop =
            new AcceptorLoop(
                new Member.Self("a1", 1, TIMING),
                journal,
                clock,
                (_, message) -> said.add(message),
                LONGEST_VOTE,
                Failpoints.UNWATCHED,
                thread)) {
      var before = loop.flushes();
      loop.tell(record.id(), voted(record, "rm1"));
      // looked at where and when they have been taken: a moment later more may be said
      var saidBy = loop.submit(record.id(), voted(record, "rm2")).thenApply(_ -> List.copyOf(said));
      var flushed = saidBy.thenApply(_ -> loop.flushes());
      loop.start();
      assertThat(saidBy.get(60, TimeUnit.SECONDS))
          .singleElement()
          .isInstanceOfSatisfying(
              Message.Phase2b.class,
              bundle -> assertThat(bundle.accepted()).containsOnlyKeys("rm1", "rm2"));
      assertThat(flushed.get(60, TimeUnit.SECONDS)).isEqualTo(before + 1);
    }
  }

  private static Event voted(TransactionRecord record, String resourceManager) {
    var votes = Map.of(resourceManager, Vote.prepared(""));
    return new Event.Received(
        new Message.Phase2a(record, Ballot.ZERO, votes, "a2"), resourceManager);
  }

  /** The writing stands still here in its middle, and would not end by itself. */
  @Test
  void goesOnVotingWhileItsJournalIsWrittenAnew() throws Exception {
    var begun = new CountDownLatch(1);
    var gate = new CountDownLatch(1);
    Failpoints gated =
        (kind, _, what) -> {
          if (kind == Failpoints.Kind.WRITTEN && what.equals(Journal.ANEW)) {
            begun.countDown();
            join(gate);
          }
        };
    Journal.initialise(data, "a1", 1);
    var usual = CompactionPolicy.DEFAULT;
    var soon = new CompactionPolicy(1000, 0, usual.retention(), usual.writer());
    try (var journal = Journal.open(data, "a1", soon, gated, InstantSource.system());
        var loop = loop(journal, new CountDownLatch(0), Failpoints.UNWATCHED)) {
      loop.start();
      for (var n = 1; begun.getCount() > 0; n++) {
        enlist(loop, "before." + n);
      }
      for (var n = 1; n <= 100; n++) {
        enlist(loop, "meanwhile." + n);
      }
      Await.until(() -> assertThat(loop.trouble()).isNull());
      gate.countDown();
      Await.until(() -> {
        enlist(loop, "after." + System.nanoTime());
        assertThat(data.resolve("journal.new")).doesNotExist();
      });
      Await.until(() -> assertThat(loop.trouble()).isNull());
    } finally {
      gate.countDown();
    }
  }

  private void enlist(AcceptorLoop loop, String id) throws Exception {
    var record = request(id).record();
    loop.submit(record.id(), new Event.Received(new Message.Enlist(record, "a2"), "a2"))
        .get(60, TimeUnit.SECONDS);
  }

  /** As when a disk does not come back from a flush: callers should begin with another. */
  @Test
  void isNotWellWhileItDoesNotGetOnWithARound() throws Exception {
    var disk = new CountDownLatch(1);
    try (var journal = open();
        var loop = loop(journal, new CountDownLatch(2), (_, _, _) -> join(disk))) {
      loop.start();
      Await.until(() -> assertThat(loop.trouble()).isNull());
      loop.tell(new TransactionId("t"), new Event.Begun(request(), Set.of()));
      Await.until(() -> assertThat(loop.trouble()).contains("busy with one round"));
      disk.countDown();
      Await.until(() -> assertThat(loop.trouble()).isNull());
    } finally {
      disk.countDown();
    }
  }

  /** A full disk must not end in full memory. */
  @Test
  void keepsNothingOfWhatComesOnceItVotesNoMore() throws Exception {
    var journal = open();
    try (var loop = loop(journal, new CountDownLatch(0), Failpoints.UNWATCHED)) {
      loop.start();
      journal.close();
      var asked = new Event.Asked(new TransactionId("t"), request().record());
      var refused = loop.submit(asked.id(), asked);
      assertThatThrownBy(() -> refused.get(60, TimeUnit.SECONDS)).hasMessageContaining("journal");
      for (var n = 0; n < 1000; n++) {
        var late = loop.submit(new TransactionId("t"), new Event.TimePassed());
        assertThatThrownBy(() -> late.get(60, TimeUnit.SECONDS)).hasMessageContaining("not vote");
      }
      assertThat(loop.backlog()).isZero();
    }
  }

  /** Another acceptor may know how it ends, or see to it. */
  @Test
  void tellsWhoeverWaitsThatItVotesNoMore() throws Exception {
    var journal = open();
    try (var loop = loop(journal, new CountDownLatch(0), Failpoints.UNWATCHED)) {
      loop.start();
      var id = new TransactionId("t");
      var waiting = loop.asking(id, new Event.Begun(request(), Set.of()), Duration.ofHours(1));
      loop.submit(id, new Event.TimePassed()).get(60, TimeUnit.SECONDS);
      assertThat(waiting).isNotDone();
      journal.close();
      var asked = new Event.Asked(new TransactionId("other"), request("other").record());
      var refused = loop.submit(asked.id(), asked);
      assertThatThrownBy(() -> refused.get(60, TimeUnit.SECONDS)).hasMessageContaining("journal");
      assertThatThrownBy(() -> waiting.get(60, TimeUnit.SECONDS))
          .hasMessageContaining("does not vote");
    }
  }

  /**
   * Both came in at once: what became of the other record is no answer to who asks for this one.
   */
  @Test
  void tellsNobodyHowAnotherRecordOfTheIdEnded() throws Exception {
    try (var loop = loop(open(), new CountDownLatch(0), Failpoints.UNWATCHED)) {
      var other = request("t");
      var ours =
          Request.of(
              other.record().id(),
              other.record().acceptors(),
              1,
              other.record().voteBy().minusSeconds(1),
              other.caller(),
              other.actions());
      var decided = new Message.Decided(other.record(), Decision.ABORT, Map.of());
      loop.tell(other.record().id(), new Event.Received(decided, "a2"));
      var asked = new Event.Asked(ours.record().id(), ours.record());
      var answers =
          List.of(
              loop.asking(asked.id(), new Event.Begun(ours, Set.of()), Duration.ofHours(1)),
              loop.asking(asked.id(), asked, Duration.ofHours(1)));
      loop.start();
      for (var answer : answers) {
        assertThat(answer.get(60, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.OTHER_RECORD);
      }
    }
  }

  private Journal open() throws Exception {
    Journal.initialise(data, "a1", 1);
    return Journal.open(data, "a1", Failpoints.UNWATCHED, InstantSource.system());
  }

  private AcceptorLoop loop(Journal journal, CountDownLatch said, Failpoints failpoints) {
    var self = new Member.Self("a1", 1, TIMING);
    return new AcceptorLoop(
        self, journal, clock, (_, _) -> said.countDown(), LONGEST_VOTE, failpoints, thread);
  }

  private void begin(AcceptorLoop loop) throws Exception {
    loop.submit(new TransactionId("t"), new Event.Begun(request(), Set.of()))
        .get(60, TimeUnit.SECONDS);
    clockIsRead.drainPermits();
  }

  private Request request() {
    return request("t");
  }

  private Request request(String id) {
    return Request.of(
        new TransactionId(id),
        List.of("a1", "a2", "a3"),
        1,
        clock.instant().plus(Duration.ofMinutes(5)),
        new Caller("ada", "ucl", List.of(), "scientist", "c"),
        List.of(new Actions("rm1", "<x/>")));
  }

  private static void join(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}

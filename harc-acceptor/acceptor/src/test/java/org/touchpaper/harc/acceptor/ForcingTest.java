package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Member;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Vote;

/** An acceptor whose disk hangs when the test says so, and a person who decides in its place. */
@Timeout(60)
class ForcingTest {
  private static final TransactionRecord RECORD = record("t");
  private static final TransactionId ID = RECORD.id();
  private static final Map<String, Vote> PREPARED = Map.of("rm1", Vote.prepared("held"));

  @TempDir Path data;
  private final Executor thread = Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
  private Journal journal;
  private AcceptorLoop loop;

  /** What the disk waits for, and what tells that it does. */
  private volatile CountDownLatch disk = new CountDownLatch(0);

  private volatile CountDownLatch hanging = new CountDownLatch(1);

  /** What happens when somebody looks at the clock. */
  private volatile Runnable atAGlance = () -> {};

  @BeforeEach
  void start() throws Exception {
    Journal.initialise(data, "a1", 1);
    journal =
        Journal.open(
            data,
            "a1",
            (kind, _, _) -> {
              if (kind == Milestones.Kind.WRITING) {
                hanging.countDown();
                await(disk);
              }
            },
            InstantSource.system());
    var self = new Member.Self("a1", 1, Timing.DEFAULT);
    loop =
        new AcceptorLoop(self, journal, new Glanced(), (_, _) -> {}, Milestones.UNWATCHED, thread);
    loop.start();
    happens(new Message.Phase2a(RECORD, Ballot.ZERO, PREPARED, "a2"), "rm1")
        .get(30, TimeUnit.SECONDS);
  }

  @AfterEach
  void end() {
    disk.countDown();
    loop.close();
    journal.close();
  }

  private static TransactionRecord record(String id) {
    return Request.of(
            new TransactionId(id),
            List.of("a1", "a2", "a3"),
            1,
            Instant.now().minusSeconds(60),
            new Caller("ada", "ucl", List.of(), "scientist", "c"),
            List.of(new Actions("rm1", "<x/>")))
        .record();
  }

  private CompletableFuture<Void> happens(Message.ForAcceptor message, String from) {
    return loop.submit(message.record().id(), new Event.Received(message, from));
  }

  private void diskHangs() throws InterruptedException {
    hanging = new CountDownLatch(1);
    disk = new CountDownLatch(1);
    var _ = happens(new Message.Enlist(record("another"), "a2"), "a2");
    assertThat(hanging.await(30, TimeUnit.SECONDS)).isTrue();
  }

  private Forcing.Result force(Duration wait, Decision decision) {
    return new Forcing(loop, "a1", wait).force(ID, decision, "ada", "burnt");
  }

  @Test
  void saysForcedOnlyOfWhatItHasForced() {
    var patient = Duration.ofSeconds(30);
    assertThat(force(patient, Decision.COMMIT)).isEqualTo(new Forcing.Result(200, "forced"));
    for (var again : Decision.values()) {
      assertThat(force(patient, again))
          .isEqualTo(
              new Forcing.Result(409, "it is decided already: forced COMMIT by ada (burnt)"));
    }
  }

  @Test
  void doesNotTakeADecisionThatSlippedInForItsOwn() throws Exception {
    diskHangs();
    var _ = happens(new Message.Decided(RECORD, Decision.ABORT, Map.of()), "a2");
    atAGlance = disk::countDown;
    assertThat(force(Duration.ofSeconds(30), Decision.ABORT))
        .isEqualTo(new Forcing.Result(409, "it is decided already: chosen ABORT"));
  }

  @Test
  void doesNotTakeAVoteThatSlippedInForConsent() throws Exception {
    diskHangs();
    var aborted = Map.of("rm1", Vote.aborted(""));
    var _ = happens(new Message.Phase2a(RECORD, new Ballot(2), aborted, "a2"), "a2");
    atAGlance = disk::countDown;
    assertThat(force(Duration.ofSeconds(30), Decision.COMMIT))
        .isEqualTo(
            new Forcing.Result(
                409, "rm1 is not prepared, and holds nothing that could be committed"));
  }

  @Test
  void saysThatItIsNotKnownWhileTheDiskHangs() throws Exception {
    diskHangs();
    var result = force(Duration.ofMillis(1), Decision.ABORT);
    assertThat(result.status()).isEqualTo(503);
    assertThat(result.sentence())
        .startsWith("not known whether it was forced, ask again")
        .doesNotContain("null");
    disk.countDown();
    assertThat(force(Duration.ofSeconds(30), Decision.ABORT))
        .as("asked again")
        .isEqualTo(new Forcing.Result(409, "it is decided already: forced ABORT by ada (burnt)"));
  }

  @Test
  void saysThatItIsNotKnownWhenNothingCanBeWritten() {
    loop.close();
    var result = force(Duration.ofSeconds(30), Decision.ABORT);
    assertThat(result.status()).isEqualTo(503);
    assertThat(result.sentence()).contains("not known whether", "a1 does not vote");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** The true time, and a moment for something to happen in. */
  private final class Glanced extends Clock {
    @Override
    public Instant instant() {
      atAGlance.run();
      return Clock.systemUTC().instant();
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}

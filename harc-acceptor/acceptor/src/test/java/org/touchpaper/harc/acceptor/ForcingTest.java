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
@Timeout(120)
class ForcingTest {
  private static final TransactionRecord RECORD = record("t");
  private static final TransactionId ID = RECORD.id();
  private static final Map<String, Vote> PREPARED = Map.of("rm1", Vote.prepared("held"));

  @TempDir Path data;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
  private Journal journal;
  private AcceptorLoop loop;

  /** What the disk waits for, and what tells that it does. */
  private volatile CountDownLatch disk = new CountDownLatch(0);

  private volatile CountDownLatch hanging = new CountDownLatch(1);

  /** What happens when somebody looks at the clock. */
  private volatile Runnable atAGlance = () -> {};

  /** The true time, and a moment for something to happen in. */
  private final InstantSource glanced =
      () -> {
        atAGlance.run();
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
              if (kind == Failpoints.Kind.WRITING) {
                hanging.countDown();
                await(disk);
              }
            },
            InstantSource.system());
    var self = new Member.Self("a1", 1, Timing.DEFAULT);
    var ages = Duration.ofDays(73_000);
    loop =
        new AcceptorLoop(
            self,
            journal,
            glanced.withZone(ZoneOffset.UTC),
            (_, _) -> {},
            ages,
            Failpoints.UNWATCHED,
            thread);
    loop.start();
    happens(new Message.Phase2a(RECORD, Ballot.ZERO, PREPARED, "a2"), "rm1")
        .get(60, TimeUnit.SECONDS);
  }

  @AfterEach
  void end() {
    disk.countDown();
    loop.close();
    journal.close();
    thread.shutdownNow();
  }

  private static TransactionRecord record(String id) {
    return record(id, Instant.now().minusSeconds(60), "rm1");
  }

  private static TransactionRecord record(String id, Instant voteBy, String... voters) {
    return Request.of(
            new TransactionId(id),
            List.of("a1", "a2", "a3"),
            1,
            voteBy,
            new Caller("ada", "ucl", List.of(), "scientist", "c"),
            Stream.of(voters).map(voter -> new Actions(voter, "<x/>")).toList())
        .record();
  }

  private CompletableFuture<Void> happens(Message.ForAcceptor message, String from) {
    return loop.submit(message.record().id(), new Event.Received(message, from));
  }

  private void diskHangs() throws InterruptedException {
    hanging = new CountDownLatch(1);
    disk = new CountDownLatch(1);
    var _ = happens(new Message.Enlist(record("another"), "a2"), "a2");
    assertThat(hanging.await(60, TimeUnit.SECONDS)).isTrue();
  }

  private Forcing.Result force(Duration wait, Decision decision) {
    return new Forcing(loop, "a1", wait).force(ID, decision, "ada", "burnt", false);
  }

  /** What nobody can vote on any more but may for a century: the others are not there. */
  @Test
  void abortsBeforeItsTimeForWhoeverInsists() throws Exception {
    var endless = record("endless", Instant.now().plus(Duration.ofDays(36_500)), "rm1");
    happens(new Message.Phase2a(endless, Ballot.ZERO, PREPARED, "a2"), "rm1")
        .get(60, TimeUnit.SECONDS);
    var forcing = new Forcing(loop, "a1", Duration.ofSeconds(60));
    for (var time = 0; time < 2; time++) {
      for (var early : List.of(false, true)) {
        var commit = forcing.force(endless.id(), Decision.COMMIT, "ada", "typo", early);
        assertThat(commit.status()).isEqualTo(409);
        assertThat(commit.sentence()).startsWith("it can be voted on until 21");
      }
      assertThat(forcing.force(endless.id(), Decision.ABORT, "ada", "typo", false).status())
          .isEqualTo(409);
    }
    assertThat(forcing.force(endless.id(), Decision.ABORT, "ada", "typo", true))
        .isEqualTo(new Forcing.Result(200, "forced"));
  }

  /** One has heard, the other was sold: nobody would ever hear the last of it. */
  @Test
  void endsWhatAResourceManagerThatIsGoneNeverAcknowledges() throws Exception {
    var forcing = new Forcing(loop, "a1", Duration.ofSeconds(60));
    var record = record("sold", Instant.now().minusSeconds(60), "rm1", "rm-sold");
    var id = record.id();
    assertThat(forcing.forget(id, "rm-sold", "ada", "sold").status()).isEqualTo(404);
    happens(new Message.Learn(record, "a2"), "a2").get(60, TimeUnit.SECONDS);
    assertThat(forcing.forget(id, "rm-sold", "ada", "sold").sentence())
        .startsWith("it is not decided, and rm-sold may yet");
    assertThat(forcing.force(id, Decision.ABORT, "ada", "sold", false).status()).isEqualTo(200);
    assertThat(loop.members().unheard(id)).containsExactlyInAnyOrder("rm1", "rm-sold");
    assertThat(forcing.forget(id, "rm-other", "ada", "sold"))
        .isEqualTo(
            new Forcing.Result(409, "rm-other has no part in it, which is rm1's and rm-sold's"));

    assertThat(forcing.forget(id, "rm-sold", "ada", "sold").status()).isEqualTo(200);
    assertThat(loop.members().unheard(id))
        .as("who is there is still waited for")
        .containsOnly("rm1");
    var written =
        Objects.requireNonNull(Objects.requireNonNull(loop.members().memory(id)).verdict());
    assertThat(written.forgotten())
        .hasEntrySatisfying("rm-sold", force -> assertThat(force.by()).isEqualTo("ada"));
    loop.submit(id, new Event.Heard("rm1")).get(60, TimeUnit.SECONDS);
    assertThat(loop.members().memory(id)).as("it is over").isNull();
    var tombstone = Objects.requireNonNull(loop.members().tombstone(id));
    assertThat(tombstone.verdict().decision()).isEqualTo(Decision.ABORT);
    assertThat(tombstone.verdict().forgotten()).containsOnlyKeys("rm-sold");
    assertThat(forcing.forget(id, "rm-sold", "ada", "sold").status()).as("again").isEqualTo(200);
  }

  @Test
  void saysForcedOnlyOfWhatItHasForced() {
    var patient = Duration.ofSeconds(60);
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
    assertThat(force(Duration.ofSeconds(60), Decision.ABORT))
        .isEqualTo(new Forcing.Result(409, "it is decided already: chosen ABORT"));
  }

  @Test
  void doesNotTakeAVoteThatSlippedInForConsent() throws Exception {
    diskHangs();
    var aborted = Map.of("rm1", Vote.aborted(""));
    var _ = happens(new Message.Phase2a(RECORD, new Ballot(2), aborted, "a2"), "a2");
    atAGlance = disk::countDown;
    assertThat(force(Duration.ofSeconds(60), Decision.COMMIT))
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
    var forgetting = new Forcing(loop, "a1", Duration.ofMillis(1)).forget(ID, "rm1", "ada", "sold");
    assertThat(forgetting.status()).isEqualTo(503);
    assertThat(forgetting.sentence()).startsWith("not known whether it was forgotten, ask again: ");
    disk.countDown();
    assertThat(force(Duration.ofSeconds(60), Decision.ABORT))
        .as("asked again")
        .isEqualTo(new Forcing.Result(409, "it is decided already: forced ABORT by ada (burnt)"));
  }

  @Test
  void saysThatItIsNotKnownWhenNothingCanBeWritten() {
    loop.close();
    var result = force(Duration.ofSeconds(60), Decision.ABORT);
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
}

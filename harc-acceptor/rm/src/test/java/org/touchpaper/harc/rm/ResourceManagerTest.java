package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.RunningResourceManager.decide;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.PeerHttpClient;
import org.touchpaper.harc.client.PeerRequestException;
import org.touchpaper.harc.client.ResourceManagerClient;
import org.touchpaper.harc.client.ResourceTimetableQuery;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.ResourceManagerTransactionStatus;
import org.touchpaper.harc.client.model.ResourceManagerTransactionStatus.BookingState;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.client.xml.HarcActionXml;
import org.touchpaper.harc.client.xml.VoteNoteXml;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;

class ResourceManagerTest {
  @TempDir private static Path directory;

  @SuppressWarnings("NullAway.Init") // set before any test
  private static RunningResourceManager newton;

  private static int tests;

  private Instant nine = Instant.EPOCH;

  @BeforeAll
  static void start() {
    newton = RunningResourceManager.newton(directory);
  }

  @AfterAll
  static void stop() {
    newton.close();
  }

  /** Each test has its own period, and starts it a minute before nine. */
  @BeforeEach
  void moveToOwnPeriod() {
    tests++;
    nine = Instant.parse("2026-12-01T21:00:00Z").plus(Duration.ofDays(100L * tests));
    newton.clock.set(nine.minusSeconds(60));
  }

  /** A task that nothing carries out leaves its work due for ever. */
  @Test
  void carriesOutTheTasksOfBookingsAndOfWhatRunsInThem() {
    assertThat(newton.taskNames()).contains("bookingTask", "runTask");
  }

  @Test
  void votesPreparedThenRunsTheCommittedBooking() throws Exception {
    var prepare = prepare("t.1", nodes("run", 4, 0, 60));
    var vote = vote(prepare);
    assertThat(vote.choice()).isEqualTo(Vote.Choice.PREPARED);
    assertThat(((VoteNote.Held) VoteNoteXml.read(vote)).bookings().getFirst())
        .isEqualTo(
            new VoteNote.HeldBooking(
                name("run"),
                "newton001,newton002,newton003,newton004",
                List.of("newton001", "newton002", "newton003", "newton004")));
    assertThat(state("t.1").phase()).isEqualTo(ResourceManagerState.Phase.PREPARED);
    assertThat(part("t.1").state()).isEqualTo(BookingState.HELD);

    newton.clientOfA1().decide(decide(prepare, Decision.COMMIT));
    newton.clientOfA1().decide(decide(prepare, Decision.COMMIT));
    assertThat(part("t.1").state()).isEqualTo(BookingState.COMMITTED);
    newton.awaitIdle();

    newton.clock.set(nine);
    newton.runDueWork();
    assertThat(part("t.1").state()).isEqualTo(BookingState.ACTIVE);
    assertThat(directory.resolve(name("run") + ".json")).exists();

    newton.clock.set(nine.plusSeconds(60));
    newton.runDueWork();
    assertThat(part("t.1").state()).isEqualTo(BookingState.ENDED);
    assertThat(part("t.1").isReleased()).isTrue();
    assertThat(directory.resolve(name("run") + ".json")).doesNotExist();
  }

  /** Otherwise it would be held until then, unavailable to others. */
  @Test
  void refusesAVoteByThatIsTooFarAway() throws Exception {
    var usual = prepare("t.1", nodes("run", 4, 0, 60));
    var request =
        TransactionRequest.of(
            usual.record().id(),
            usual.record().acceptors(),
            1,
            newton.clock.instant().plus(Duration.ofDays(36_500)),
            usual.caller(),
            List.of(usual.actions()));
    var vote = vote(new Message.Prepare(request.record(), request.caller(), usual.actions(), "a1"));
    assertThat(vote.isPrepared()).isFalse();
    assertThat(vote.note()).contains("for at most PT1H (touchpaper.rm.longest-vote)");
    assertThat(vote(prepare("t.2", nodes("other", 8, 0, 60))).isPrepared()).isTrue();
  }

  @Test
  void votesAbortedWithReasonAndNextFit() throws Exception {
    vote(prepare("t.1", nodes("run", 6, 0, 60)));
    var vote = vote(prepare("t.2", nodes("other", 3, 30, 90)));
    assertThat(vote.choice()).isEqualTo(Vote.Choice.ABORTED);
    var refusal = ((VoteNote.Refused) VoteNoteXml.read(vote)).refusals().getFirst();
    assertThat(refusal.code()).isEqualTo("NODES_BUSY");
    assertThat(refusal.nextFit())
        .isEqualTo(new HarcAction.Schedule(nine.plusSeconds(60), nine.plusSeconds(120)));
    assertThat(state("t.2").bookings()).isEmpty();
    assertThat(state("t.2").phase()).isEqualTo(ResourceManagerState.Phase.ABORTED);
  }

  @Test
  void aDecideForAnUnknownIdIsRecordedAndItsPrepareRefused() throws Exception {
    var prepare = prepare("t.1", nodes("run", 4, 0, 60));
    newton.clientOfA1().decide(decide(prepare, Decision.ABORT));
    newton.clientOfA1().decide(decide(prepare, Decision.ABORT));
    newton.clientOfA1().prepare(prepare);
    newton.awaitIdle();
    assertThat(state("t.1").phase()).isEqualTo(ResourceManagerState.Phase.ABORTED);
    assertThat(newton.acceptors.drain())
        .extracting(received -> received.vote().record().id())
        .doesNotContain(id("t.1"));
  }

  @Test
  void refusesACommitWithoutAVoteAndChangesNothing() throws Exception {
    var prepare = prepare("t.1", nodes("run", 4, 0, 60));
    newton.clientOfA1().decide(decide(prepare, Decision.COMMIT));
    assertThat(state("t.1").phase()).isEqualTo(ResourceManagerState.Phase.UNKNOWN);
  }

  @Test
  void anotherRecordUnderTheSameIdIsRefused() throws Exception {
    vote(prepare("t.1", nodes("run", 4, 0, 60)));
    var contradicting = prepare("t.1", nodes("run", 5, 0, 60));
    newton.clientOfA1().prepare(contradicting);
    newton.clientOfA1().decide(decide(contradicting, Decision.COMMIT));
    newton
        .clientOfA1()
        .decide(
            decide(contradicting, Decision.ABORT)); // nothing of it is held, so it is acknowledged
    newton.awaitIdle();
    assertThat(state("t.1").phase()).isEqualTo(ResourceManagerState.Phase.PREPARED);
  }

  @Test
  void refusesActionsThatDoNotMatchTheDigest() throws Exception {
    var original = prepare("t.1", nodes("run", 4, 0, 60));
    var contradicting = prepare("t.1", nodes("run", 5, 0, 60));
    var forged =
        new Message.Prepare(original.record(), original.caller(), contradicting.actions(), "a1");
    newton.clientOfA1().prepare(forged);
    newton.awaitIdle();
    assertThat(state("t.1").phase()).isEqualTo(ResourceManagerState.Phase.UNKNOWN);
  }

  @Test
  void repeatsItsVoteUntilItKnowsTheDecision() throws Exception {
    vote(prepare("t.1", nodes("run", 4, 0, 60)));
    newton.clock.advance(Duration.ofSeconds(2));
    newton.runDueWork();
    newton.acceptors.awaitVotes(id("t.1"));

    newton.clock.advance(Duration.ofDays(30));
    newton.runDueWork();
    newton.acceptors.awaitVotes(id("t.1"));
    assertThat(state("t.1").phase())
        .as("deadlines limit voting, never holding")
        .isEqualTo(ResourceManagerState.Phase.PREPARED);

    newton.restart();
    newton.clock.advance(Duration.ofMinutes(2));
    newton.runDueWork();
    newton.acceptors.awaitVotes(id("t.1"));
    newton.acceptors.setOutcome(TransactionOutcomeResponse.of(Decision.ABORT, Map.of()));
    newton.clock.advance(
        Duration.ofMinutes(2)); // the longer it is overdue, the longer the pauses between queries
    newton.runDueWork();
    newton.acceptors.setOutcome(
        TransactionOutcomeResponse.of(TransactionOutcomeResponse.Outcome.UNDECIDED));
    assertThat(state("t.1").phase()).isEqualTo(ResourceManagerState.Phase.ABORTED);
    assertThat(part("t.1").state()).isEqualTo(BookingState.ABORTED);
  }

  @Test
  void votesAbortedOnAPrepareAfterTheDeadline() throws Exception {
    var late = prepare("t.1", nodes("run", 4, 0, 60));
    newton.clock.advance(Duration.ofSeconds(30));
    assertThat(vote(late).choice()).isEqualTo(Vote.Choice.ABORTED);
    assertThat(state("t.1").bookings()).isEmpty();
  }

  @Test
  void aCancelIsASeparateTransaction() throws Exception {
    var make = prepare("t.1", nodes("run", 8, 0, 60));
    vote(make);
    newton.clientOfA1().decide(decide(make, Decision.COMMIT));
    newton.awaitIdle();
    var cancel = prepare("t.2", new HarcAction.Cancel(name("run")));
    assertThat(vote(cancel).choice()).isEqualTo(Vote.Choice.PREPARED);
    newton.clientOfA1().decide(decide(cancel, Decision.COMMIT));
    newton.awaitIdle();
    assertThat(part("t.1").state()).isEqualTo(BookingState.CANCELLED);
    assertThat(part("t.1").isReleased()).isTrue();
    assertThat(part("t.2").state()).isEqualTo(BookingState.CANCELLED);
    assertThat(vote(prepare("t.3", nodes("next", 8, 0, 60))).choice())
        .isEqualTo(Vote.Choice.PREPARED);
  }

  @Test
  void votesAbortedOnUnreadableActions() throws Exception {
    var known = HarcActionXml.write(newton.name(), List.of(nodes("run", 1, 0, 60)));
    var foreign =
        known
            .text()
            .replaceFirst("<Compute>.*</Compute>", "<Storage><Terabytes>3</Terabytes></Storage>");
    var vote =
        vote(newton.prepare(name("t.1"), new ResourceManagerActions(newton.name(), foreign)));
    assertThat(vote.choice()).isEqualTo(Vote.Choice.ABORTED);
    assertThat(vote.note()).contains("unsupported Work element Storage");
  }

  /** A running booking gets more time and more nodes. */
  @Test
  void aBookingIsModifiedOnceTheModificationIsCommitted() throws Exception {
    var make = prepare("t.1", nodes("run", 2, 0, 60));
    vote(make);
    newton.clientOfA1().decide(decide(make, Decision.COMMIT));
    newton.awaitIdle();
    var longer =
        prepare(
            "t.2",
            new HarcAction.Modify(
                name("run"),
                new HarcAction.Schedule(nine, nine.plusSeconds(120)),
                new HarcAction.ComputeNodes("newton", 3)));
    assertThat(vote(longer).choice()).isEqualTo(Vote.Choice.PREPARED);
    assertThat(part("t.1").reference().split(",")).hasSize(2);
    newton.clientOfA1().decide(decide(longer, Decision.COMMIT));
    newton.clientOfA1().decide(decide(longer, Decision.COMMIT));
    newton.awaitIdle();
    assertThat(part("t.1").reference().split(",")).hasSize(3);
  }

  @Test
  void theTimetableReturnsFreeNodesAndStartTimes() throws Exception {
    vote(prepare("t.1", nodes("run", 6, 0, 60)));
    var question =
        new ResourceTimetableQuery(
            "newton",
            nine.minusSeconds(60),
            nine.plusSeconds(600),
            null,
            4,
            Duration.ofSeconds(60),
            new ResourceTimetableQuery.Person("anne", "ucl", List.of("spice"), "scientist"));
    var free = newton.clientOfBar().timetable(question);
    assertThat(free.unit()).isEqualTo("nodes");
    assertThat(free.steps()).extracting(step -> step.free()).containsExactly(8, 2, 8);
    assertThat(free.startRanges())
        .extracting(range -> range.first())
        .containsExactly(nine.minusSeconds(60), nine.plusSeconds(60));
  }

  @Test
  void strangersMayNotQuery() {
    try (var http = new PeerHttpClient("stranger")) {
      var stranger = new ResourceManagerClient(newton.peer("nobody knows"), http);
      assertThatThrownBy(() -> stranger.queryStatus(new TransactionId("t.1")))
          .hasMessageContaining("401");
    }
  }

  private HarcAction nodes(String bookingId, int count, int fromSecond, int toSecond) {
    return new HarcAction.Make(
        name(bookingId),
        new HarcAction.Schedule(nine.plusSeconds(fromSecond), nine.plusSeconds(toSecond)),
        new HarcAction.ComputeNodes("newton", count));
  }

  /** Prepares twice; all acceptors receive the same vote, however often. */
  private Vote vote(Message.Prepare prepare) throws Exception {
    newton.clientOfA1().prepare(prepare);
    var first = newton.acceptors.awaitVotes(prepare.record().id());
    newton.clientOfA1().prepare(prepare);
    var again = newton.acceptors.awaitVotes(prepare.record().id());
    assertThat(again).isEqualTo(first);
    var vote = first.getFirst();
    assertThat(first).containsOnly(vote);
    assertThat(vote.ballot().number()).isZero();
    assertThat(vote.record()).isEqualTo(prepare.record());
    var cast = vote.votes().get(newton.name());
    return cast == null ? Vote.aborted("no vote") : cast;
  }

  private Message.Prepare prepare(String id, HarcAction... actions) {
    return newton.prepare(name(id), actions);
  }

  private static String name(String local) {
    return tests + "-" + local;
  }

  private static TransactionId id(String local) {
    return new TransactionId(name(local));
  }

  private ResourceManagerTransactionStatus state(String transaction) throws PeerRequestException {
    return newton.clientOfBar().queryStatus(id(transaction));
  }

  private ResourceManagerTransactionStatus.BookingStatus part(String transaction)
      throws PeerRequestException {
    return state(transaction).bookings().getFirst();
  }
}

package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.RunningResourceManager.decide;

import java.nio.file.Files;
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
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.client.Note;
import org.touchpaper.harc.client.NoteXml;
import org.touchpaper.harc.client.PeerHttp;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.client.ResourceState;
import org.touchpaper.harc.client.ResourceState.PartState;
import org.touchpaper.harc.client.RmClient;
import org.touchpaper.harc.client.TimetableQuestion;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.Vote;

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

  /** Each test has a season of its own, and starts it a minute before nine. */
  @BeforeEach
  void aSeasonOfItsOwn() {
    tests++;
    nine = Instant.parse("2026-12-01T21:00:00Z").plus(Duration.ofDays(100L * tests));
    newton.clock.set(nine.minusSeconds(60));
  }

  @Test
  void votesPreparedThenRunsWhatWasDecided() throws Exception {
    var prepare = prepare("t.1", nodes("run", 4, 0, 60));
    var vote = vote(prepare);
    assertThat(vote.choice()).isEqualTo(Vote.Choice.PREPARED);
    assertThat(((Note.Held) NoteXml.read(vote)).parts().getFirst())
        .isEqualTo(
            new Note.Part(
                name("run"),
                "newton001,newton002,newton003,newton004",
                List.of("newton001", "newton002", "newton003", "newton004")));
    assertThat(state("t.1").phase()).isEqualTo(Ledger.Phase.PREPARED);
    assertThat(part("t.1").state()).isEqualTo(PartState.HELD);

    newton.fromA1().decide(decide(prepare, Decision.COMMIT));
    newton.fromA1().decide(decide(prepare, Decision.COMMIT));
    assertThat(part("t.1").state()).isEqualTo(PartState.COMMITTED);
    newton.awaitQuiet();

    newton.clock.set(nine);
    newton.runDueWork();
    assertThat(part("t.1").state()).isEqualTo(PartState.ACTIVE);
    assertThat(directory.resolve(name("run") + ".json")).exists();

    newton.clock.set(nine.plusSeconds(60));
    newton.runDueWork();
    assertThat(part("t.1").state()).isEqualTo(PartState.ENDED);
    assertThat(part("t.1").released()).isTrue();
    assertThat(directory.resolve(name("run") + ".json")).doesNotExist();
  }

  /** Until then it would be held, and nobody could have it. */
  @Test
  void holdsNothingForLongerThanAVoteTakes() throws Exception {
    var usual = prepare("t.1", nodes("run", 4, 0, 60));
    var request =
        Request.of(
            usual.record().id(),
            usual.record().acceptors(),
            1,
            newton.clock.instant().plus(Duration.ofDays(36_500)),
            usual.caller(),
            List.of(usual.actions()));
    var vote = vote(new Message.Prepare(request.record(), request.caller(), usual.actions(), "a1"));
    assertThat(vote.isPrepared()).isFalse();
    assertThat(vote.note()).contains("for longer than PT1H (touchpaper.rm.longest-vote)");
    assertThat(vote(prepare("t.2", nodes("other", 8, 0, 60))).isPrepared()).isTrue();
  }

  @Test
  void votesAbortedWithTheReasonAndTheNextFit() throws Exception {
    vote(prepare("t.1", nodes("run", 6, 0, 60)));
    var vote = vote(prepare("t.2", nodes("other", 3, 30, 90)));
    assertThat(vote.choice()).isEqualTo(Vote.Choice.ABORTED);
    var refusal = ((Note.Refused) NoteXml.read(vote)).refusals().getFirst();
    assertThat(refusal.code()).isEqualTo("NODES_BUSY");
    assertThat(refusal.nextFit())
        .isEqualTo(new Action.Schedule(nine.plusSeconds(60), nine.plusSeconds(120)));
    assertThat(state("t.2").parts()).isEmpty();
    assertThat(state("t.2").phase()).isEqualTo(Ledger.Phase.ABORTED);
  }

  @Test
  void aDecideForAnUnknownIdIsRecordedAndItsPrepareRefused() throws Exception {
    var prepare = prepare("t.1", nodes("run", 4, 0, 60));
    newton.fromA1().decide(decide(prepare, Decision.ABORT));
    newton.fromA1().decide(decide(prepare, Decision.ABORT));
    assertThatThrownBy(() -> newton.fromA1().prepare(prepare))
        .isInstanceOf(PeerUnreachable.class)
        .hasMessageContaining("409");
    assertThat(state("t.1").phase()).isEqualTo(Ledger.Phase.ABORTED);
    assertThat(newton.acceptors.drain())
        .extracting(heard -> heard.vote().record().id())
        .doesNotContain(id("t.1"));
  }

  @Test
  void aCommitNobodyVotedForIsRefusedAndChangesNothing() throws Exception {
    var prepare = prepare("t.1", nodes("run", 4, 0, 60));
    assertThatThrownBy(() -> newton.fromA1().decide(decide(prepare, Decision.COMMIT)))
        .hasMessageContaining("409");
    assertThat(state("t.1").phase()).isEqualTo(Ledger.Phase.UNKNOWN);
  }

  @Test
  void anotherRecordUnderTheSameIdIsRefused() throws Exception {
    vote(prepare("t.1", nodes("run", 4, 0, 60)));
    var other = prepare("t.1", nodes("run", 5, 0, 60));
    assertThatThrownBy(() -> newton.fromA1().prepare(other)).hasMessageContaining("409");
    assertThatThrownBy(() -> newton.fromA1().decide(decide(other, Decision.COMMIT)))
        .hasMessageContaining("409");
    newton.fromA1().decide(decide(other, Decision.ABORT)); // nothing of it is held: acknowledged
    newton.awaitQuiet();
    assertThat(state("t.1").phase()).isEqualTo(Ledger.Phase.PREPARED);
  }

  @Test
  void actionsThatAreNotThoseOfTheDigestAreRefused() throws Exception {
    var one = prepare("t.1", nodes("run", 4, 0, 60));
    var other = prepare("t.1", nodes("run", 5, 0, 60));
    var forged = new Message.Prepare(one.record(), one.caller(), other.actions(), "a1");
    assertThatThrownBy(() -> newton.fromA1().prepare(forged)).hasMessageContaining("digest");
    assertThat(state("t.1").phase()).isEqualTo(Ledger.Phase.UNKNOWN);
  }

  @Test
  void tellsItsVoteAgainUntilItKnowsTheDecision() throws Exception {
    vote(prepare("t.1", nodes("run", 4, 0, 60)));
    newton.clock.advance(Duration.ofSeconds(2));
    newton.runDueWork();
    newton.acceptors.awaitVotes(id("t.1"));

    newton.clock.advance(Duration.ofDays(30));
    newton.runDueWork();
    newton.acceptors.awaitVotes(id("t.1"));
    assertThat(state("t.1").phase())
        .as("deadlines are on voting, never on holding")
        .isEqualTo(Ledger.Phase.PREPARED);

    newton.restart();
    newton.acceptors.awaitVotes(id("t.1"));
    newton.acceptors.willAnswer(Knowledge.of(Decision.ABORT, Map.of()));
    newton.clock.advance(Duration.ofMinutes(2)); // the longer it is overdue, the later it asks
    newton.runDueWork();
    newton.acceptors.willAnswer(Knowledge.of(Knowledge.Outcome.UNDECIDED));
    assertThat(state("t.1").phase()).isEqualTo(Ledger.Phase.ABORTED);
    assertThat(part("t.1").state()).isEqualTo(PartState.ABORTED);
  }

  @Test
  void aPrepareThatComesAfterTheDeadlineIsVotedAborted() throws Exception {
    var late = prepare("t.1", nodes("run", 4, 0, 60));
    newton.clock.advance(Duration.ofSeconds(30));
    assertThat(vote(late).choice()).isEqualTo(Vote.Choice.ABORTED);
    assertThat(state("t.1").parts()).isEmpty();
  }

  @Test
  void aCancelIsATransactionOfItsOwn() throws Exception {
    var made = prepare("t.1", nodes("run", 8, 0, 60));
    vote(made);
    newton.fromA1().decide(decide(made, Decision.COMMIT));
    newton.awaitQuiet();
    var cancel = prepare("t.2", new Action.Cancel(name("run")));
    assertThat(vote(cancel).choice()).isEqualTo(Vote.Choice.PREPARED);
    newton.fromA1().decide(decide(cancel, Decision.COMMIT));
    newton.awaitQuiet();
    assertThat(part("t.1").state()).isEqualTo(PartState.CANCELLED);
    assertThat(part("t.1").released()).isTrue();
    assertThat(part("t.2").state()).isEqualTo(PartState.CANCELLED);
    assertThat(vote(prepare("t.3", nodes("next", 8, 0, 60))).choice())
        .isEqualTo(Vote.Choice.PREPARED);
  }

  @Test
  void actionsNobodyCanReadAreVotedAborted() throws Exception {
    var known = ActionXml.write(newton.name(), List.of(nodes("run", 1, 0, 60)));
    var foreign =
        known
            .text()
            .replaceFirst("<Compute>.*</Compute>", "<Storage><Terabytes>3</Terabytes></Storage>");
    var vote = vote(newton.prepare(name("t.1"), new Actions(newton.name(), foreign)));
    assertThat(vote.choice()).isEqualTo(Vote.Choice.ABORTED);
    assertThat(vote.note()).contains("nothing here does the Work called Storage");
  }

  /** A run that goes well is given more time and more nodes. */
  @Test
  void aBookingIsModifiedWhenThatIsDecided() throws Exception {
    var made = prepare("t.1", nodes("run", 2, 0, 60));
    vote(made);
    newton.fromA1().decide(decide(made, Decision.COMMIT));
    newton.awaitQuiet();
    var longer =
        prepare(
            "t.2",
            new Action.Modify(
                name("run"),
                new Action.Schedule(nine, nine.plusSeconds(120)),
                new Action.Compute("newton", 3)));
    assertThat(vote(longer).choice()).isEqualTo(Vote.Choice.PREPARED);
    assertThat(part("t.1").reference().split(",")).hasSize(2);
    newton.fromA1().decide(decide(longer, Decision.COMMIT));
    newton.fromA1().decide(decide(longer, Decision.COMMIT));
    newton.awaitQuiet();
    assertThat(part("t.1").reference().split(",")).hasSize(3);
  }

  @Test
  void theTimetableTellsWhatIsFreeAndWhenOneMayStart() throws Exception {
    vote(prepare("t.1", nodes("run", 6, 0, 60)));
    var question =
        new TimetableQuestion(
            "newton",
            nine.minusSeconds(60),
            nine.plusSeconds(600),
            null,
            4,
            Duration.ofSeconds(60),
            new TimetableQuestion.Person("anne", "ucl", List.of("spice"), "scientist"));
    var free = newton.fromBar().timetable(question);
    assertThat(free.unit()).isEqualTo("nodes");
    assertThat(free.steps()).extracting(step -> step.free()).containsExactly(8, 2, 8);
    assertThat(free.starts())
        .extracting(range -> range.first())
        .containsExactly(nine.minusSeconds(60), nine.plusSeconds(60));
  }

  @Test
  void onlyAcceptorsOfTheTransactionPrepareAndDecide() {
    var prepare = prepare("t.1", nodes("run", 4, 0, 60));
    assertThatThrownBy(() -> newton.fromBar().prepare(prepare)).hasMessageContaining("403");
    try (var http = new PeerHttp("stranger")) {
      var stranger = new RmClient(newton.peer("nobody knows"), http);
      assertThatThrownBy(() -> stranger.prepare(prepare)).hasMessageContaining("401");
      assertThatThrownBy(() -> stranger.query(new TransactionId("t.1")))
          .hasMessageContaining("401");
    }
    assertThat(Files.exists(directory.resolve(name("run") + ".json"))).isFalse();
  }

  private Action nodes(String ident, int count, int fromSecond, int toSecond) {
    return new Action.Make(
        name(ident),
        new Action.Schedule(nine.plusSeconds(fromSecond), nine.plusSeconds(toSecond)),
        new Action.Compute("newton", count));
  }

  /** Prepares twice; everybody hears the same vote, however often. */
  private Vote vote(Message.Prepare prepare) throws Exception {
    newton.fromA1().prepare(prepare);
    var first = newton.acceptors.awaitVotes(prepare.record().id());
    newton.fromA1().prepare(prepare);
    var again = newton.acceptors.awaitVotes(prepare.record().id());
    assertThat(again).isEqualTo(first);
    var vote = first.getFirst();
    assertThat(first).containsOnly(vote);
    assertThat(vote.ballot().number()).isZero();
    assertThat(vote.record()).isEqualTo(prepare.record());
    var cast = vote.votes().get(newton.name());
    return cast == null ? Vote.aborted("no vote") : cast;
  }

  private Message.Prepare prepare(String id, Action... actions) {
    return newton.prepare(name(id), actions);
  }

  private static String name(String local) {
    return tests + "-" + local;
  }

  private static TransactionId id(String local) {
    return new TransactionId(name(local));
  }

  private ResourceState state(String transaction) throws PeerUnreachable {
    return newton.fromBar().query(id(transaction));
  }

  private ResourceState.Part part(String transaction) throws PeerUnreachable {
    return state(transaction).parts().getFirst();
  }
}

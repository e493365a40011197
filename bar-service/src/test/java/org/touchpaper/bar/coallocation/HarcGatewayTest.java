package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.Note;
import org.touchpaper.harc.client.NoteXml;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.segment.connection.Refusal;

/** What a broker makes of what real acceptors say, from the plain answer to the strangest. */
@Timeout(300)
class HarcGatewayTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final UUID NODES = UUID.fromString("019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10");
  private static final Instant START = Instant.parse("2026-12-01T21:00:00Z");

  private static final Vote HELD =
      Vote.prepared(
          NoteXml.write(
              new Note.Held(
                  List.of(
                      new Note.Part(NODES.toString(), "newton001", List.of("newton001")),
                      new Note.Part("not one of ours", "x", List.of())))));
  private static final Vote BUSY =
      Vote.aborted(
          NoteXml.write(
              new Note.Refused(
                  List.of(
                      new Note.Refusal(
                          NODES.toString(),
                          "NODES_BUSY",
                          "newton",
                          "nodes",
                          "only 2 are free",
                          false,
                          new Action.Schedule(
                              START.plusSeconds(3600), START.plusSeconds(7200)))))));

  @TempDir Path data;
  private ThreeAcceptors acceptors;
  private HarcClient client;
  private Harc harc;

  /** The same for all that is the same, and later than any test ends. */
  private Instant voteBy;

  @BeforeEach
  void open() throws Exception {
    acceptors = new ThreeAcceptors(data);
    voteBy = soon();
    client = acceptors.client("bar-ucl");
    harc = new HarcGateway(client, Outbound.OPEN, Clock.systemUTC());
  }

  @AfterEach
  void close() {
    client.close();
    acceptors.close();
  }

  @Test
  void whatEverybodyHoldsIsCommittedWithItsReferences() {
    acceptors.votes(HELD);
    for (var time = 0; time < 2; time++) {
      assertThat(harc.begin(request("t.1", 4), PATIENCE))
          .isEqualTo(
              new Harc.Answer.Commit(
                  Map.of(NODES, new Harc.Held("newton001", List.of("newton001")))));
    }
  }

  @Test
  void whatSomebodyRefusesIsAbortedForThatReason() {
    acceptors.votes(BUSY);
    for (var time = 0; time < 2; time++) {
      var refusal = refusal(harc.begin(request("t.1", 4), PATIENCE));
      assertThat(refusal.code()).isEqualTo(Refusal.Code.NODES_BUSY);
      assertThat(refusal.resource()).isEqualTo("newton");
      assertThat(refusal.reason()).isEqualTo("only 2 are free");
      assertThat(refusal.nextFit()).isNotNull();
    }
  }

  @Test
  void whatNobodyVotesOnIsUndecidedAndNothingSpeaksAgainstIt() {
    assertThat(harc.begin(request("t.1", 4), Duration.ofMillis(300)))
        .isEqualTo(new Harc.Answer.Undecided());
  }

  /** Whoever reads the booking learns who is away, or refuses. */
  @Test
  void whatIsUndecidedIsSoWithTheReasonsOfThoseThatDidNotTakeItUp() throws Exception {
    acceptors.kill("acceptor-1");
    acceptors.forgetsTheResourceManager("acceptor-2");
    var request = request("t.1", 4);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          var answer = harc.begin(request, Duration.ofSeconds(5));
          assertThat(answer).isInstanceOf(Harc.Answer.Undecided.class);
          assertThat(((Harc.Answer.Undecided) answer).problem().orElse(""))
              .contains("cannot connect to acceptor-1", "acceptor-2 knows no resource manager");
        });
  }

  @Test
  void whatNobodyCanHaveHeardIsNotStarted() {
    acceptors.names().forEach(acceptors::kill);
    var answer = harc.begin(request("t.1", 4), PATIENCE);
    assertThat(reason(answer))
        .contains("acceptor-1", "acceptor-2", "acceptor-3", "cannot connect", "nothing was sent");
  }

  @Test
  void acceptorsOfAnotherSetOrEpochTakeNothingUp() {
    var others = List.of("acceptor-7", "acceptor-8", "acceptor-9");
    assertThat(reason(harc.begin(request("t.1", others, 2, soon(), "ucl", 4), PATIENCE)))
        .contains("acceptor-1 is no acceptor of t.1", "touchpaper.bar.acceptors");
    assertThat(reason(harc.begin(request("t.2", acceptors.names(), 1, soon(), "ucl", 4), PATIENCE)))
        .contains("acceptor-1 is an acceptor from epoch 2 on", "touchpaper.bar.epoch");
  }

  /** An abort frees the number, a commit never; what is not decided is asked about again. */
  @Test
  void whatItsIdWasUsedForBeforeSaysHowItGoesOn() {
    assertThat(harc.begin(request("t.1", 4), Duration.ofMillis(300)))
        .isInstanceOf(Harc.Answer.Undecided.class);
    assertThat(harc.begin(request("t.1", 8), PATIENCE)).isInstanceOf(Harc.Answer.Undecided.class);

    acceptors.votes(BUSY);
    harc.begin(request("t.2", 4), PATIENCE);
    assertThat(harc.begin(request("t.2", 8), PATIENCE)).isEqualTo(new Harc.Answer.OtherRecord());

    acceptors.votes(HELD);
    harc.begin(request("t.3", 4), PATIENCE);
    assertThat(harc.begin(request("t.3", 8), PATIENCE))
        .isEqualTo(new Harc.Answer.OtherCommitted(new TransactionId("t.3")));
  }

  /**
   * Nobody begins it for a broker that may not speak for its people. But it may have been begun
   * before that was so, and once it can be voted on no more the acceptors are asked what became of
   * it: they finish what none of them knows.
   */
  @Test
  void whatTheyWillNotBeginIsFinishedOnceItCanBeVotedOnNoMore() {
    var early = request("t.1", acceptors.names(), 2, soon(), "leeds", 4);
    assertThat(reason(harc.begin(early, PATIENCE))).contains("bar-ucl may not speak for leeds");

    var past = Instant.now().minusSeconds(10);
    var late = request("t.2", acceptors.names(), 2, past, "leeds", 4);
    var answer =
        await()
            .atMost(PATIENCE)
            .until(() -> harc.begin(late, PATIENCE), it -> it instanceof Harc.Answer.Abort);
    assertThat(refusal(answer).reason()).contains("bar-ucl may not speak for leeds");
    assertThat(Sense.isLostRace(refusal(answer))).as("to come again would not help").isFalse();
  }

  /** By its own clock there is time; it is told the acceptors', and that nothing was sent. */
  @Test
  void whoseClockIsBehindIsToldThatByWhomItAsks() {
    var slow = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-30));
    var request = request("t.1", acceptors.names(), 2, Instant.now().minusSeconds(10), "ucl", 4);
    var answer = new HarcGateway(client, Outbound.OPEN, slow).begin(request, PATIENCE);
    assertThat(reason(answer))
        .contains("t.1 could be voted on until " + request.record().voteBy())
        .contains("at acceptor-1 it is ", "the clock of bar-ucl is behind", "nothing was sent");

    // Who comes back when it is over by its own clock, too, has it ended, for the same reason.
    var ended =
        await()
            .atMost(PATIENCE)
            .until(() -> harc.begin(request, PATIENCE), it -> it instanceof Harc.Answer.Abort);
    assertThat(refusal(ended).reason()).contains("t.1 could be voted on until");
  }

  /** Beyond the longest time that a test may take. */
  private static Instant soon() {
    return Instant.now().plusSeconds(600);
  }

  private Request request(String id, int nodes) {
    return request(id, acceptors.names(), 2, voteBy, "ucl", nodes);
  }

  private static Request request(
      String id, List<String> acceptors, int epoch, Instant voteBy, String site, int nodes) {
    var make =
        new Action.Make(
            NODES.toString(),
            new Action.Schedule(START, START.plusSeconds(3600)),
            new Action.Compute("newton", nodes));
    return Request.of(
        new TransactionId(id),
        acceptors,
        epoch,
        voteBy,
        new Caller("anne", site, List.of(), "scientist", "c-1"),
        List.of(ActionXml.write("rm-newton", List.of(make))));
  }

  private static String reason(Harc.Answer answer) {
    assertThat(answer).isInstanceOf(Harc.Answer.NotStarted.class);
    return ((Harc.Answer.NotStarted) answer).reason();
  }

  private static Refusal refusal(Harc.Answer answer) {
    assertThat(answer).isInstanceOf(Harc.Answer.Abort.class);
    return ((Harc.Answer.Abort) answer).refusals().getFirst();
  }
}

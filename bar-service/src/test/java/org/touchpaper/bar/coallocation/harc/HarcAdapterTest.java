package org.touchpaper.bar.coallocation.harc;

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
import org.touchpaper.bar.coallocation.ThreeAcceptorsFixture;
import org.touchpaper.bar.coallocation.transaction.RetryPolicy;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.client.xml.HarcActionXml;
import org.touchpaper.harc.client.xml.VoteNoteXml;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.segment.connection.Refusal;

/** How the adapter interprets the results of real acceptors, including rare ones. */
@Timeout(300)
class HarcAdapterTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final UUID NODES = UUID.fromString("019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10");
  private static final Instant START = Instant.parse("2026-12-01T21:00:00Z");

  private static final Vote HELD =
      Vote.prepared(
          VoteNoteXml.write(
              new VoteNote.Held(
                  List.of(
                      new VoteNote.HeldBooking(NODES.toString(), "newton001", List.of("newton001")),
                      new VoteNote.HeldBooking("not one of ours", "x", List.of())))));
  private static final Vote BUSY =
      Vote.aborted(
          VoteNoteXml.write(
              new VoteNote.Refused(
                  List.of(
                      new VoteNote.Refusal(
                          NODES.toString(),
                          "NODES_BUSY",
                          "newton",
                          "nodes",
                          "only 2 are free",
                          false,
                          new HarcAction.Schedule(
                              START.plusSeconds(3600), START.plusSeconds(7200)))))));

  @TempDir Path data;
  private ThreeAcceptorsFixture acceptors;
  private HarcClient client;
  private CommitProtocolPort harc;

  /** A fixed deadline after the end of every test. */
  private Instant voteBy;

  @BeforeEach
  void open() throws Exception {
    acceptors = new ThreeAcceptorsFixture(data);
    voteBy = soon();
    client = acceptors.client("bar-ucl");
    harc = new HarcAdapter(client, OutgoingPeerCallInterceptor.PASS_THROUGH, Clock.systemUTC());
  }

  @AfterEach
  void close() {
    client.close();
    acceptors.close();
  }

  @Test
  void aTransactionThatAllHoldIsCommittedWithReferences() {
    acceptors.setVote(HELD);
    for (var time = 0; time < 2; time++) {
      assertThat(harc.begin(request("t.1", 4), Map.of(), PATIENCE))
          .isEqualTo(
              new CommitProtocolPort.TransactionResult.Commit(
                  Map.of(
                      NODES, new CommitProtocolPort.HeldPart("newton001", List.of("newton001")))));
    }
  }

  @Test
  void aRefusalAbortsWithItsReason() {
    acceptors.setVote(BUSY);
    for (var time = 0; time < 2; time++) {
      var refusal = refusal(harc.begin(request("t.1", 4), Map.of(), PATIENCE));
      assertThat(refusal.code()).isEqualTo(Refusal.Code.NODES_BUSY);
      assertThat(refusal.resource()).isEqualTo("newton");
      assertThat(refusal.reason()).isEqualTo("only 2 are free");
      assertThat(refusal.nextFit()).isNotNull();
    }
  }

  @Test
  void aTransactionWithoutVotesIsUndecidedWithoutObjections() {
    assertThat(harc.begin(request("t.1", 4), Map.of(), Duration.ofMillis(300)))
        .isEqualTo(new CommitProtocolPort.TransactionResult.Undecided());
  }

  /** The booking's problem names the acceptors that are unreachable or refuse. */
  @Test
  void anUndecidedTransactionHasTheAcceptorsObjections() throws Exception {
    acceptors.stop("acceptor-1");
    acceptors.restartWithoutResourceManager("acceptor-2");
    var request = request("t.1", 4);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          var answer = harc.begin(request, Map.of(), Duration.ofSeconds(5));
          assertThat(answer).isInstanceOf(CommitProtocolPort.TransactionResult.Undecided.class);
          assertThat(((CommitProtocolPort.TransactionResult.Undecided) answer).problem().orElse(""))
              .contains("cannot connect to acceptor-1", "acceptor-2 has no peer of that name");
        });
  }

  @Test
  void aTransactionThatNoAcceptorReceivedIsNotStarted() {
    acceptors.names().forEach(acceptors::stop);
    var answer = harc.begin(request("t.1", 4), Map.of(), PATIENCE);
    assertThat(reason(answer))
        .contains("acceptor-1", "acceptor-2", "acceptor-3", "cannot connect", "nothing was sent");
  }

  @Test
  void acceptorsOfAnotherSetOrEpochRefuse() {
    var otherAcceptors = List.of("acceptor-7", "acceptor-8", "acceptor-9");
    assertThat(
            reason(
                harc.begin(
                    request("t.1", otherAcceptors, 2, soon(), "ucl", 4), Map.of(), PATIENCE)))
        .contains("acceptor-1 is not an acceptor of t.1", "touchpaper.bar.acceptors");
    assertThat(
            reason(
                harc.begin(
                    request("t.2", acceptors.names(), 1, soon(), "ucl", 4), Map.of(), PATIENCE)))
        .contains("acceptor-1 is an acceptor from epoch 2 on", "touchpaper.bar.epoch");
  }

  /**
   * An aborted transaction frees the number, a committed one does not; an undecided one is queried
   * again.
   */
  @Test
  void theOutcomeOfAnEarlierUseOfTheIdDecides() {
    assertThat(harc.begin(request("t.1", 4), Map.of(), Duration.ofMillis(300)))
        .isInstanceOf(CommitProtocolPort.TransactionResult.Undecided.class);
    assertThat(harc.begin(request("t.1", 8), Map.of(), PATIENCE))
        .isInstanceOf(CommitProtocolPort.TransactionResult.Undecided.class);

    acceptors.setVote(BUSY);
    harc.begin(request("t.2", 4), Map.of(), PATIENCE);
    assertThat(harc.begin(request("t.2", 8), Map.of(), PATIENCE))
        .isEqualTo(new CommitProtocolPort.TransactionResult.IdTakenByAborted());

    acceptors.setVote(HELD);
    harc.begin(request("t.3", 4), Map.of(), PATIENCE);
    assertThat(harc.begin(request("t.3", 8), Map.of(), PATIENCE))
        .isEqualTo(
            new CommitProtocolPort.TransactionResult.IdTakenByCommitted(new TransactionId("t.3")));
  }

  /**
   * Acceptors refuse to begin it for a broker that may not act for its users. An earlier request
   * may have begun it, so after the vote deadline the acceptors are asked for the outcome, and
   * abort what none of them knows.
   */
  @Test
  void aRefusedTransactionIsAbortedAfterTheVoteDeadline() {
    var early = request("t.1", acceptors.names(), 2, soon(), "leeds", 4);
    assertThat(reason(harc.begin(early, Map.of(), PATIENCE)))
        .contains("bar-ucl may not act for people of leeds");

    var past = Instant.now().minusSeconds(10);
    var late = request("t.2", acceptors.names(), 2, past, "leeds", 4);
    var answer =
        await()
            .atMost(PATIENCE)
            .until(
                () -> harc.begin(late, Map.of(), PATIENCE),
                result -> result instanceof CommitProtocolPort.TransactionResult.Abort);
    assertThat(refusal(answer).reason()).contains("bar-ucl may not act for people of leeds");
    assertThat(RetryPolicy.isTemporary(refusal(answer))).as("a retry would not help").isFalse();
  }

  /**
   * By the broker's clock there is time left; the acceptors report theirs, and that nothing was
   * sent.
   */
  @Test
  void aBrokerWhoseClockIsBehindGetsTheAcceptorsTime() {
    var slow = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-30));
    var request = request("t.1", acceptors.names(), 2, Instant.now().minusSeconds(10), "ucl", 4);
    var answer =
        new HarcAdapter(client, OutgoingPeerCallInterceptor.PASS_THROUGH, slow)
            .begin(request, Map.of(), PATIENCE);
    assertThat(reason(answer))
        .contains("t.1 could be voted on until " + request.record().voteBy())
        .contains("at acceptor-1 it is ", "the clock of bar-ucl is behind", "nothing was sent");

    // After the deadline by the broker's clock the acceptors abort it, for the same reason.
    var ended =
        await()
            .atMost(PATIENCE)
            .until(
                () -> harc.begin(request, Map.of(), PATIENCE),
                result -> result instanceof CommitProtocolPort.TransactionResult.Abort);
    assertThat(refusal(ended).reason()).contains("t.1 could be voted on until");
  }

  /** Longer than any test. */
  private static Instant soon() {
    return Instant.now().plusSeconds(600);
  }

  private TransactionRequest request(String id, int nodes) {
    return request(id, acceptors.names(), 2, voteBy, "ucl", nodes);
  }

  private static TransactionRequest request(
      String id, List<String> acceptors, int epoch, Instant voteBy, String site, int nodes) {
    var make =
        new HarcAction.Make(
            NODES.toString(),
            new HarcAction.Schedule(START, START.plusSeconds(3600)),
            new HarcAction.ComputeNodes("newton", nodes));
    return TransactionRequest.of(
        new TransactionId(id),
        acceptors,
        epoch,
        voteBy,
        new RequestingUser("anne", site, List.of(), "scientist", "c-1"),
        List.of(HarcActionXml.write("rm-newton", List.of(make))));
  }

  private static String reason(CommitProtocolPort.TransactionResult answer) {
    assertThat(answer).isInstanceOf(CommitProtocolPort.TransactionResult.NotStarted.class);
    return ((CommitProtocolPort.TransactionResult.NotStarted) answer).reason();
  }

  private static Refusal refusal(CommitProtocolPort.TransactionResult answer) {
    assertThat(answer).isInstanceOf(CommitProtocolPort.TransactionResult.Abort.class);
    return ((CommitProtocolPort.TransactionResult.Abort) answer).refusals().getFirst();
  }
}

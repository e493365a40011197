package org.touchpaper.harc.protocol.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;

/**
 * An acceptor that lost its journal may return, but not to transactions in which it may have lost
 * promises.
 */
class AcceptorMachineEpochTest {
  private static final Instant NOW = Instant.parse("2026-12-01T20:00:00Z");
  private static final RequestingUser ADA =
      new RequestingUser("ada", "ucl", List.of(), "scientist", "c");

  /** Initialised again in epoch 2, after its journal was lost. */
  private final AcceptorMachine a3 =
      AcceptorMachine.fresh(new AcceptorMachine.Identity("a3", 2, ProtocolTimeouts.DEFAULT));

  private static TransactionRequest request(int epoch, String... acceptors) {
    return TransactionRequest.of(
        new TransactionId("t"),
        List.of(acceptors),
        epoch,
        NOW.plusSeconds(5),
        ADA,
        List.of(new ResourceManagerActions("rm1", "<x/>")));
  }

  private List<AcceptorEffect> handle(AcceptorEvent event) {
    return a3.handle(event, NOW).effects();
  }

  private static AcceptorEvent from(String peer, Message.ForAcceptor message) {
    return new AcceptorEvent.MessageReceived(message, peer);
  }

  @Test
  void ignoresTransactionsOfEarlierEpochs() {
    var old = request(1, "a1", "a2", "a3");
    var record = old.record();
    assertThat(handle(from("a1", new Message.Enlist(record, "a1")))).isEmpty();
    var vote = Map.of("rm1", Vote.prepared(""));
    assertThat(handle(from("rm1", new Message.Phase2a(record, Ballot.ZERO, vote, "a1")))).isEmpty();
    assertThat(handle(from("a2", new Message.Phase1a(record, new Ballot(4), "a2")))).isEmpty();
    assertThat(handle(from("a1", new Message.Decided(record, Decision.COMMIT, vote)))).isEmpty();
  }

  /** Other acceptors may know the outcome, so the answer is UNKNOWN. */
  @Test
  void answersUnknownAboutTransactionsOfOtherSets() {
    var unknown =
        new AcceptorEffect.Answer(
            new TransactionId("t"), TransactionOutcomeResponse.of(Outcome.UNKNOWN));
    for (var request : List.of(request(1, "a1", "a2", "a3"), request(2, "a1", "a2", "a4"))) {
      assertThat(handle(new AcceptorEvent.BeginRequested(request, Set.of())))
          .containsExactly(unknown);
      assertThat(handle(new AcceptorEvent.OutcomeQueried(request.record().id(), request.record())))
          .containsExactly(unknown);
    }
  }

  @Test
  void takesPartInItsOwnEpochAndLaterOnes() {
    for (var epoch : List.of(2, 3)) {
      var record = request(epoch, "a1", "a2", "a3").record();
      assertThat(handle(from("a1", new Message.Enlist(record, "a1"))))
          .contains(new AcceptorEffect.Send("a1", new Message.Enlisted(record, "a3", "a1", true)));
    }
  }
}

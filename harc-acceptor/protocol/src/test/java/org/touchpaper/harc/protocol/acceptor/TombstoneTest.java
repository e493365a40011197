package org.touchpaper.harc.protocol.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;

class TombstoneTest {
  private static final Instant NOW = Instant.parse("2026-12-01T20:00:00Z");
  private static final RequestingUser ADA =
      new RequestingUser("ada", "ucl", List.of(), "scientist", "c");
  private static final TransactionRequest REQUEST = request(5);
  private static final TransactionRecord RECORD = REQUEST.record();
  private static final TransactionRecord OTHER = request(6).record();
  private static final Map<String, Vote> VOTES = Map.of("rm1", Vote.prepared("nodes 1-4"));
  private static final DecisionRecord COMMIT = new DecisionRecord(Decision.COMMIT, VOTES);

  private static TransactionRequest request(int voteBySeconds) {
    return TransactionRequest.of(
        new TransactionId("t"),
        List.of("a1", "a2", "a3"),
        1,
        NOW.plusSeconds(voteBySeconds),
        ADA,
        List.of(new ResourceManagerActions("rm1", "<x/>")));
  }

  private static final AcceptorMachine.Identity A1 =
      new AcceptorMachine.Identity("a1", 1, ProtocolTimeouts.DEFAULT);

  private static final Tombstone TOMBSTONE =
      Objects.requireNonNull(
          Tombstone.of(HardState.boundTo(RECORD).withDecision(COMMIT).withAllAcknowledged(), NOW));

  @Test
  void existsOnlyWhenEveryResourceManagerHasAcknowledged() {
    var bound = HardState.boundTo(RECORD);
    assertThat(Tombstone.of(bound, NOW)).isNull();
    assertThat(Tombstone.of(bound.withDecision(COMMIT), NOW)).isNull();
    assertThat(Tombstone.of(bound.withDecision(COMMIT).withAllAcknowledged(), NOW))
        .isEqualTo(TOMBSTONE);
  }

  @Test
  void answersWithTheDecisionAndTheVotesNotes() {
    var expected =
        List.of(
            new AcceptorEffect.Answer(
                RECORD.id(), TransactionOutcomeResponse.of(Decision.COMMIT, VOTES)));
    for (var event :
        List.of(
            new AcceptorEvent.BeginRequested(REQUEST, Set.of()),
            new AcceptorEvent.OutcomeQueried(RECORD.id(), null),
            new AcceptorEvent.OutcomeQueried(RECORD.id(), RECORD))) {
      assertThat(TOMBSTONE.handle(event, A1)).isEqualTo(expected);
      assertThat(TOMBSTONE.handle(event, A1)).isEqualTo(expected);
    }
  }

  @Test
  void answersWithTheDecisionWithoutNotes() {
    assertThat(
            TOMBSTONE
                .withoutNotes()
                .handle(new AcceptorEvent.OutcomeQueried(RECORD.id(), null), A1))
        .containsExactly(
            new AcceptorEffect.Answer(
                RECORD.id(),
                TransactionOutcomeResponse.of(Decision.COMMIT, Map.of("rm1", Vote.prepared("")))));
  }

  /**
   * Each would bind an acceptor that does not know the transaction, or change one that has not
   * decided.
   */
  static List<Message.ForAcceptor> lateMessages() {
    return List.of(
        new Message.Enlist(RECORD, "a2"),
        new Message.Phase1a(RECORD, new Ballot(2), "a2"),
        new Message.Phase2a(RECORD, new Ballot(2), Map.of("rm1", Vote.aborted("")), "a2"));
  }

  @ParameterizedTest
  @MethodSource("lateMessages")
  void sendsTheDecisionToALateLeader(Message.ForAcceptor message) {
    var event = new AcceptorEvent.MessageReceived(message, "a2");
    assertThat(TOMBSTONE.handle(event, A1))
        .containsExactly(
            new AcceptorEffect.Send("a2", new Message.Decided(RECORD, Decision.COMMIT, VOTES)));
  }

  /**
   * The announcing acceptor was down when the last acknowledgement arrived, or when the resource
   * manager was forgotten.
   */
  @Test
  void stopsAnAnnouncementThatIsNoLongerNeeded() {
    var identity = new AcceptorMachine.Identity("a2", 1, ProtocolTimeouts.DEFAULT);
    var hardState = HardState.boundTo(RECORD).withDecision(COMMIT);
    var machine =
        AcceptorMachine.restored(identity, hardState)
            .handle(new AcceptorEvent.Restarted(), NOW)
            .next();
    assertThat(machine.unacknowledged()).containsExactly("rm1");

    var question = new Message.Learn(RECORD, "a2");
    var learnRequest = new AcceptorEffect.Send("a1", question);
    var later = NOW;
    for (var asked = false; !asked; ) {
      assertThat(later).as("sends Learn in time").isBefore(NOW.plusSeconds(60));
      later = Objects.requireNonNull(machine.wakeAt());
      var step = machine.handle(new AcceptorEvent.TimePassed(), later);
      asked = step.effects().contains(learnRequest);
      machine = step.next();
    }

    var answers = TOMBSTONE.handle(new AcceptorEvent.MessageReceived(question, "a2"), A1);
    assertThat(answers)
        .containsExactly(
            new AcceptorEffect.Send("a2", new Message.Decided(RECORD, Decision.COMMIT, VOTES)),
            new AcceptorEffect.Send("a2", new Message.Acknowledged(RECORD, Decision.COMMIT)));
    for (var answer : answers) {
      var message = (Message.ForAcceptor) ((AcceptorEffect.Send) answer).message();
      machine = machine.handle(new AcceptorEvent.MessageReceived(message, "a1"), later).next();
    }
    assertThat(machine.tombstone(later)).isNotNull();
    assertThat(machine.wakeAt()).as("no wake-up").isNull();
  }

  @Test
  void sendsTheDecisionToALateVoter() {
    var vote = new Message.Phase2a(RECORD, Ballot.ZERO, VOTES, "a2");
    assertThat(TOMBSTONE.handle(new AcceptorEvent.MessageReceived(vote, "rm1"), A1))
        .containsExactly(
            new AcceptorEffect.Send("rm1", new Message.Decide(RECORD, Decision.COMMIT)));
  }

  @Test
  void answersForItsOwnRecordOnly() {
    assertThat(TOMBSTONE.handle(new AcceptorEvent.OutcomeQueried(OTHER.id(), OTHER), A1))
        .containsExactly(
            new AcceptorEffect.Answer(
                OTHER.id(), TransactionOutcomeResponse.of(Outcome.OTHER_RECORD)));
    assertThat(
            TOMBSTONE.handle(
                new AcceptorEvent.MessageReceived(new Message.Enlist(OTHER, "a2"), "a2"), A1))
        .as("no reply")
        .isEmpty();
    var finishing = new Message.Phase1a(OTHER, new Ballot(2), "a2");
    assertThat(TOMBSTONE.handle(new AcceptorEvent.MessageReceived(finishing, "a2"), A1)).isEmpty();
  }

  /**
   * F+1 such replies mean abort, so an acceptor that may have lost a vote on the record does not
   * reply.
   */
  @Test
  void repliesToAVoterOnAnotherRecordUnlessItsJournalIsTooYoung() {
    var vote = new Message.Phase2a(OTHER, Ballot.ZERO, VOTES, "a2");
    var received = new AcceptorEvent.MessageReceived(vote, "rm1");
    assertThat(TOMBSTONE.handle(received, A1))
        .containsExactly(new AcceptorEffect.Send("rm1", new Message.OtherRecord(OTHER, "a1")));

    var newcomer = new AcceptorMachine.Identity("a1", 2, ProtocolTimeouts.DEFAULT);
    assertThat(TOMBSTONE.handle(received, newcomer)).isEmpty();
    assertThat(TOMBSTONE.handle(new AcceptorEvent.OutcomeQueried(OTHER.id(), OTHER), newcomer))
        .containsExactly(
            new AcceptorEffect.Answer(OTHER.id(), TransactionOutcomeResponse.of(Outcome.UNKNOWN)));
  }

  @Test
  void failsOnAConflictingDecision() {
    var other = new Message.Decided(RECORD, Decision.ABORT, Map.of());
    assertThatThrownBy(() -> TOMBSTONE.handle(new AcceptorEvent.MessageReceived(other, "a2"), A1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("chosen COMMIT here, chosen ABORT at a2");
  }

  @Test
  void failsOnAnAcknowledgementOfAConflictingDecision() {
    var same = new Message.Acknowledged(RECORD, Decision.COMMIT);
    assertThat(TOMBSTONE.handle(new AcceptorEvent.MessageReceived(same, "a2"), A1)).isEmpty();
    var other = new Message.Acknowledged(RECORD, Decision.ABORT);
    assertThatThrownBy(() -> TOMBSTONE.handle(new AcceptorEvent.MessageReceived(other, "a2"), A1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("chosen COMMIT here, ABORT acknowledged by all at a2");
  }

  @ParameterizedTest
  @MethodSource("lateMessages")
  void preventsANewStartAfterItWasDropped(Message.ForAcceptor message) {
    assertThat(Tombstone.replyAfterRemoval(new AcceptorEvent.MessageReceived(message, "a2")))
        .isEmpty();
  }

  @Test
  void answersUnknownAndNeverAbortedAfterItWasDropped() {
    assertThat(Tombstone.replyAfterRemoval(new AcceptorEvent.OutcomeQueried(RECORD.id(), null)))
        .containsExactly(
            new AcceptorEffect.Answer(RECORD.id(), TransactionOutcomeResponse.of(Outcome.UNKNOWN)));
    assertThat(Tombstone.replyAfterRemoval(new AcceptorEvent.BeginRequested(REQUEST, Set.of())))
        .containsExactly(
            new AcceptorEffect.Answer(
                RECORD.id(), TransactionOutcomeResponse.of(Outcome.OTHER_RECORD)));
    assertThat(Tombstone.replyAfterRemoval(new AcceptorEvent.OutcomeQueried(RECORD.id(), RECORD)))
        .containsExactly(
            new AcceptorEffect.Answer(RECORD.id(), TransactionOutcomeResponse.of(Outcome.UNKNOWN)));
  }
}

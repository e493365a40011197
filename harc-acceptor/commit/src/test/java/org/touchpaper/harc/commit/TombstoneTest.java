package org.touchpaper.harc.commit;

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
import org.touchpaper.harc.commit.Knowledge.Outcome;

class TombstoneTest {
  private static final Instant NOW = Instant.parse("2026-12-01T20:00:00Z");
  private static final Caller ADA = new Caller("ada", "ucl", List.of(), "scientist", "c");
  private static final Request REQUEST = request(5);
  private static final TransactionRecord RECORD = REQUEST.record();
  private static final TransactionRecord OTHER = request(6).record();
  private static final Map<String, Vote> VOTES = Map.of("rm1", Vote.prepared("nodes 1-4"));
  private static final Verdict COMMIT = new Verdict(Decision.COMMIT, VOTES);

  private static Request request(int voteBySeconds) {
    return Request.of(
        new TransactionId("t"),
        List.of("a1", "a2", "a3"),
        1,
        NOW.plusSeconds(voteBySeconds),
        ADA,
        List.of(new Actions("rm1", "<x/>")));
  }

  private static final Member.Self A1 = new Member.Self("a1", 1, Timing.DEFAULT);

  private static final Tombstone TOMBSTONE =
      Objects.requireNonNull(
          Tombstone.of(Memory.bound(RECORD).decided(COMMIT).everyoneHeard(), NOW));

  @Test
  void isLeftOnlyWhenEveryResourceManagerHasHeard() {
    var bound = Memory.bound(RECORD);
    assertThat(Tombstone.of(bound, NOW)).isNull();
    assertThat(Tombstone.of(bound.decided(COMMIT), NOW)).isNull();
    assertThat(Tombstone.of(bound.decided(COMMIT).everyoneHeard(), NOW)).isEqualTo(TOMBSTONE);
  }

  @Test
  void answersWhatBecameOfItWithTheVotesNotes() {
    var expected = List.of(new Effect.Answer(RECORD.id(), Knowledge.of(Decision.COMMIT, VOTES)));
    for (var event :
        List.of(
            new Event.Begun(REQUEST, Set.of()),
            new Event.Asked(RECORD.id(), null),
            new Event.Asked(RECORD.id(), RECORD))) {
      assertThat(TOMBSTONE.on(event, A1)).isEqualTo(expected);
      assertThat(TOMBSTONE.on(event, A1)).isEqualTo(expected);
    }
  }

  @Test
  void answersRightlyWhenTheNotesAreGone() {
    assertThat(TOMBSTONE.withoutNotes().on(new Event.Asked(RECORD.id(), null), A1))
        .containsExactly(
            new Effect.Answer(
                RECORD.id(), Knowledge.of(Decision.COMMIT, Map.of("rm1", Vote.prepared("")))));
  }

  /** Each would bind an acceptor that has never heard of it, or move one that has not decided. */
  static List<Message.ForAcceptor> lateMessages() {
    return List.of(
        new Message.Enlist(RECORD, "a2"),
        new Message.Phase1a(RECORD, new Ballot(2), "a2"),
        new Message.Phase2a(RECORD, new Ballot(2), Map.of("rm1", Vote.aborted("")), "a2"));
  }

  @ParameterizedTest
  @MethodSource("lateMessages")
  void tellsTheDecisionToALeaderThatComesLate(Message.ForAcceptor message) {
    var event = new Event.Received(message, "a2");
    assertThat(TOMBSTONE.on(event, A1))
        .containsExactly(
            new Effect.Send("a2", new Message.Decided(RECORD, Decision.COMMIT, VOTES)));
  }

  /** It was down when the last resource manager acknowledged, or was forgotten. */
  @Test
  void endsItWhereItIsAnnouncedInVain() {
    var self = new Member.Self("a2", 1, Timing.DEFAULT);
    var memory = Memory.bound(RECORD).decided(COMMIT);
    var member = Member.remembering(self, memory).on(new Event.Restarted(), NOW).next();
    assertThat(member.unheard()).containsExactly("rm1");

    var question = new Message.Learn(RECORD, "a2");
    var asking = new Effect.Send("a1", question);
    var later = NOW;
    for (var asked = false; !asked; ) {
      assertThat(later).as("asks the others").isBefore(NOW.plusSeconds(60));
      later = Objects.requireNonNull(member.wakeAt());
      var again = member.on(new Event.TimePassed(), later);
      asked = again.effects().contains(asking);
      member = again.next();
    }

    var answers = TOMBSTONE.on(new Event.Received(question, "a2"), A1);
    assertThat(answers)
        .containsExactly(
            new Effect.Send("a2", new Message.Decided(RECORD, Decision.COMMIT, VOTES)),
            new Effect.Send("a2", new Message.Acknowledged(RECORD, Decision.COMMIT)));
    for (var answer : answers) {
      var message = (Message.ForAcceptor) ((Effect.Send) answer).message();
      member = member.on(new Event.Received(message, "a1"), later).next();
    }
    assertThat(member.tombstone(later)).isNotNull();
    assertThat(member.wakeAt()).as("nothing is said any more").isNull();
  }

  @Test
  void tellsTheDecisionToAResourceManagerThatVotesLate() {
    var vote = new Message.Phase2a(RECORD, Ballot.ZERO, VOTES, "a2");
    assertThat(TOMBSTONE.on(new Event.Received(vote, "rm1"), A1))
        .containsExactly(new Effect.Send("rm1", new Message.Decide(RECORD, Decision.COMMIT)));
  }

  @Test
  void isOfOneRecordOnly() {
    assertThat(TOMBSTONE.on(new Event.Asked(OTHER.id(), OTHER), A1))
        .containsExactly(new Effect.Answer(OTHER.id(), Knowledge.of(Outcome.OTHER_RECORD)));
    assertThat(TOMBSTONE.on(new Event.Received(new Message.Enlist(OTHER, "a2"), "a2"), A1))
        .as("as good as away")
        .isEmpty();
    var finishing = new Message.Phase1a(OTHER, new Ballot(2), "a2");
    assertThat(TOMBSTONE.on(new Event.Received(finishing, "a2"), A1)).isEmpty();
  }

  /** F+1 such refusals are an abort, so who may have voted on it in another life gives none. */
  @Test
  void tellsAVoterOnAnotherRecordUnlessItMayHaveBeenItsAcceptorOnce() {
    var vote = new Message.Phase2a(OTHER, Ballot.ZERO, VOTES, "a2");
    var heard = new Event.Received(vote, "rm1");
    assertThat(TOMBSTONE.on(heard, A1))
        .containsExactly(new Effect.Send("rm1", new Message.OtherRecord(OTHER, "a1")));

    var newcomer = new Member.Self("a1", 2, Timing.DEFAULT);
    assertThat(TOMBSTONE.on(heard, newcomer)).isEmpty();
    assertThat(TOMBSTONE.on(new Event.Asked(OTHER.id(), OTHER), newcomer))
        .containsExactly(new Effect.Answer(OTHER.id(), Knowledge.of(Outcome.UNKNOWN)));
  }

  @Test
  void shoutsWhenItHearsAnotherDecision() {
    var other = new Message.Decided(RECORD, Decision.ABORT, Map.of());
    assertThatThrownBy(() -> TOMBSTONE.on(new Event.Received(other, "a2"), A1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("chosen COMMIT here, chosen ABORT at a2");
  }

  @Test
  void shoutsWhenAnotherDecisionIsAcknowledged() {
    var same = new Message.Acknowledged(RECORD, Decision.COMMIT);
    assertThat(TOMBSTONE.on(new Event.Received(same, "a2"), A1)).isEmpty();
    var other = new Message.Acknowledged(RECORD, Decision.ABORT);
    assertThatThrownBy(() -> TOMBSTONE.on(new Event.Received(other, "a2"), A1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("chosen COMMIT here, everyone's ABORT at a2");
  }

  @ParameterizedTest
  @MethodSource("lateMessages")
  void isNotTakenUpAnewWhenItIsGoneItself(Message.ForAcceptor message) {
    assertThat(Tombstone.forgotten(new Event.Received(message, "a2"))).isEmpty();
  }

  @Test
  void saysUnknownAndNeverAbortedWhenItIsGoneItself() {
    assertThat(Tombstone.forgotten(new Event.Asked(RECORD.id(), null)))
        .containsExactly(new Effect.Answer(RECORD.id(), Knowledge.of(Outcome.UNKNOWN)));
    assertThat(Tombstone.forgotten(new Event.Begun(REQUEST, Set.of())))
        .containsExactly(new Effect.Answer(RECORD.id(), Knowledge.of(Outcome.OTHER_RECORD)));
    assertThat(Tombstone.forgotten(new Event.Asked(RECORD.id(), RECORD)))
        .containsExactly(new Effect.Answer(RECORD.id(), Knowledge.of(Outcome.UNKNOWN)));
  }
}

package org.touchpaper.harc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Every vote travels with all the others of its transaction, so none may fill a message. */
class NoteTest {
  private static final Instant VOTE_BY = Instant.parse("2026-12-01T21:00:00Z");
  private static final Instant NOW = VOTE_BY.minusSeconds(60);

  private static Message.Prepare prepare(int resourceManagers) {
    var actions = new ArrayList<Actions>();
    for (var n = 1; n <= resourceManagers; n++) {
      actions.add(new Actions("rm" + n, "<x/>"));
    }
    var caller = new Caller("ada", "ucl", List.of(), "scientist", "c");
    var request = Request.of(new TransactionId("t"), List.of("a1"), 1, VOTE_BY, caller, actions);
    return new Message.Prepare(request.record(), caller, actions.getFirst(), "a1");
  }

  private static ResourceManager.Step after(VoterEvent event) {
    var preparing =
        ResourceManager.fresh("rm1", Timing.DEFAULT)
            .on(new VoterEvent.PrepareCame(prepare(2)), NOW)
            .next();
    var step = preparing.on(event, NOW);
    assertThat(preparing.on(event, NOW)).isEqualTo(step);
    return step;
  }

  private static Vote vote(ResourceManager.Step step) {
    return Objects.requireNonNull(Objects.requireNonNull(step.next().ledger()).vote());
  }

  @Test
  void theMoreThereAreTheLessEachMaySay() {
    assertThat(prepare(1).record().longestNote()).isEqualTo(131_072);
    assertThat(prepare(4).record().longestNote()).isEqualTo(32_768);
  }

  @Test
  void aNoteThatCanBeToldIsVoted() {
    var note = "x".repeat(prepare(2).record().longestNote());
    assertThat(vote(after(new VoterEvent.Held(note)))).isEqualTo(Vote.prepared(note));
    assertThat(vote(after(new VoterEvent.Refused(note)))).isEqualTo(Vote.aborted(note));
  }

  @Test
  void whatCannotBeToldIsLetGo() {
    var note = "x".repeat(prepare(2).record().longestNote() + 1);
    var held = after(new VoterEvent.Held(note));
    assertThat(vote(held)).isEqualTo(Vote.aborted(""));
    assertThat(held.effects())
        .anyMatch(each ->
            each instanceof VoterEffect.CarryOut(_, var decision) && decision == Decision.ABORT);
    assertThat(vote(after(new VoterEvent.Refused(note)))).isEqualTo(Vote.aborted(""));
  }

  /** What kept it from holding is told as far as it can be, and what may be held is let go. */
  @Test
  void whatCouldNotBeHeldInTimeIsVotedWithTheTrouble() {
    var preparing =
        ResourceManager.fresh("rm1", Timing.DEFAULT)
            .on(new VoterEvent.PrepareCame(prepare(2)), NOW)
            .next();
    var longest = prepare(2).record().longestNote();
    for (var note : List.of("away", "x".repeat(longest + 1))) {
      for (var event :
          List.of(
              new VoterEvent.Unclear(note),
              new VoterEvent.TimePassed(note),
              new VoterEvent.Restarted(note))) {
        var ledger = Objects.requireNonNull(preparing.on(event, NOW).next().ledger());
        assertThat(ledger.vote()).as("there is time left").isNull();
        var late = preparing.on(event, VOTE_BY);
        assertThat(vote(late)).isEqualTo(Vote.aborted(note.length() > longest ? "" : note));
        assertThat(late.effects()).anyMatch(each -> each instanceof VoterEffect.CarryOut);
      }
    }
  }

  /**
   * Its clock may be ahead, or the message late: whoever reads the refusal can tell and mend it.
   */
  @Test
  void aFirstPrepareAfterVoteByIsVotedAbortedWithTheCauseAndTheRemedy() {
    var prepare = new VoterEvent.PrepareCame(prepare(2));
    var late = ResourceManager.fresh("rm1", Timing.DEFAULT).on(prepare, VOTE_BY.plusSeconds(7));
    assertThat(vote(late).isPrepared()).isFalse();
    assertThat(vote(late).note())
        .contains("rm1", VOTE_BY.plusSeconds(7).toString(), VOTE_BY.toString())
        .contains("Compare its clock");
    var again = late.next().on(prepare, VOTE_BY.plusSeconds(9));
    assertThat(vote(again)).as("voted once").isEqualTo(vote(late));
  }
}

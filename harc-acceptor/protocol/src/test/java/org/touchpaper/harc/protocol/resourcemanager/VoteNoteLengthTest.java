package org.touchpaper.harc.protocol.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;

/** Each vote is sent together with all others of its transaction, so its note is limited. */
class VoteNoteLengthTest {
  private static final Instant VOTE_BY = Instant.parse("2026-12-01T21:00:00Z");
  private static final Instant NOW = VOTE_BY.minusSeconds(60);

  private static Message.Prepare prepare(int resourceManagers) {
    var actions = new ArrayList<ResourceManagerActions>();
    for (var n = 1; n <= resourceManagers; n++) {
      actions.add(new ResourceManagerActions("rm" + n, "<x/>"));
    }
    var caller = new RequestingUser("ada", "ucl", List.of(), "scientist", "c");
    var request =
        TransactionRequest.of(new TransactionId("t"), List.of("a1"), 1, VOTE_BY, caller, actions);
    return new Message.Prepare(request.record(), caller, actions.getFirst(), "a1");
  }

  private static ResourceManagerMachine.Step stepAfter(ResourceManagerEvent event) {
    var preparing =
        ResourceManagerMachine.fresh("rm1", ProtocolTimeouts.DEFAULT)
            .handle(new ResourceManagerEvent.PrepareReceived(prepare(2)), NOW)
            .next();
    var step = preparing.handle(event, NOW);
    assertThat(preparing.handle(event, NOW)).isEqualTo(step);
    return step;
  }

  private static Vote vote(ResourceManagerMachine.Step step) {
    return Objects.requireNonNull(Objects.requireNonNull(step.next().state()).vote());
  }

  @Test
  void sharesTheLengthAmongTheResourceManagers() {
    assertThat(prepare(1).record().maxNoteLength()).isEqualTo(131_072);
    assertThat(prepare(4).record().maxNoteLength()).isEqualTo(32_768);
  }

  @Test
  void votesWithANoteOfTheMaximumLength() {
    var note = "x".repeat(prepare(2).record().maxNoteLength());
    assertThat(vote(stepAfter(new ResourceManagerEvent.HoldSucceeded(note))))
        .isEqualTo(Vote.prepared(note));
    assertThat(vote(stepAfter(new ResourceManagerEvent.HoldRefused(note))))
        .isEqualTo(Vote.aborted(note));
  }

  @Test
  void releasesAHoldWhoseNoteIsTooLong() {
    var note = "x".repeat(prepare(2).record().maxNoteLength() + 1);
    var held = stepAfter(new ResourceManagerEvent.HoldSucceeded(note));
    assertThat(vote(held)).isEqualTo(Vote.aborted(""));
    assertThat(held.effects())
        .anyMatch(effect ->
            effect instanceof ResourceManagerEffect.ApplyDecision(_, var decision)
                && decision == Decision.ABORT);
    assertThat(vote(stepAfter(new ResourceManagerEvent.HoldRefused(note))))
        .isEqualTo(Vote.aborted(""));
  }

  /** The vote names the problem if it fits, and a possible hold is released. */
  @Test
  void votesAbortedWithTheProblemWhenTimeIsOver() {
    var preparing =
        ResourceManagerMachine.fresh("rm1", ProtocolTimeouts.DEFAULT)
            .handle(new ResourceManagerEvent.PrepareReceived(prepare(2)), NOW)
            .next();
    var longest = prepare(2).record().maxNoteLength();
    for (var note : List.of("unreachable", "x".repeat(longest + 1))) {
      for (var event :
          List.of(
              new ResourceManagerEvent.HoldUncertain(note),
              new ResourceManagerEvent.TimePassed(note),
              new ResourceManagerEvent.Restarted(note))) {
        var state = Objects.requireNonNull(preparing.handle(event, NOW).next().state());
        assertThat(state.vote()).as("there is time left").isNull();
        var late = preparing.handle(event, VOTE_BY);
        assertThat(vote(late)).isEqualTo(Vote.aborted(note.length() > longest ? "" : note));
        assertThat(late.effects())
            .anyMatch(effect -> effect instanceof ResourceManagerEffect.ApplyDecision);
      }
    }
  }

  /** The clock may be ahead, or the message late; the note says how to find out. */
  @Test
  void votesAbortedOnALatePrepareWithCauseAndRemedy() {
    var prepare = new ResourceManagerEvent.PrepareReceived(prepare(2));
    var late =
        ResourceManagerMachine.fresh("rm1", ProtocolTimeouts.DEFAULT)
            .handle(prepare, VOTE_BY.plusSeconds(7));
    assertThat(vote(late).isPrepared()).isFalse();
    assertThat(vote(late).note())
        .contains("rm1", VOTE_BY.plusSeconds(7).toString(), VOTE_BY.toString())
        .contains("Compare its clock");
    var again = late.next().handle(prepare, VOTE_BY.plusSeconds(9));
    assertThat(vote(again)).as("voted once").isEqualTo(vote(late));
  }
}

package org.touchpaper.harc.commit;

import static org.touchpaper.harc.commit.Turn.earlier;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Message.Learn;
import org.touchpaper.harc.commit.Role.Announcing;
import org.touchpaper.harc.commit.Role.Enlisting;
import org.touchpaper.harc.commit.Role.Following;
import org.touchpaper.harc.commit.Role.Joining;
import org.touchpaper.harc.commit.Role.Preparing;
import org.touchpaper.harc.commit.Role.Promising;
import org.touchpaper.harc.commit.Role.Proposing;

/**
 * Counts phase 2b, as a leader or beside one: a vote is chosen when F+1 acceptors accepted it in
 * one ballot (Decide of PaxosCommit.tla).
 */
final class Learner {
  private final Turn turn;

  Learner(Turn turn) {
    this.turn = turn;
  }

  /**
   * Every resource manager has heard how it ended, or need not hear. They answer the leader of
   * ballot 0 no more, so it learns, as do whoever was about to become one and whoever did nothing.
   * Who is learning asks no sooner for that, and finishes it only once: where two never believe
   * each other, as somebody forced one of them, they would talk without end.
   */
  void catchUp() {
    switch (turn.role()) {
      case Enlisting _ -> join();
      case Preparing(_, var tally, var abortAt) -> ask(new Joining(tally, abortAt));
      case Following _, Joining _, Promising _, Proposing _, Announcing _ -> pursue();
    }
  }

  /**
   * Somebody wants to know: find out, or after voteBy see to it that there is something to know.
   */
  void pursue() {
    if (turn.role() instanceof Following(var outbidBy) && outbidBy.equals(Ballot.ZERO)) {
      join();
    } else if (turn.role() instanceof Joining && !turn.mayBeVotedOn()) {
      turn.recovery().begin();
    }
  }

  /** Learns what another leader's ballot chose. */
  void join() {
    if (!turn.mayBeVotedOn()) {
      turn.recovery().begin();
      return;
    }
    ask(new Joining(Tally.EMPTY, null));
  }

  private void ask(Joining joining) {
    turn.become(joining);
    var again = earlier(turn.retryAt(), turn.recoverAt());
    var abortAt = joining.abortAt();
    turn.wake(abortAt == null ? again : earlier(again, abortAt));
    // Last, for we answer, too, and may know enough.
    turn.toAll(new Learn(turn.record(), turn.name()));
  }

  void goOn(Joining joining) {
    var abortAt = joining.abortAt();
    if (abortAt != null && !turn.now().isBefore(abortAt)) {
      turn.announcer().decide(joining.tally().chosen());
    } else if (!turn.now().isBefore(turn.recoverAt())) {
      turn.recovery().begin();
    } else {
      ask(joining);
    }
  }

  void accepted(String acceptor, Map<String, Accepted> reported) {
    switch (turn.role()) {
      case Preparing(var request, var tally, var abortAt) -> {
        var more = tally.with(turn.record(), acceptor, reported);
        turn.become(new Preparing(request, more, abortAt(more, abortAt)));
        judge(more);
      }
      case Joining(var tally, var abortAt) -> {
        var more = tally.with(turn.record(), acceptor, reported);
        turn.become(new Joining(more, abortAt(more, abortAt)));
        judge(more);
      }
      case Proposing(var proposal, var tally) -> {
        var more = tally.with(turn.record(), acceptor, reported);
        turn.become(new Proposing(proposal, more));
        judge(more);
      }
      case Following _, Enlisting _, Promising _, Announcing _ -> {}
    }
  }

  /** When the other votes need no longer be waited for. */
  private @Nullable Instant abortAt(Tally tally, @Nullable Instant already) {
    var chosen = tally.chosen().values();
    if (already != null || chosen.stream().allMatch(Vote::isPrepared)) {
      return already;
    }
    var at = turn.now().plus(turn.timing().abortGrace());
    turn.wakeNoLaterThan(at);
    return at;
  }

  private void judge(Tally tally) {
    var chosen = tally.chosen();
    if (chosen.size() == turn.record().resourceManagers().size()) {
      turn.announcer().decide(chosen);
    }
  }
}

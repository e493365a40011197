package org.touchpaper.harc.commit;

import static org.touchpaper.harc.commit.Turn.earlier;

import java.util.Set;
import org.touchpaper.harc.commit.Message.Enlist;
import org.touchpaper.harc.commit.Message.Prepare;
import org.touchpaper.harc.commit.Role.Preparing;

/**
 * The leader of ballot 0, the one that sends Prepare (Gray and Lamport, section 4.2). The resource
 * managers need no phase 1 for their own votes; the leader learns from phase 2b what was chosen.
 */
final class BallotZero {
  private final Turn turn;

  BallotZero(Turn turn) {
    this.turn = turn;
  }

  void prepare(Request request) {
    turn.become(new Preparing(request, Tally.EMPTY, null));
    sendPrepare(request, Set.of());
    turn.wake(earlier(turn.retryAt(), turn.giveUpAt()));
  }

  private void sendPrepare(Request request, Set<String> except) {
    for (var voter : turn.record().resourceManagers()) {
      if (!except.contains(voter)) {
        var actions = request.actionsFor(voter);
        turn.send(voter, new Prepare(turn.record(), request.caller(), actions, turn.name()));
      }
    }
  }

  void goOn(Preparing preparing) {
    var abortAt = preparing.abortAt();
    var chosen = preparing.tally().chosen();
    if (abortAt != null && !turn.now().isBefore(abortAt)) {
      turn.announcer().decide(chosen);
    } else if (!turn.now().isBefore(turn.giveUpAt())) {
      turn.recovery().begin();
    } else {
      sendPrepare(preparing.request(), chosen.keySet());
      if (turn.isBeforeVoteBy()) {
        // Another may have led it as well, and have told everybody but us how it ended.
        turn.toOthers(new Enlist(turn.record(), turn.name()), Set.of());
      }
      var next = earlier(turn.retryAt(), turn.giveUpAt());
      turn.wake(abortAt == null ? next : earlier(next, abortAt));
    }
  }
}

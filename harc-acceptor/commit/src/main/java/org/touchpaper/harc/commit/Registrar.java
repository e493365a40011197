package org.touchpaper.harc.commit;

import static org.touchpaper.harc.commit.Turn.earlier;

import java.time.Instant;
import java.util.Set;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Message.Enlist;
import org.touchpaper.harc.commit.Message.Enlisted;
import org.touchpaper.harc.commit.Role.Enlisting;
import org.touchpaper.harc.commit.Role.Following;

/**
 * The leader before ballot 0, in place of Gray and Lamport's registrar (section 4.3): their
 * registrar fixes who takes part; here the client has. What is left is to see that F+1 acceptors
 * are there before anything is sent: else the transaction would be begun, and could not end. Those
 * that were heard a moment ago are; the others are asked.
 */
final class Registrar {
  private final Turn turn;

  Registrar(Turn turn) {
    this.turn = turn;
  }

  void begin(Request request, Set<String> present) {
    turn.remember(turn.mine().led(turn.name()));
    turn.putOff();
    goOnOrWait(Enlisting.since(turn.now(), request, turn.name(), present));
    if (turn.role() instanceof Enlisting enlisting) {
      turn.toOthers(new Enlist(turn.record(), turn.name()), Set.of());
      awaken(enlisting);
    }
  }

  private void goOnOrWait(Enlisting enlisting) {
    turn.become(enlisting);
    if (enlisting.hasMajority()) {
      turn.ballotZero().prepare(enlisting.request());
    }
  }

  private void awaken(Enlisting enlisting) {
    turn.wake(earlier(turn.retryAt(), giveUpAt(enlisting)));
  }

  void enlisted(Enlisted answer) {
    if (turn.role() instanceof Enlisting enlisting && answer.sameRecord()) {
      goOnOrWait(enlisting.with(answer.acceptor()));
    }
  }

  void goOn(Enlisting enlisting) {
    if (hasVotes()) {
      learn();
    } else if (turn.now().isBefore(giveUpAt(enlisting))) {
      turn.toOthers(new Enlist(turn.record(), turn.name()), enlisting.enlisted());
      awaken(enlisting);
    } else {
      // We have sent nothing, and shall not; who could not be reached may have, for somebody else.
      follow();
      turn.say(turn.record().id(), Knowledge.of(Outcome.NOT_STARTED));
    }
  }

  /** Somebody else leads it then, or finishes it. */
  private boolean hasVotes() {
    return !turn.mine().accepted().isEmpty();
  }

  /**
   * Not after {@code voteBy}: who took it up then would take a clock for wrong, and all in vain.
   */
  private Instant giveUpAt(Enlisting enlisting) {
    return earlier(enlisting.since().plus(turn.timing().enlisting()), turn.record().voteBy());
  }

  /** After {@code voteBy} who joined would finish it at once, with votes on their way still. */
  private void learn() {
    if (turn.mayBeVotedOn()) {
      turn.learner().join();
    } else {
      follow();
    }
  }

  private void follow() {
    turn.become(new Following(Ballot.ZERO));
    turn.wake(turn.recoverAt());
  }
}

package org.touchpaper.harc.commit;

import static org.touchpaper.harc.commit.Turn.earlier;

import java.time.Instant;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Message.Enlist;
import org.touchpaper.harc.commit.Message.Enlisted;
import org.touchpaper.harc.commit.Role.Enlisting;
import org.touchpaper.harc.commit.Role.Following;

/**
 * The leader before ballot 0, in place of Gray and Lamport's registrar (section 4.3): their
 * registrar fixes who takes part; here the client has, and F+1 acceptors that are enlisted for one
 * leader see to it that no other sends Prepare.
 */
final class Registrar {
  private final Turn turn;

  Registrar(Turn turn) {
    this.turn = turn;
  }

  void begin(Request request) {
    turn.remember(turn.mine().enlist(turn.name()));
    turn.become(Enlisting.since(turn.now(), request));
    var enlist = new Enlist(turn.record(), turn.name());
    turn.toOthersAtOnce(enlist);
    turn.acceptance().receive(enlist, turn.name());
    if (turn.role() instanceof Enlisting enlisting) {
      turn.wake(earlier(turn.retryAt(), giveUpAt(enlisting)));
    }
  }

  void enlisted(Enlisted answer) {
    if (!(turn.role() instanceof Enlisting enlisting)) {
      return;
    }
    if (!answer.sameRecord()) {
      follow();
      turn.say(turn.record().id(), Knowledge.of(Outcome.OTHER_RECORD));
    } else if (answer.leader().equals(turn.name())) {
      enlistedHere(enlisting.with(answer.acceptor()));
    } else {
      enlistedElsewhere(enlisting.withElsewhere(answer.acceptor()));
    }
  }

  private void enlistedHere(Enlisting enlisting) {
    turn.become(enlisting);
    if (enlisting.hasMajority()) {
      turn.ballotZero().prepare(enlisting.request());
    }
  }

  /**
   * Of two that begin at once each is told so by the other at least: the rest may tell who leads.
   */
  private void enlistedElsewhere(Enlisting enlisting) {
    turn.become(enlisting);
    if (hasVotes() || !enlisting.mayHaveMajority()) {
      learn();
    }
  }

  /** Somebody else leads it then, or finishes it. */
  private boolean hasVotes() {
    return !turn.mine().accepted().isEmpty();
  }

  void goOn(Enlisting enlisting) {
    if (!hasVotes() && turn.now().isBefore(giveUpAt(enlisting))) {
      turn.toOthers(new Enlist(turn.record(), turn.name()), enlisting.enlisted());
      turn.wake(earlier(turn.retryAt(), giveUpAt(enlisting)));
    } else if (hasVotes() || !enlisting.elsewhere().isEmpty()) {
      learn();
    } else {
      // We have sent nothing, and shall not; who could not be reached may have, for somebody else.
      follow();
      turn.say(turn.record().id(), Knowledge.of(Outcome.NOT_STARTED));
    }
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

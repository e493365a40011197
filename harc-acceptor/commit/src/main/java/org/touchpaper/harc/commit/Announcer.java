package org.touchpaper.harc.commit;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.touchpaper.harc.commit.Message.Acknowledged;
import org.touchpaper.harc.commit.Message.Decide;
import org.touchpaper.harc.commit.Message.Learn;
import org.touchpaper.harc.commit.Role.Announcing;
import org.touchpaper.harc.commit.Role.Promising;
import org.touchpaper.harc.commit.Role.Proposing;

/**
 * Makes the decision known: to clients and acceptors once, to resource managers until each has made
 * it durable. It need not be durable here before: it follows from the votes that F+1 acceptors have
 * made durable, and whoever asks these again finds the same one (Gray and Lamport count no write of
 * the leader's, section 5).
 */
final class Announcer {
  private final Turn turn;

  Announcer(Turn turn) {
    this.turn = turn;
  }

  /** All votes are chosen, or one that is aborted (Decide of PaxosCommit.tla). */
  void decide(Map<String, Vote> votes) {
    conclude(new Verdict(decisionOf(votes), votes));
  }

  /**
   * Somebody decides in our place. Every acceptor that hears of it stops taking part: what it
   * promised and accepted is kept, but a vote may be chosen without it, and then both decisions are
   * about. Whoever hears both says so, and keeps to the first.
   */
  void overrule(Event.Overruled by) {
    var memory = turn.memory();
    if (memory == null) {
      turn.say(by.id(), Knowledge.of(Knowledge.Outcome.UNKNOWN));
    } else if (memory.objectionTo(by.decision(), turn.now(), turn.timing(), by.early()) != null) {
      turn.say(by.id(), memory.knowledge());
    } else {
      conclude(new Verdict(by.decision(), memory.knowledge().votes(), by.force()));
    }
  }

  /** Somebody says that a resource manager is gone: written down before it counts as heard. */
  void forget(TransactionId id, String resourceManager, Force force) {
    var memory = turn.memory();
    if (memory == null) {
      turn.say(id, Knowledge.of(Knowledge.Outcome.UNKNOWN));
      return;
    }
    var verdict = memory.verdict();
    if (verdict != null && memory.objectionToForgetting(resourceManager) == null) {
      turn.remember(memory.decided(verdict.forgetting(resourceManager, force)));
      if (turn.role() instanceof Announcing announcing) {
        goOn(announcing.without(resourceManager));
      } else {
        announce();
      }
    }
    turn.say(id, turn.mine().knowledge());
  }

  private void conclude(Verdict verdict) {
    keep(verdict);
    turn.say(turn.record().id(), verdict.knowledge());
    turn.toOthers(verdict.told(turn.record()), Set.of());
    announce();
  }

  private Decision decisionOf(Map<String, Vote> votes) {
    if (!votes.values().stream().allMatch(Vote::isPrepared)) {
      return Decision.ABORT;
    }
    if (!votes.keySet().containsAll(turn.record().resourceManagers())) {
      throw new IllegalStateException(turn.record().id() + " is not decided by " + votes);
    }
    return Decision.COMMIT;
  }

  /**
   * Another leader's decision; announced here too if that one is not known to have done it. Those
   * who made way for a ballot of ours would wait for its end, so they are told.
   */
  void adopt(Verdict verdict) {
    keep(verdict);
    turn.say(turn.record().id(), verdict.knowledge());
    if (turn.role() instanceof Promising || turn.role() instanceof Proposing) {
      turn.toOthers(verdict.told(turn.record()), Set.of());
    }
    turn.rest();
    turn.wake(turn.takeOverAt());
  }

  /** What somebody forced follows from no votes: it is said only once it is durable. */
  private void keep(Verdict verdict) {
    var decided = turn.mine().decided(verdict);
    if (verdict.forced() == null) {
      turn.note(decided);
    } else {
      turn.remember(decided);
    }
  }

  /** To all of them, whoever may have heard, but for those that somebody had us forget. */
  void announce() {
    var unheard = new HashSet<>(turn.record().resourceManagers());
    var verdict = turn.mine().verdict();
    if (verdict != null) {
      unheard.removeAll(verdict.forgotten().keySet());
    }
    if (unheard.isEmpty()) {
      goOn(new Announcing(unheard));
    } else {
      announce(new Announcing(unheard));
    }
  }

  void announce(Announcing announcing) {
    var verdict = turn.mine().verdict();
    if (verdict == null) {
      throw new IllegalStateException(turn.record().id() + " has nothing to announce");
    }
    turn.become(announcing);
    for (var voter : turn.record().resourceManagers()) {
      if (announcing.unheard().contains(voter)) {
        turn.send(voter, new Decide(turn.record(), verdict.decision()));
      }
    }
    turn.wake(turn.tellAgainAt());
  }

  /**
   * Nobody has answered for a while. When it is long, the other acceptors are asked, too: one of
   * them may know that all have heard, or that a person had whoever is left forgotten while we were
   * down.
   */
  void announceAgain(Announcing announcing) {
    announce(announcing);
    if (turn.hasWaitedLong()) {
      turn.toOthers(new Learn(turn.record(), turn.name()), Set.of());
    }
  }

  void heard(String resourceManager) {
    if (turn.role() instanceof Announcing announcing) {
      goOn(announcing.without(resourceManager));
    }
  }

  private void goOn(Announcing rest) {
    turn.become(rest);
    var verdict = turn.mine().verdict();
    if (rest.unheard().isEmpty() && verdict != null) {
      everyoneHeard();
      turn.toOthers(new Acknowledged(turn.record(), verdict.decision()), Set.of());
    }
  }

  /** Nothing is left to do: what remains is a {@link Tombstone}. */
  void everyoneHeard() {
    turn.note(turn.mine().everyoneHeard());
    turn.rest();
  }
}

package org.touchpaper.harc.commit;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an acceptor must never forget about one transaction (Gray and Lamport, section 4.2: mbal,
 * bal and val of every instance; one promise serves all instances).
 *
 * @param record the record the id is bound to
 * @param leader this acceptor itself if it was begun here, or, as an earlier build wrote, another
 *     that had it enlist; else null
 * @param promised no ballot below this one is listened to
 * @param accepted the last vote accepted, by resource manager
 * @param verdict the decision, null while there is none
 * @param announced true if every resource manager has made the decision durable
 */
public record Memory(
    TransactionRecord record,
    @Nullable String leader,
    Ballot promised,
    Map<String, Accepted> accepted,
    @Nullable Verdict verdict,
    boolean announced) {

  public Memory {
    accepted = Map.copyOf(accepted);
  }

  static Memory bound(TransactionRecord record) {
    return new Memory(record, null, Ballot.ZERO, Map.of(), null, false);
  }

  /**
   * True while it may be begun here: this acceptor has not led it, and knows of no vote and no
   * higher ballot; once it is not, it never becomes true again.
   */
  public boolean isFree() {
    return verdict == null && leader == null && promised.equals(Ballot.ZERO) && accepted.isEmpty();
  }

  Memory led(String by) {
    return new Memory(record, by, promised, accepted, verdict, announced);
  }

  Memory promise(Ballot ballot) {
    return new Memory(record, leader, ballot, accepted, verdict, announced);
  }

  /** Within one ballot the first vote stands: a resource manager votes once. */
  Memory accept(Ballot ballot, Map<String, Vote> votes) {
    var all = new HashMap<>(accepted);
    for (var voter : record.resourceManagers()) {
      var vote = votes.get(voter);
      var before = accepted.get(voter);
      if (vote != null && (before == null || before.ballot().isBelow(ballot))) {
        all.put(voter, new Accepted(ballot, vote));
      }
    }
    return new Memory(record, leader, ballot, all, verdict, announced);
  }

  Memory decided(Verdict decided) {
    return new Memory(record, leader, promised, accepted, decided, false);
  }

  Memory everyoneHeard() {
    return new Memory(record, leader, promised, accepted, verdict, true);
  }

  /**
   * What speaks against forcing this decision, as a sentence; null if nothing does.
   *
   * @param early true to abort it although it can still be voted on
   */
  public @Nullable String objectionTo(Decision forced, Instant now, Timing timing, boolean early) {
    if (verdict != null) {
      return "it is decided already: " + verdict;
    }
    var finished = timing.finishedBy(record);
    if (now.isBefore(finished) && !(early && forced == Decision.ABORT)) {
      return "it can be voted on until %s, and the acceptors have until %s to finish it themselves, or somewhat longer if they heard of it late"
          .formatted(record.voteBy(), finished);
    }
    return forced == Decision.COMMIT ? whoMayHoldNothing() : null;
  }

  /** What speaks against forgetting a resource manager, as a sentence; null if nothing does. */
  public @Nullable String objectionToForgetting(String resourceManager) {
    if (!record.resourceManagers().contains(resourceManager)) {
      return "%s has no part in it, which is %s's"
          .formatted(resourceManager, String.join("'s and ", record.resourceManagers()));
    }
    return verdict == null
        ? "it is not decided, and %s may yet be told to commit: its end has to be known, or forced, before"
            .formatted(resourceManager)
        : null;
  }

  private @Nullable String whoMayHoldNothing() {
    for (var voter : record.resourceManagers()) {
      var vote = accepted.get(voter);
      if (vote == null) {
        return "no vote of " + voter + " is known here: it may hold nothing to commit";
      }
      if (!vote.vote().isPrepared()) {
        return voter + " is not prepared, and holds nothing that could be committed";
      }
    }
    return null;
  }

  /**
   * What was forced elsewhere, if it may be believed here: a commit rests on every vote being
   * prepared, and we may know of one that is not. Then this acceptor keeps to what it knows.
   */
  Verdict believed(Verdict forced) {
    if (forced.decision() == Decision.COMMIT) {
      for (var voter : record.resourceManagers()) {
        var there = forced.votes().get(voter);
        var here = accepted.get(voter);
        if (there == null || !there.isPrepared()) {
          throw new IllegalStateException(
              "%s: %s elsewhere without a prepared vote of %s"
                  .formatted(record.id(), forced, voter));
        }
        if (here != null && !here.vote().isPrepared()) {
          throw new IllegalStateException(
              "%s: %s elsewhere, but %s is aborted here".formatted(record.id(), forced, voter));
        }
      }
    }
    return forced;
  }

  /** What this acceptor alone can say. */
  public Knowledge knowledge() {
    if (verdict != null) {
      return verdict.knowledge();
    }
    var votes = new HashMap<String, Vote>();
    accepted.forEach((voter, each) -> votes.put(voter, each.vote()));
    return new Knowledge(Knowledge.Outcome.UNDECIDED, votes);
  }
}

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
 * @param leader whom this acceptor is enlisted for; null if nobody has asked
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

  /** True while nobody leads: no leader has asked, and no ballot is above the voters' own. */
  boolean isFree() {
    return leader == null && promised.equals(Ballot.ZERO);
  }

  /** The first leader that asks is the one. */
  Memory enlist(String asking) {
    return isFree() ? new Memory(record, asking, promised, accepted, verdict, announced) : this;
  }

  /** Whom this acceptor follows: the leader it enlisted for, or the owner of its promise. */
  String follows() {
    if (leader != null) {
      return leader;
    }
    var members = record.acceptors();
    return members.get((int) ((promised.number() + members.size() - 1) % members.size()));
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

  Memory decided(Verdict decided, boolean nobodyWaits) {
    return new Memory(record, leader, promised, accepted, decided, nobodyWaits);
  }

  Memory everyoneHeard() {
    return new Memory(record, leader, promised, accepted, verdict, true);
  }

  /** What speaks against forcing this decision, as a sentence; null if nothing does. */
  public @Nullable String objectionTo(Decision forced, Instant now) {
    if (verdict != null) {
      return "it is decided already: " + verdict;
    }
    if (now.isBefore(record.voteBy())) {
      return "it can be voted on until " + record.voteBy() + ", and is finished by itself then";
    }
    if (forced == Decision.COMMIT) {
      for (var each : accepted.entrySet()) {
        if (!each.getValue().vote().isPrepared()) {
          return each.getKey() + " is not prepared, and holds nothing that could be committed";
        }
      }
    }
    return null;
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

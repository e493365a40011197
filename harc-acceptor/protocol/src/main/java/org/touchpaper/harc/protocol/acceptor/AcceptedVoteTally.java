package org.touchpaper.harc.protocol.acceptor;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.touchpaper.harc.protocol.AcceptedVote;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;

/**
 * Counts phase 1b or 2b reports and finds the chosen votes. A vote is chosen once F+1 acceptors
 * accepted it in the same ballot, and stays chosen whatever they accept later.
 *
 * @param accepted by acceptor, then by resource manager
 * @param chosen the chosen votes, by resource manager
 */
record AcceptedVoteTally(
    Map<String, Map<String, AcceptedVote>> accepted, Map<String, Vote> chosen) {
  static final AcceptedVoteTally EMPTY = new AcceptedVoteTally(Map.of(), Map.of());

  AcceptedVoteTally {
    accepted = Map.copyOf(accepted);
    chosen = Map.copyOf(chosen);
  }

  /** Adds a report; per acceptor and instance the highest ballot counts. */
  AcceptedVoteTally with(
      TransactionRecord record, String acceptor, Map<String, AcceptedVote> reported) {
    var merged = new HashMap<>(accepted.getOrDefault(acceptor, Map.of()));
    reported.forEach(
        (voter, acceptedVote) -> merged.merge(voter, acceptedVote, AcceptedVoteTally::last));
    var byAcceptor = new HashMap<>(accepted);
    byAcceptor.put(acceptor, Map.copyOf(merged));
    var chosenVotes = new HashMap<>(chosen);
    for (var voter : record.resourceManagers()) {
      if (!chosenVotes.containsKey(voter)) {
        findChosen(record, byAcceptor, voter).ifPresent(vote -> chosenVotes.put(voter, vote));
      }
    }
    return new AcceptedVoteTally(byAcceptor, chosenVotes);
  }

  private static Optional<Vote> findChosen(
      TransactionRecord record, Map<String, Map<String, AcceptedVote>> accepted, String voter) {
    var counts = new HashMap<AcceptedVote, Integer>();
    for (var acceptor : record.acceptors()) {
      var reported = accepted.getOrDefault(acceptor, Map.of()).get(voter);
      if (reported != null && counts.merge(reported, 1, Integer::sum) >= record.majority()) {
        return Optional.of(reported.vote());
      }
    }
    return Optional.empty();
  }

  /**
   * The votes that phase 2a must propose after F+1 acceptors reported in phase 1: per instance the
   * vote of the highest ballot, aborted if there is none.
   */
  Map<String, Vote> proposal(TransactionRecord record) {
    var found = new HashMap<String, AcceptedVote>();
    for (var acceptor : record.acceptors()) {
      accepted
          .getOrDefault(acceptor, Map.of())
          .forEach(
              (voter, acceptedVote) -> found.merge(voter, acceptedVote, AcceptedVoteTally::last));
    }
    var proposed = new HashMap<String, Vote>();
    for (var voter : record.resourceManagers()) {
      var acceptedVote = found.get(voter);
      proposed.put(voter, acceptedVote == null ? Vote.aborted("") : acceptedVote.vote());
    }
    return proposed;
  }

  /** In one ballot there is only one vote. */
  private static AcceptedVote last(AcceptedVote a, AcceptedVote b) {
    return a.ballot().isBelow(b.ballot()) ? b : a;
  }
}

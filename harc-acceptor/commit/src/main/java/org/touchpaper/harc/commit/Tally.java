package org.touchpaper.harc.commit;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Who accepted what: counts phase 1b or 2b and finds what is chosen. A vote is chosen once F+1
 * acceptors accepted it in the same ballot, and stays so whatever they accept afterwards.
 *
 * @param accepted by acceptor, then by resource manager
 * @param chosen the chosen votes, by resource manager
 */
record Tally(Map<String, Map<String, Accepted>> accepted, Map<String, Vote> chosen) {
  static final Tally EMPTY = new Tally(Map.of(), Map.of());

  Tally {
    accepted = Map.copyOf(accepted);
    chosen = Map.copyOf(chosen);
  }

  /** Counts an acceptor once per instance, with the highest ballot it reported. */
  Tally with(TransactionRecord record, String acceptor, Map<String, Accepted> reported) {
    var merged = new HashMap<>(accepted.getOrDefault(acceptor, Map.of()));
    reported.forEach((voter, each) ->
        merged.merge(voter, each, (a, b) -> a.ballot().isBelow(b.ballot()) ? b : a));
    var all = new HashMap<>(accepted);
    all.put(acceptor, Map.copyOf(merged));
    var more = new HashMap<>(chosen);
    for (var voter : record.resourceManagers()) {
      if (!more.containsKey(voter)) {
        count(record, all, voter).ifPresent(vote -> more.put(voter, vote));
      }
    }
    return new Tally(all, more);
  }

  private static Optional<Vote> count(
      TransactionRecord record, Map<String, Map<String, Accepted>> accepted, String voter) {
    var counts = new HashMap<Accepted, Integer>();
    for (var acceptor : record.acceptors()) {
      var reported = accepted.getOrDefault(acceptor, Map.of()).get(voter);
      if (reported != null && counts.merge(reported, 1, Integer::sum) >= record.majority()) {
        return Optional.of(reported.vote());
      }
    }
    return Optional.empty();
  }

  /**
   * What phase 2a of a ballot must propose after phase 1 heard this from F+1 acceptors: the vote of
   * the highest ballot, aborted only where none of them voted.
   */
  Map<String, Vote> proposal(TransactionRecord record) {
    var votes = new HashMap<String, Vote>();
    for (var voter : record.resourceManagers()) {
      votes.put(voter, highest(record, voter).map(Accepted::vote).orElse(SILENT));
    }
    return votes;
  }

  private static final Vote SILENT = Vote.aborted("");

  private Optional<Accepted> highest(TransactionRecord record, String voter) {
    return record.acceptors().stream()
        .map(acceptor -> accepted.getOrDefault(acceptor, Map.of()))
        .filter(each -> each.containsKey(voter))
        .map(each -> each.get(voter))
        .reduce((a, b) -> a.ballot().isBelow(b.ballot()) ? b : a);
  }
}

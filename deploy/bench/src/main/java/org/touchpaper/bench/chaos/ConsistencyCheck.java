package org.touchpaper.bench.chaos;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;

/**
 * Invariants of the end state: the acceptors agree on one decision for each transaction, it matches
 * the client's replies, no booking exists in part, nothing is left over, and at least one call in
 * eight was committed (one in thirty in a short run).
 */
final class ConsistencyCheck {
  private static final Set<String> PRESENT_STATES = Set.of("COMMITTED", "ACTIVE");

  /** The number of calls of a long run. */
  private static final int LONG_RUN_CALLS = 500;

  /**
   * At least one call in this many must commit in a long run. On a busy machine one in four or five
   * does: clients compete for nodes, and votes come late.
   */
  private static final int MIN_COMMIT_SHARE = 8;

  /**
   * The same for a short run. With three acceptors, a fault for each call and so much other load
   * that a restart takes half a minute, one in thirteen committed.
   */
  private static final int MIN_COMMIT_SHARE_SHORT_RUN = 30;

  private final EndState endState;
  private final List<String> violations = new ArrayList<>();

  private ConsistencyCheck(EndState endState) {
    this.endState = endState;
  }

  /** Returns a sentence for each violation. */
  static List<String> check(Collection<ClientCall> calls, EndState endState) {
    var check = new ConsistencyCheck(endState);
    var decisions = new HashMap<String, Outcome>();
    calls.forEach(call -> decisions.put(call.transaction(), check.checkDecision(call)));
    check.checkBookings(calls, decisions);
    check.checkLeftovers();
    check.checkCommitShare(decisions.values());
    return List.copyOf(check.violations);
  }

  private void addViolation(ClientCall call, String problem) {
    violations.add(
        call.transaction() + " (" + call.kind() + " " + call.bookingId() + ") " + problem);
  }

  /** Returns the decision; UNKNOWN if no acceptor has decided. */
  private Outcome checkDecision(ClientCall call) {
    var outcomes = EnumSet.noneOf(Outcome.class);
    var undecided = new TreeSet<String>();
    endState
        .acceptors()
        .forEach((acceptor, outcomesById) -> {
          var outcome = outcomesById.getOrDefault(call.transaction(), Outcome.UNKNOWN);
          outcomes.add(outcome);
          if (outcome == Outcome.UNDECIDED) {
            undecided.add(acceptor);
          }
        });
    var decided = EnumSet.copyOf(outcomes);
    decided.retainAll(Set.of(Outcome.COMMIT, Outcome.ABORT));
    if (decided.size() > 1) {
      addViolation(call, "was decided twice: " + outcomes);
    }
    if (!undecided.isEmpty()) {
      addViolation(call, "is still undecided at " + undecided);
    }
    var decision = decided.isEmpty() ? Outcome.UNKNOWN : decided.iterator().next();
    if (!call.replies().stream().allMatch(reported -> isConsistent(reported, decision))) {
      addViolation(call, "ended " + decision + ", but the replies were " + call.replies());
    }
    if (call.wasNotStarted()) {
      checkNothingSent(call, decision);
    }
    return decision;
  }

  /** A repeated request may get NOT_STARTED although an earlier one started the transaction. */
  private static boolean isConsistent(Outcome reported, Outcome decision) {
    return switch (reported) {
      case COMMIT, ABORT -> decision == reported;
      case NOT_STARTED, UNDECIDED, UNKNOWN -> true;
      case OTHER_RECORD -> false;
    };
  }

  private void checkNothingSent(ClientCall call, Outcome decision) {
    var voters = new TreeSet<String>();
    endState
        .prepared()
        .forEach((rm, transactions) -> {
          if (transactions.contains(call.transaction())) {
            voters.add(rm);
          }
        });
    if (decision == Outcome.COMMIT || !voters.isEmpty()) {
      addViolation(
          call,
          "ended " + decision + " with " + voters + " prepared, but the reply was NOT_STARTED");
    }
  }

  private void checkBookings(Collection<ClientCall> calls, Map<String, Outcome> decisions) {
    for (var call : calls) {
      if (call.kind() == ClientCall.Kind.MAKE) {
        checkBooking(call, history(calls, decisions, call.bookingId()));
      }
    }
    var known = calls.stream().map(ClientCall::bookingId).collect(Collectors.toUnmodifiableSet());
    endState
        .bookings()
        .forEach((rm, byBookingId) ->
            byBookingId.keySet().stream()
                .filter(bookingId -> !known.contains(bookingId))
                .forEach(bookingId ->
                    violations.add(rm + " has " + bookingId + ", which was never requested")));
  }

  /** The committed calls of a booking in order; each started after the previous one was decided. */
  private static List<ClientCall> history(
      Collection<ClientCall> calls, Map<String, Outcome> decisions, String bookingId) {
    return calls.stream()
        .filter(call -> call.bookingId().equals(bookingId))
        .filter(call -> decisions.get(call.transaction()) == Outcome.COMMIT)
        .sorted(Comparator.comparingInt(ClientCall::number))
        .toList();
  }

  private void checkBooking(ClientCall call, List<ClientCall> history) {
    for (var rm : call.resourceManagers()) {
      var booking =
          Optional.ofNullable(endState.bookings().getOrDefault(rm, Map.of()).get(call.bookingId()));
      var state = booking.map(EndState.RecordedBooking::state).orElse("ABORTED");
      var expected = expectedState(history, endState.readAt());
      if (!state.equals(expected)) {
        addViolation(call, "is " + state + " at " + rm + " instead of " + expected);
      } else if (PRESENT_STATES.contains(state)) {
        var actual = booking.map(EndState.RecordedBooking::allocation).orElseThrow();
        var requested = history.getLast().allocation();
        if (!actual.equals(requested)) {
          addViolation(call, "is " + actual + " at " + rm + " instead of " + requested);
        }
      }
      checkMachine(call, rm, booking.filter(_ -> state.equals("ACTIVE")));
    }
  }

  /** The machine must have exactly the active bookings, as they are booked. */
  private void checkMachine(
      ClientCall call, String rm, Optional<EndState.RecordedBooking> activeBooking) {
    var actual =
        Optional.ofNullable(endState.machines().getOrDefault(rm, Map.of()).get(call.bookingId()))
            .map(EndState.MachineAllocation::toString)
            .orElse("nothing");
    var expected =
        activeBooking
            .map(EndState.RecordedBooking::allocation)
            .map(requested ->
                new EndState.MachineAllocation(requested.end(), requested.nodes()).toString())
            .orElse("nothing");
    if (!actual.equals(expected)) {
      addViolation(call, "has " + actual + " on the machine of " + rm + " instead of " + expected);
    }
  }

  private static String expectedState(List<ClientCall> history, Instant now) {
    if (history.isEmpty()) {
      return "ABORTED";
    }
    var requested = history.getLast().allocation();
    if (requested == null) {
      return "CANCELLED";
    }
    return requested.isActiveAt(now) ? "ACTIVE" : "COMMITTED";
  }

  /** A run in which hardly any call commits proves nothing. */
  private void checkCommitShare(Collection<Outcome> decisions) {
    var commits = decisions.stream().filter(Outcome.COMMIT::equals).count();
    var minShare =
        decisions.size() < LONG_RUN_CALLS ? MIN_COMMIT_SHARE_SHORT_RUN : MIN_COMMIT_SHARE;
    if (commits * minShare < decisions.size()) {
      violations.add(
          "only %d of %d transactions were committed, fewer than one in %d"
              .formatted(commits, decisions.size(), minShare));
    }
  }

  private void checkLeftovers() {
    endState
        .unfinishedTransactions()
        .forEach((acceptor, transactions) -> {
          if (!transactions.isEmpty()) {
            violations.add(acceptor + " has open transactions " + transactions);
          }
        });
    endState
        .unappliedCounts()
        .forEach((rm, count) -> {
          if (count > 0) {
            violations.add(rm + " has not carried out " + count + " transactions");
          }
        });
    endState
        .nodesHeld()
        .forEach((rm, holdingBookings) -> {
          var states = endState.bookings().getOrDefault(rm, Map.of()).values();
          var committed =
              states.stream().filter(booking -> PRESENT_STATES.contains(booking.state())).count();
          if (holdingBookings != committed) {
            violations.add(
                rm + " keeps nodes for " + holdingBookings + " bookings, but has " + committed);
          }
        });
    endState
        .inconsistentNodes()
        .forEach((rm, count) -> {
          if (count > 0) {
            violations.add(rm + " keeps " + count + " nodes inconsistently with their bookings");
          }
        });
  }
}

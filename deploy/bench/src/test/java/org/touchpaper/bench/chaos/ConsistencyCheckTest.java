package org.touchpaper.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.touchpaper.bench.chaos.ClientCall.Allocation;
import org.touchpaper.bench.chaos.ClientCall.Kind;
import org.touchpaper.bench.chaos.EndState.MachineAllocation;
import org.touchpaper.bench.chaos.EndState.RecordedBooking;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;

/** Violations that the check must find; a consistent end state has none. */
class ConsistencyCheckTest {
  private static final Set<String> BOTH = Set.of("rm-1", "rm-2");
  private static final Instant NINE = Instant.parse("2026-12-01T21:00:00Z");
  private static final Allocation FIRST = new Allocation(NINE, NINE.plusSeconds(1800), 2);
  private static final Allocation UP = new Allocation(NINE.minusSeconds(7200), NINE, 1);
  private static final Allocation PROLONGED = new Allocation(UP.start(), NINE.plusSeconds(1800), 2);
  private static final Allocation MOVED =
      new Allocation(NINE.plusSeconds(3600), NINE.plusSeconds(5400), 3);

  private final List<ClientCall> calls =
      List.of(
          new ClientCall("make.1", "b1", Kind.MAKE, FIRST, BOTH, List.of(Outcome.COMMIT)),
          new ClientCall("make.2", "b2", Kind.MAKE, FIRST, BOTH, List.of(Outcome.ABORT)),
          new ClientCall("make.3", "b3", Kind.MAKE, FIRST, BOTH, List.of(Outcome.UNDECIDED)),
          new ClientCall("cancel.4", "b3", Kind.CANCEL, null, BOTH, List.of(Outcome.COMMIT)),
          new ClientCall("make.5", "b5", Kind.MAKE, FIRST, BOTH, List.of(Outcome.NOT_STARTED)),
          new ClientCall("make.6", "b6", Kind.MAKE, FIRST, BOTH, List.of(Outcome.COMMIT)),
          new ClientCall("modify.7", "b6", Kind.MODIFY, MOVED, BOTH, List.of(Outcome.COMMIT)),
          new ClientCall("modify.8", "b6", Kind.MODIFY, FIRST, BOTH, List.of(Outcome.ABORT)),
          new ClientCall("make.9", "b9", Kind.MAKE, UP, BOTH, List.of(Outcome.COMMIT)),
          new ClientCall("modify.10", "b9", Kind.MODIFY, PROLONGED, BOTH, List.of(Outcome.COMMIT)),
          new ClientCall("make.11", "b11", Kind.MAKE, UP, BOTH, List.of(Outcome.COMMIT)),
          new ClientCall("cancel.12", "b11", Kind.CANCEL, null, BOTH, List.of(Outcome.COMMIT)));

  private final Map<String, Map<String, Outcome>> acceptors = new HashMap<>();
  private final Map<String, Set<String>> openTransactions =
      new HashMap<>(Map.of("a1", Set.of(), "a2", Set.of()));
  private final Map<String, Map<String, RecordedBooking>> bookings = new HashMap<>();
  private final Map<String, Set<String>> prepared =
      new HashMap<>(Map.of("rm-1", Set.of("make.1", "make.3", "cancel.4"), "rm-2", Set.of()));
  private final Map<String, Integer> unfinished = new HashMap<>(Map.of("rm-1", 0, "rm-2", 0));
  private final Map<String, Integer> held = new HashMap<>(Map.of("rm-1", 3, "rm-2", 3));
  private final Map<String, Integer> inconsistentNodes =
      new HashMap<>(Map.of("rm-1", 0, "rm-2", 0));

  private final Map<String, Map<String, MachineAllocation>> machines = new HashMap<>();

  ConsistencyCheckTest() {
    acceptors.put("a1", new HashMap<>(Map.of("make.1", Outcome.COMMIT, "make.3", Outcome.COMMIT)));
    for (var id : List.of("make.9", "modify.10", "make.11", "cancel.12")) {
      outcomesAt("a1").put(id, Outcome.COMMIT);
    }
    acceptors.put(
        "a2",
        new HashMap<>(
            Map.of(
                "make.1",
                Outcome.COMMIT,
                "make.2",
                Outcome.ABORT,
                "cancel.4",
                Outcome.COMMIT,
                "make.5",
                Outcome.ABORT,
                "make.6",
                Outcome.COMMIT,
                "modify.7",
                Outcome.COMMIT,
                "modify.8",
                Outcome.ABORT)));
    for (var rm : BOTH) {
      bookings.put(
          rm,
          new HashMap<>(
              Map.of(
                  "b1",
                  new RecordedBooking("COMMITTED", FIRST),
                  "b2",
                  new RecordedBooking("ABORTED", FIRST),
                  "b3",
                  new RecordedBooking("CANCELLED", FIRST),
                  "b6",
                  new RecordedBooking("COMMITTED", MOVED),
                  "b9",
                  new RecordedBooking("ACTIVE", PROLONGED),
                  "b11",
                  new RecordedBooking("CANCELLED", UP))));
      machines.put(rm, new HashMap<>(Map.of("b9", new MachineAllocation(PROLONGED.end(), 2))));
    }
  }

  private List<String> violations() {
    return ConsistencyCheck.check(calls, endState());
  }

  private EndState endState() {
    return new EndState(
        NINE.minusSeconds(60),
        acceptors,
        openTransactions,
        bookings,
        prepared,
        unfinished,
        held,
        inconsistentNodes,
        machines);
  }

  private Map<String, RecordedBooking> at(String rm) {
    return bookings.getOrDefault(rm, Map.of());
  }

  private Map<String, Outcome> outcomesAt(String acceptor) {
    return acceptors.getOrDefault(acceptor, Map.of());
  }

  @Test
  void findsNoViolationInAConsistentEndState() {
    assertThat(violations()).isEmpty();
  }

  @Test
  void findsAPartialBooking() {
    at("rm-2").remove("b1");
    held.put("rm-2", 2);
    assertThat(violations())
        .containsExactly("make.1 (MAKE b1) is ABORTED at rm-2 instead of COMMITTED");
  }

  @Test
  void findsAPartialChange() {
    at("rm-2").put("b6", new RecordedBooking("COMMITTED", FIRST));
    assertThat(violations())
        .containsExactly(
            "make.6 (MAKE b6) is "
                + "2 nodes from 2026-12-01T21:00:00Z to 2026-12-01T21:30:00Z at rm-2 instead of "
                + "3 nodes from 2026-12-01T22:00:00Z to 2026-12-01T22:30:00Z");
  }

  @Test
  void findsAStartedBookingThatIsNotActiveAndACancelledOneThatIs() {
    at("rm-1").put("b9", new RecordedBooking("COMMITTED", PROLONGED));
    machines.put("rm-1", Map.of());
    at("rm-2").put("b11", new RecordedBooking("ACTIVE", UP));
    held.put("rm-2", 4);
    assertThat(violations())
        .containsExactly(
            "make.9 (MAKE b9) is COMMITTED at rm-1 instead of ACTIVE",
            "make.11 (MAKE b11) is ACTIVE at rm-2 instead of CANCELLED",
            "make.11 (MAKE b11) has nothing on the machine of rm-2 instead of"
                + " 1 nodes until 2026-12-01T21:00:00Z");
  }

  @Test
  void findsAnAllocationThatDiffersFromItsBooking() {
    machines.put("rm-2", Map.of("b9", new MachineAllocation(UP.end(), 1)));
    assertThat(violations())
        .containsExactly(
            "make.9 (MAKE b9) has 1 nodes until 2026-12-01T21:00:00Z on the machine of rm-2"
                + " instead of 2 nodes until 2026-12-01T21:30:00Z");
  }

  @Test
  void findsAnAllocationOfACancelledBooking() {
    machines.put(
        "rm-1",
        Map.of(
            "b9",
            new MachineAllocation(PROLONGED.end(), 2),
            "b11",
            new MachineAllocation(UP.end(), 1)));
    assertThat(violations())
        .containsExactly(
            "make.11 (MAKE b11) has 1 nodes until 2026-12-01T21:00:00Z on the machine of rm-1"
                + " instead of nothing");
  }

  @Test
  void findsNodesKeptInconsistently() {
    inconsistentNodes.put("rm-1", 4);
    assertThat(violations())
        .containsExactly("rm-1 keeps 4 nodes inconsistently with their bookings");
  }

  @Test
  void findsARefusedBookingThatIsStillHeld() {
    at("rm-1").put("b2", new RecordedBooking("HELD", FIRST));
    held.put("rm-1", 4);
    assertThat(violations())
        .containsExactly(
            "make.2 (MAKE b2) is HELD at rm-1 instead of ABORTED",
            "rm-1 keeps nodes for 4 bookings, but has 3");
  }

  @Test
  void findsAReplyThatContradictsTheDecision() {
    outcomesAt("a2").put("make.2", Outcome.COMMIT);
    assertThat(violations())
        .contains("make.2 (MAKE b2) ended COMMIT, but the replies were [ABORT]");
  }

  @Test
  void findsAVoteAfterTheReplyNotStarted() {
    prepared.put("rm-2", Set.of("make.5"));
    assertThat(violations())
        .containsExactly(
            "make.5 (MAKE b5) ended ABORT with [rm-2] prepared, but the reply was NOT_STARTED");
  }

  @Test
  void findsContradictingDecisions() {
    outcomesAt("a1").put("make.2", Outcome.COMMIT);
    assertThat(violations())
        .anyMatch(violation -> violation.contains("make.2 (MAKE b2) was decided twice"));
  }

  @Test
  void findsUndecidedAndUnfinishedTransactions() {
    outcomesAt("a1").put("make.5", Outcome.UNDECIDED);
    outcomesAt("a2").remove("make.5");
    unfinished.put("rm-1", 1);
    assertThat(violations())
        .containsExactly(
            "make.5 (MAKE b5) is still undecided at [a1]",
            "rm-1 has not carried out 1 transactions");
  }

  /**
   * Every acceptor that took part learns the decision in the end; one that did not need not know
   * it.
   */
  @Test
  void findsAnAcceptorThatDidNotLearnTheDecision() {
    outcomesAt("a1").put("make.2", Outcome.UNDECIDED);
    assertThat(violations()).containsExactly("make.2 (MAKE b2) is still undecided at [a1]");
    outcomesAt("a1").put("make.2", Outcome.UNKNOWN);
    assertThat(violations()).isEmpty();
  }

  @Test
  void findsABookingThatWasNeverRequested() {
    at("rm-1").put("b99", new RecordedBooking("COMMITTED", FIRST));
    held.put("rm-1", 4);
    assertThat(violations()).containsExactly("rm-1 has b99, which was never requested");
  }

  /** Open as in {@code harc list}: undecided, or not acknowledged by every resource manager. */
  @Test
  void findsOpenTransactions() {
    openTransactions.put("a2", Set.of("make.1"));
    assertThat(violations()).containsExactly("a2 has open transactions [make.1]");
  }

  /** A run without commits violates no other invariant but proves nothing. */
  @Test
  void findsTooFewCommits() {
    var refused = run(calls, 270, Outcome.ABORT);
    assertThat(ConsistencyCheck.check(refused, endState())).as("9 of 270").isEmpty();
    assertThat(ConsistencyCheck.check(run(refused, 271, Outcome.ABORT), endState()))
        .containsExactly("only 9 of 271 transactions were committed, fewer than one in 30");
  }

  /** In a short run faults may take most of the time. */
  @Test
  void expectsMoreCommitsInALongRun() {
    var some = run(calls, 65, Outcome.COMMIT);
    assertThat(ConsistencyCheck.check(run(some, 499, Outcome.ABORT), endState()))
        .as("62 of 499")
        .isEmpty();
    assertThat(ConsistencyCheck.check(run(some, 500, Outcome.ABORT), endState()))
        .containsExactly("only 62 of 500 transactions were committed, fewer than one in 8");
    var more = run(some, 66, Outcome.COMMIT);
    assertThat(ConsistencyCheck.check(run(more, 500, Outcome.ABORT), endState()))
        .as("63 of 500")
        .isEmpty();
  }

  /** Adds calls with the same outcome up to the given count. */
  private List<ClientCall> run(List<ClientCall> before, int count, Outcome outcome) {
    var all = new ArrayList<>(before);
    for (var n = before.size() + 1; n <= count; n++) {
      var bookingId = "b" + n;
      all.add(new ClientCall("make." + n, bookingId, Kind.MAKE, FIRST, BOTH, List.of(outcome)));
      outcomesAt("a1").put("make." + n, outcome);
      if (outcome == Outcome.COMMIT) {
        BOTH.forEach(rm -> at(rm).put(bookingId, new RecordedBooking("COMMITTED", FIRST)));
        held.replaceAll((rm, nodes) -> nodes + 1);
      }
    }
    return all;
  }
}

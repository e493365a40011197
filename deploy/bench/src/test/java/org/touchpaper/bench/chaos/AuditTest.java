package org.touchpaper.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.touchpaper.bench.chaos.Call.Kind;
import org.touchpaper.harc.commit.Knowledge.Outcome;

/** What the audit after a bad day must find; what it finds when all is well is nothing. */
class AuditTest {
  private static final Set<String> BOTH = Set.of("rm-1", "rm-2");

  private final List<Call> calls =
      List.of(
          new Call("make.1", "b1", Kind.MAKE, BOTH, List.of(Outcome.COMMIT)),
          new Call("make.2", "b2", Kind.MAKE, BOTH, List.of(Outcome.ABORT)),
          new Call("make.3", "b3", Kind.MAKE, BOTH, List.of(Outcome.UNDECIDED)),
          new Call("cancel.4", "b3", Kind.CANCEL, BOTH, List.of(Outcome.COMMIT)),
          new Call("make.5", "b5", Kind.MAKE, BOTH, List.of(Outcome.NOT_STARTED)));

  private final Map<String, Map<String, Outcome>> acceptors = new HashMap<>();
  private final Map<String, Map<String, String>> bookings = new HashMap<>();
  private final Map<String, Set<String>> prepared =
      new HashMap<>(Map.of("rm-1", Set.of("make.1", "make.3", "cancel.4"), "rm-2", Set.of()));
  private final Map<String, Integer> unfinished = new HashMap<>(Map.of("rm-1", 0, "rm-2", 0));
  private final Map<String, Integer> held = new HashMap<>(Map.of("rm-1", 1, "rm-2", 1));

  AuditTest() {
    acceptors.put("a1", new HashMap<>(Map.of("make.1", Outcome.COMMIT, "make.3", Outcome.COMMIT)));
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
                Outcome.ABORT)));
    for (var rm : BOTH) {
      bookings.put(
          rm, new HashMap<>(Map.of("b1", "COMMITTED", "b2", "ABORTED", "b3", "CANCELLED")));
    }
  }

  private List<String> violations() {
    return Audit.of(calls, new Books(acceptors, bookings, prepared, unfinished, held));
  }

  private Map<String, String> at(String rm) {
    return bookings.getOrDefault(rm, Map.of());
  }

  private Map<String, Outcome> says(String acceptor) {
    return acceptors.getOrDefault(acceptor, Map.of());
  }

  @Test
  void findsNothingWhereAllIsWell() {
    assertThat(violations()).isEmpty();
  }

  @Test
  void noBookingIsThereByHalves() {
    at("rm-2").remove("b1");
    held.put("rm-2", 0);
    assertThat(violations())
        .containsExactly("make.1 (MAKE b1) is ABORTED at rm-2 and should be COMMITTED");
  }

  @Test
  void nothingRefusedIsHeld() {
    at("rm-1").put("b2", "HELD");
    held.put("rm-1", 2);
    assertThat(violations())
        .containsExactly(
            "make.2 (MAKE b2) is HELD at rm-1 and should be ABORTED",
            "rm-1 keeps nodes for 2 bookings, and has 1");
  }

  @Test
  void everyAnswerIsTrue() {
    says("a2").put("make.2", Outcome.COMMIT);
    assertThat(violations())
        .contains("make.2 (MAKE b2) ended COMMIT, and the client was told [ABORT]");
  }

  @Test
  void whoIsToldThatNothingWasSentCanRelyOnIt() {
    prepared.put("rm-2", Set.of("make.5"));
    assertThat(violations())
        .containsExactly(
            "make.5 (MAKE b5) ended ABORT with [rm-2] prepared: nothing, it was said, was sent");
  }

  @Test
  void nobodyDecidesTwice() {
    says("a1").put("make.2", Outcome.COMMIT);
    assertThat(violations()).anyMatch(each -> each.contains("make.2 (MAKE b2) was decided twice"));
  }

  @Test
  void nothingIsLeftUndecidedOrUndone() {
    says("a1").put("make.5", Outcome.UNDECIDED);
    says("a2").remove("make.5");
    unfinished.put("rm-1", 1);
    assertThat(violations())
        .containsExactly(
            "make.5 (MAKE b5) is still undecided", "rm-1 has not carried out 1 transactions");
  }

  @Test
  void nobodyHasWhatNobodyAskedFor() {
    at("rm-1").put("b9", "COMMITTED");
    held.put("rm-1", 2);
    assertThat(violations()).containsExactly("rm-1 has b9, which nobody asked for");
  }
}

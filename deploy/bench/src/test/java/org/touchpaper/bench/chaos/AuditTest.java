package org.touchpaper.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.touchpaper.bench.chaos.Books.Booking;
import org.touchpaper.bench.chaos.Books.OnMachine;
import org.touchpaper.bench.chaos.Call.Kind;
import org.touchpaper.bench.chaos.Call.Wanted;
import org.touchpaper.harc.commit.Knowledge.Outcome;

/** What the audit after a bad day must find; what it finds when all is well is nothing. */
class AuditTest {
  private static final Set<String> BOTH = Set.of("rm-1", "rm-2");
  private static final Instant NINE = Instant.parse("2026-12-01T21:00:00Z");
  private static final Wanted FIRST = new Wanted(NINE, NINE.plusSeconds(1800), 2);
  private static final Wanted UP = new Wanted(NINE.minusSeconds(7200), NINE, 1);
  private static final Wanted PROLONGED = new Wanted(UP.start(), NINE.plusSeconds(1800), 2);
  private static final Wanted MOVED = new Wanted(NINE.plusSeconds(3600), NINE.plusSeconds(5400), 3);

  private final List<Call> calls =
      List.of(
          new Call("make.1", "b1", Kind.MAKE, FIRST, BOTH, List.of(Outcome.COMMIT)),
          new Call("make.2", "b2", Kind.MAKE, FIRST, BOTH, List.of(Outcome.ABORT)),
          new Call("make.3", "b3", Kind.MAKE, FIRST, BOTH, List.of(Outcome.UNDECIDED)),
          new Call("cancel.4", "b3", Kind.CANCEL, null, BOTH, List.of(Outcome.COMMIT)),
          new Call("make.5", "b5", Kind.MAKE, FIRST, BOTH, List.of(Outcome.NOT_STARTED)),
          new Call("make.6", "b6", Kind.MAKE, FIRST, BOTH, List.of(Outcome.COMMIT)),
          new Call("modify.7", "b6", Kind.MODIFY, MOVED, BOTH, List.of(Outcome.COMMIT)),
          new Call("modify.8", "b6", Kind.MODIFY, FIRST, BOTH, List.of(Outcome.ABORT)),
          new Call("make.9", "b9", Kind.MAKE, UP, BOTH, List.of(Outcome.COMMIT)),
          new Call("modify.10", "b9", Kind.MODIFY, PROLONGED, BOTH, List.of(Outcome.COMMIT)),
          new Call("make.11", "b11", Kind.MAKE, UP, BOTH, List.of(Outcome.COMMIT)),
          new Call("cancel.12", "b11", Kind.CANCEL, null, BOTH, List.of(Outcome.COMMIT)));

  private final Map<String, Map<String, Outcome>> acceptors = new HashMap<>();
  private final Map<String, Set<String>> open =
      new HashMap<>(Map.of("a1", Set.of(), "a2", Set.of()));
  private final Map<String, Map<String, Booking>> bookings = new HashMap<>();
  private final Map<String, Set<String>> prepared =
      new HashMap<>(Map.of("rm-1", Set.of("make.1", "make.3", "cancel.4"), "rm-2", Set.of()));
  private final Map<String, Integer> unfinished = new HashMap<>(Map.of("rm-1", 0, "rm-2", 0));
  private final Map<String, Integer> held = new HashMap<>(Map.of("rm-1", 3, "rm-2", 3));
  private final Map<String, Integer> crooked = new HashMap<>(Map.of("rm-1", 0, "rm-2", 0));

  private final Map<String, Map<String, OnMachine>> machines = new HashMap<>();

  AuditTest() {
    acceptors.put("a1", new HashMap<>(Map.of("make.1", Outcome.COMMIT, "make.3", Outcome.COMMIT)));
    for (var id : List.of("make.9", "modify.10", "make.11", "cancel.12")) {
      says("a1").put(id, Outcome.COMMIT);
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
                  new Booking("COMMITTED", FIRST),
                  "b2",
                  new Booking("ABORTED", FIRST),
                  "b3",
                  new Booking("CANCELLED", FIRST),
                  "b6",
                  new Booking("COMMITTED", MOVED),
                  "b9",
                  new Booking("ACTIVE", PROLONGED),
                  "b11",
                  new Booking("CANCELLED", UP))));
      machines.put(rm, new HashMap<>(Map.of("b9", new OnMachine(PROLONGED.end(), 2))));
    }
  }

  private List<String> violations() {
    return Audit.of(calls, books());
  }

  private Books books() {
    return new Books(
        NINE.minusSeconds(60),
        acceptors,
        open,
        bookings,
        prepared,
        unfinished,
        held,
        crooked,
        machines);
  }

  private Map<String, Booking> at(String rm) {
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
    held.put("rm-2", 2);
    assertThat(violations())
        .containsExactly("make.1 (MAKE b1) is ABORTED at rm-2 and should be COMMITTED");
  }

  @Test
  void noBookingIsMovedByHalves() {
    at("rm-2").put("b6", new Booking("COMMITTED", FIRST));
    assertThat(violations())
        .containsExactly(
            "make.6 (MAKE b6) is "
                + "2 nodes from 2026-12-01T21:00:00Z to 2026-12-01T21:30:00Z at rm-2 and should be "
                + "3 nodes from 2026-12-01T22:00:00Z to 2026-12-01T22:30:00Z");
  }

  @Test
  void whatHasBegunIsUpAndWhatWasGivenUpIsNot() {
    at("rm-1").put("b9", new Booking("COMMITTED", PROLONGED));
    machines.put("rm-1", Map.of());
    at("rm-2").put("b11", new Booking("ACTIVE", UP));
    held.put("rm-2", 4);
    assertThat(violations())
        .containsExactly(
            "make.9 (MAKE b9) is COMMITTED at rm-1 and should be ACTIVE",
            "make.11 (MAKE b11) is ACTIVE at rm-2 and should be CANCELLED",
            "make.11 (MAKE b11) has nothing on the machine of rm-2 and should have"
                + " 1 nodes until 2026-12-01T21:00:00Z");
  }

  @Test
  void whatIsUpIsOnTheMachineAsItIsBooked() {
    machines.put("rm-2", Map.of("b9", new OnMachine(UP.end(), 1)));
    assertThat(violations())
        .containsExactly(
            "make.9 (MAKE b9) has 1 nodes until 2026-12-01T21:00:00Z on the machine of rm-2"
                + " and should have 2 nodes until 2026-12-01T21:30:00Z");
  }

  @Test
  void nothingIsLeftOnTheMachineOfWhatWasGivenUp() {
    machines.put(
        "rm-1", Map.of("b9", new OnMachine(PROLONGED.end(), 2), "b11", new OnMachine(UP.end(), 1)));
    assertThat(violations())
        .containsExactly(
            "make.11 (MAKE b11) has 1 nodes until 2026-12-01T21:00:00Z on the machine of rm-1"
                + " and should have nothing");
  }

  @Test
  void nothingIsKeptOtherwiseThanItIsBooked() {
    crooked.put("rm-1", 4);
    assertThat(violations()).containsExactly("rm-1 keeps 4 nodes otherwise than they are booked");
  }

  @Test
  void nothingRefusedIsHeld() {
    at("rm-1").put("b2", new Booking("HELD", FIRST));
    held.put("rm-1", 4);
    assertThat(violations())
        .containsExactly(
            "make.2 (MAKE b2) is HELD at rm-1 and should be ABORTED",
            "rm-1 keeps nodes for 4 bookings, and has 3");
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
            "make.5 (MAKE b5) is still undecided at [a1]",
            "rm-1 has not carried out 1 transactions");
  }

  /**
   * Every acceptor hears in the end what another has decided; one that never took part need not.
   */
  @Test
  void nobodyIsLeftUndecidedWhereOthersAreNot() {
    says("a1").put("make.2", Outcome.UNDECIDED);
    assertThat(violations()).containsExactly("make.2 (MAKE b2) is still undecided at [a1]");
    says("a1").put("make.2", Outcome.UNKNOWN);
    assertThat(violations()).isEmpty();
  }

  @Test
  void nobodyHasWhatNobodyAskedFor() {
    at("rm-1").put("b99", new Booking("COMMITTED", FIRST));
    held.put("rm-1", 4);
    assertThat(violations()).containsExactly("rm-1 has b99, which nobody asked for");
  }

  /** As harc list shows it: undecided, or somebody has yet to hear or to acknowledge it. */
  @Test
  void everyAcceptorHasNothingOpenInTheEnd() {
    open.put("a2", Set.of("make.1"));
    assertThat(violations()).containsExactly("a2 has not done with [make.1]");
  }

  /** All is in order where nothing is ever booked; but nothing has been shown then. */
  @Test
  void aDayOnWhichHardlyAnythingIsCommittedIsNoGoodDay() {
    var refused = day(calls, 270, Outcome.ABORT);
    assertThat(Audit.of(refused, books())).as("9 of 270").isEmpty();
    assertThat(Audit.of(day(refused, 271, Outcome.ABORT), books()))
        .containsExactly("only 9 of 271 transactions were committed, fewer than one in 30");
  }

  /** What befalls somebody on a short day may be most of it. */
  @Test
  void ofALongDayMoreIsAskedThanOfAShortOne() {
    var some = day(calls, 65, Outcome.COMMIT);
    assertThat(Audit.of(day(some, 499, Outcome.ABORT), books())).as("62 of 499").isEmpty();
    assertThat(Audit.of(day(some, 500, Outcome.ABORT), books()))
        .containsExactly("only 62 of 500 transactions were committed, fewer than one in 8");
    var more = day(some, 66, Outcome.COMMIT);
    assertThat(Audit.of(day(more, 500, Outcome.ABORT), books())).as("63 of 500").isEmpty();
  }

  /** So many calls, all that are new with the same end. */
  private List<Call> day(List<Call> before, int count, Outcome end) {
    var all = new ArrayList<>(before);
    for (var n = before.size() + 1; n <= count; n++) {
      var ident = "b" + n;
      all.add(new Call("make." + n, ident, Kind.MAKE, FIRST, BOTH, List.of(end)));
      says("a1").put("make." + n, end);
      if (end == Outcome.COMMIT) {
        BOTH.forEach(rm -> at(rm).put(ident, new Booking("COMMITTED", FIRST)));
        held.replaceAll((rm, nodes) -> nodes + 1);
      }
    }
    return all;
  }
}

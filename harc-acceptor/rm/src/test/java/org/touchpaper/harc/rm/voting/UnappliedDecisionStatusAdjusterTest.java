package org.touchpaper.harc.rm.voting;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.TestRequests;

class UnappliedDecisionStatusAdjusterTest {
  private static final TransactionRecord RECORD =
      new TransactionRecord(
          new TransactionId("t.1"),
          List.of("rm-newton"),
          List.of("a1"),
          "digest",
          Instant.parse("2026-12-01T20:00:00Z"),
          1);

  /** A changed booking is only reported as decided until the scheduler has applied the change. */
  @ParameterizedTest
  @CsvSource({
    "make,   COMMIT, HELD,      COMMITTED, false",
    "make,   ABORT,  HELD,      ABORTED,   false",
    "make,   COMMIT, ACTIVE,    ACTIVE,    false",
    "modify, COMMIT, ACTIVE,    COMMITTED, true",
    "modify, COMMIT, ENDED,     COMMITTED, true",
    "modify, COMMIT, COMMITTED, COMMITTED, true",
    "modify, COMMIT, FAILED,    FAILED,    false",
    "modify, ABORT,  ACTIVE,    ACTIVE,    false",
    "cancel, COMMIT, ACTIVE,    CANCELLED, true",
    "cancel, COMMIT, COMMITTED, CANCELLED, true",
    "cancel, COMMIT, ENDED,     ENDED,     false",
    "cancel, COMMIT, FAILED,    FAILED,    false",
    "cancel, ABORT,  ACTIVE,    ACTIVE,    false",
  })
  void aDecisionIsReportedAsDecidedNotAsApplied(
      String kind,
      Decision decision,
      ActionStatusDetails.State is,
      ActionStatusDetails.State told,
      boolean saysSo) {
    var action = action(kind);
    var part = status(is);
    var answer =
        UnappliedDecisionStatusAdjuster.adjust(
                decided(decision, false), List.of(action), List.of(part))
            .getFirst();
    assertThat(answer.state()).isEqualTo(told);
    assertThat(answer.problem() != null).isEqualTo(saysSo);
    assertThat(answer.released())
        .isEqualTo(part.released() && told == ActionStatusDetails.State.ENDED);
    assertThat(
            UnappliedDecisionStatusAdjuster.adjust(
                decided(decision, true), List.of(action), List.of(part)))
        .as("once it is applied")
        .containsExactly(part);
  }

  /**
   * The client may know a decision that has not arrived here: a changed booking is reported as
   * held, never as ended and released as it was before.
   */
  @ParameterizedTest
  @CsvSource({
    "make,   HELD,      HELD",
    "modify, COMMITTED, HELD",
    "modify, ACTIVE,    HELD",
    "modify, ENDED,     HELD",
    "modify, FAILED,    FAILED",
    "cancel, COMMITTED, HELD",
    "cancel, ACTIVE,    HELD",
    "cancel, ENDED,     HELD",
    "cancel, FAILED,    FAILED",
  })
  void aBookingWithAnUndecidedChangeIsReportedAsHeld(
      String kind, ActionStatusDetails.State is, ActionStatusDetails.State told) {
    for (var undecided : List.of(voted(null), voted(Vote.prepared("")))) {
      var answer =
          UnappliedDecisionStatusAdjuster.adjust(
                  undecided, List.of(action(kind)), List.of(status(is)))
              .getFirst();
      assertThat(answer.state()).isEqualTo(told);
      assertThat(answer.released()).isFalse();
    }
  }

  private static ResourceManagerState voted(@Nullable Vote vote) {
    return new ResourceManagerState(RECORD, null, null, "a1", vote, null, null, false);
  }

  private static BookingAction action(String kind) {
    return switch (kind) {
      case "make" -> TestRequests.nodes("run", 1, TestRequests.minutes(0, 60));
      case "modify" -> new BookingAction.Modify("run", TestRequests.minutes(0, 90), null);
      default -> new BookingAction.Cancel("run");
    };
  }

  private static ActionStatusDetails status(ActionStatusDetails.State state) {
    return new ActionStatusDetails(
        "run", state, "n1", List.of("n1"), null, state == ActionStatusDetails.State.ENDED);
  }

  private static ResourceManagerState decided(Decision decision, boolean carriedOut) {
    return new ResourceManagerState(
        RECORD, null, null, "a1", Vote.prepared(""), decision, RECORD.voteBy(), carriedOut);
  }
}

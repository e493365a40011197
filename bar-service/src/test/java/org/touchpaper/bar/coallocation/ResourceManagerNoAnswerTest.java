package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.bar.coallocation.TestBooking.COMMIT;
import static org.touchpaper.bar.coallocation.TestBooking.COMPUTE_ID;
import static org.touchpaper.bar.coallocation.TestBooking.CREATED_AT;
import static org.touchpaper.bar.coallocation.TestBooking.END;
import static org.touchpaper.bar.coallocation.TestBooking.LIGHTPATH_ID;
import static org.touchpaper.bar.coallocation.TestBooking.START;
import static org.touchpaper.bar.coallocation.TestBooking.computeStatus;
import static org.touchpaper.bar.coallocation.TestBooking.reported;
import static org.touchpaper.bar.coallocation.TestBooking.request;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.reservation.BookingPhase;

/** A resource manager that does not answer is a problem of its parts and changes no state. */
class ResourceManagerNoAnswerTest {

  private static final CommitProtocolPort.NoAnswer NO_ANSWER =
      new CommitProtocolPort.NoAnswer("rm-newton does not answer: connection refused");

  private final CoAllocation booking = TestBooking.undecided();

  @BeforeEach
  void book() {
    booking.applyResult(COMMIT, CREATED_AT);
  }

  @Test
  void anUnresponsiveResourceManagerIsNamedFromTheStartUntilItAnswers() {
    assertThat(booking.applyReports(Map.of(COMPUTE_ID, NO_ANSWER), START.minusMillis(1))).isFalse();
    assertThat(booking.problem()).as("no report is due yet").isEmpty();

    assertThat(
            booking.applyReports(
                Map.of(LIGHTPATH_ID, reported(BookingPhase.ACTIVE, null), COMPUTE_ID, NO_ANSWER),
                START))
        .isTrue();
    assertThat(booking.problem()).contains(NO_ANSWER.reason());
    assertThat(computeStatus(booking).problemDescription()).contains(NO_ANSWER.reason());
    assertThat(booking.parts().getFirst().status().problemDescription()).isEmpty();
    assertThat(booking.state()).isEqualTo(BookingPhase.COMMITTED);

    assertThat(
            booking.applyReports(
                Map.of(COMPUTE_ID, reported(BookingPhase.ACTIVE, null)), START.plusSeconds(1)))
        .isTrue();
    assertThat(booking.problem()).isEmpty();
    assertThat(booking.state()).isEqualTo(BookingPhase.ACTIVE);
  }

  /** The reason may differ each time; the last one is shown. */
  @Test
  void aMissingReplyIsOneChangeAndPollingBacksOff() {
    booking.applyReports(Map.of(COMPUTE_ID, NO_ANSWER), START);
    var again = new CommitProtocolPort.NoAnswer("rm-newton does not answer: 3 s were not enough");
    for (var report : new CommitProtocolPort.NoAnswer[] {NO_ANSWER, again, NO_ANSWER, again}) {
      assertThat(booking.applyReports(Map.of(COMPUTE_ID, report), START.plusSeconds(1))).isFalse();
      assertThat(booking.problem()).contains(report.reason());
    }
    for (var check = 0; check < 400; check++) {
      booking.applyReports(Map.of(COMPUTE_ID, NO_ANSWER), START.plusSeconds(2));
    }
    assertThat(booking.dueAt()).contains(START.plusSeconds(2).plus(Duration.ofSeconds(15)));
  }

  @ParameterizedTest
  @EnumSource(names = {"COMMITTED", "ACTIVE", "ENDED", "FAILED", "CANCELLED"})
  void aMissingReplyChangesNoState(BookingPhase state) {
    var held = new CommitProtocolPort.ReportedState(state, null, false);
    booking.applyReports(Map.of(LIGHTPATH_ID, held, COMPUTE_ID, held), START);
    var before = booking.state();
    booking.applyReports(
        Map.of(LIGHTPATH_ID, NO_ANSWER, COMPUTE_ID, NO_ANSWER), START.plusSeconds(1));
    assertThat(booking.state()).isEqualTo(before);
    assertThat(booking.parts()).allMatch(part -> part.status().state() == state);
    assertThat(booking.problem()).contains(NO_ANSWER.reason());
  }

  /** The last reported problem takes precedence over a missing reply. */
  @Test
  void anEarlierProblemIsShownUntilItIsReportedAsOver() {
    booking.applyReports(
        Map.of(COMPUTE_ID, reported(BookingPhase.COMMITTED, "Slurm does not answer")), START);
    booking.applyReports(Map.of(COMPUTE_ID, NO_ANSWER), START.plusSeconds(1));
    assertThat(booking.problem()).contains("Slurm does not answer");
    booking.applyReports(
        Map.of(COMPUTE_ID, reported(BookingPhase.COMMITTED, null)), START.plusSeconds(2));
    assertThat(booking.problem()).isEmpty();
  }

  /** As one that has not received the decision. */
  @Test
  void anUnchangedReplyCountsAsAReply() {
    booking.applyReports(
        Map.of(COMPUTE_ID, reported(BookingPhase.COMMITTED, "Slurm does not answer")), START);
    booking.applyReports(Map.of(LIGHTPATH_ID, NO_ANSWER, COMPUTE_ID, NO_ANSWER), START);
    assertThat(
            booking.applyReports(
                Map.of(
                    LIGHTPATH_ID,
                    new CommitProtocolPort.Unchanged(),
                    COMPUTE_ID,
                    new CommitProtocolPort.Unchanged()),
                START))
        .isTrue();
    assertThat(booking.parts().getFirst().status().problemDescription()).isEmpty();
    assertThat(booking.problem()).contains("Slurm does not answer");
  }

  @Test
  void aFailureReasonIsNotAnotherPartsMissingReply() {
    booking.applyReports(
        Map.of(LIGHTPATH_ID, NO_ANSWER, COMPUTE_ID, reported(BookingPhase.FAILED, "removed")),
        START);
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
    assertThat(booking.reason()).contains("removed");
    booking.applyReports(Map.of(COMPUTE_ID, NO_ANSWER), START.plusSeconds(1));
    assertThat(computeStatus(booking).problemDescription()).contains("removed");
  }

  /** Whether the part is released is not known. */
  @Test
  void afterTheEndAMissingReplyIsShownUntilTheRelease() {
    booking.cancel(request(2), START);
    booking.applyResult(COMMIT, START);
    booking.applyReports(
        Map.of(
            LIGHTPATH_ID,
            new CommitProtocolPort.ReportedState(BookingPhase.CANCELLED, null, true),
            COMPUTE_ID,
            NO_ANSWER),
        END);
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
    assertThat(booking.problem()).contains(NO_ANSWER.reason());
    booking.applyReports(
        Map.of(
            COMPUTE_ID, new CommitProtocolPort.ReportedState(BookingPhase.CANCELLED, null, true)),
        END);
    assertThat(booking.problem()).isEmpty();
    assertThat(booking.isReleased()).isTrue();
  }

  /** All parts are released and polling stops, so the problem would be shown forever. */
  @Test
  void aReleasedPartShowsNoMissingReply() {
    var released = new CommitProtocolPort.ReportedState(BookingPhase.ENDED, null, true);
    booking.applyReports(Map.of(COMPUTE_ID, released), END);
    booking.applyReports(Map.of(LIGHTPATH_ID, released, COMPUTE_ID, NO_ANSWER), END);
    assertThat(booking.isReleased()).isTrue();
    assertThat(booking.problem()).isEmpty();
    booking.applyReports(
        Map.of(COMPUTE_ID, new CommitProtocolPort.TransactionForgotten("forgotten by right")), END);
    assertThat(booking.problem()).isEmpty();
  }
}

package org.touchpaper.bar.coallocation.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a part is known to run, from order to order and from report to report. */
class PartRunTest {

  private static final JobSpec PORE = spec("pore");
  private static final PartRun ORDERED = PartRun.ordered(LaunchOrStopOrder.launch(PORE), 1);

  private static JobSpec spec(String application) {
    return new JobSpec(application, List.of("steps=5000"), Map.of(), null, null, "vis.ucl");
  }

  private static JobStatus status(JobState state, int number) {
    return new JobStatus(
        state,
        number,
        "17",
        List.of("newton001"),
        8901,
        "imd",
        Instant.EPOCH,
        null,
        null,
        List.of());
  }

  private static PartRun after(
      @Nullable PartRun existing, LaunchOrStopOrder order, int transactionNo) {
    var planned = PartRun.reordered(existing, PartRun.ordered(order, transactionNo));
    return Objects.requireNonNull(PartRun.committed(existing, planned));
  }

  @Test
  void whatIsOrderedIsNewUntilItIsReported() {
    assertThat(ORDERED.state()).isEqualTo(JobState.NEW);
    assertThat(ORDERED.isUnderWay(PORE)).isTrue();
    var active = ORDERED.reported(status(JobState.ACTIVE, 1));
    assertThat(active.state()).isEqualTo(JobState.ACTIVE);
    assertThat(active.describe()).isEqualTo("run 1 of pore is active (job 17 on newton001)");
  }

  /** After a launch the resource manager may still report the one before. */
  @Test
  void aReportAboutAnEarlierLaunchIsIgnored() {
    var completed = ORDERED.reported(status(JobState.COMPLETED, 1));
    var again = after(completed, LaunchOrStopOrder.launch(PORE), 2);
    assertThat(again.state()).isEqualTo(JobState.NEW);
    assertThat(again.reported(status(JobState.COMPLETED, 1)).state()).isEqualTo(JobState.NEW);
    assertThat(again.reported(status(JobState.QUEUED, 2)).state()).isEqualTo(JobState.QUEUED);
  }

  @Test
  void aStoppedRunKeepsItsStatusUntilItIsReportedCanceled() {
    var active = ORDERED.reported(status(JobState.ACTIVE, 1));
    var stopped = after(active, LaunchOrStopOrder.stop(PORE), 2);
    assertThat(stopped.state()).isEqualTo(JobState.ACTIVE);
    assertThat(stopped.isStoppedOrFinished()).isTrue();
    assertThat(stopped.isUnderWay(PORE)).isFalse();
    assertThat(stopped.reported(status(JobState.CANCELED, 1)).isFinished()).isTrue();
  }

  /** The plan was made before the last report. */
  @Test
  void whatIsReportedWhileAChangeIsDecidedIsKept() {
    var planned = PartRun.reordered(ORDERED, PartRun.ordered(LaunchOrStopOrder.stop(PORE), 2));
    var active = ORDERED.reported(status(JobState.ACTIVE, 1));
    assertThat(Objects.requireNonNull(PartRun.committed(active, planned)).state())
        .isEqualTo(JobState.ACTIVE);
    assertThat(PartRun.committed(active, ORDERED)).isEqualTo(active);
  }

  @Test
  void anotherApplicationReplacesWhatHasEnded() {
    var failed = ORDERED.reported(status(JobState.FAILED, 3));
    var other = after(failed, LaunchOrStopOrder.launch(spec("md")), 2);
    assertThat(other.spec().application()).isEqualTo("md");
    assertThat(other.after()).isEqualTo(3);
    assertThat(other.isOrderedAfter(failed)).isTrue();
    assertThat(failed.isOrderedAfter(failed)).isFalse();
  }
}

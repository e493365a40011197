package org.touchpaper.bar.coallocation.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The run of a part: what was ordered last, and what its resource manager reports about it.
 *
 * @param transactionNo the number of the transaction that ordered it to be launched or stopped
 * @param after the number of the launch before it; 0 if there was none. What is reported about that
 *     one is ignored
 * @param stopped whether it was ordered to stop
 * @param status null until it is reported
 */
public record PartRun(
    JobSpec spec, int transactionNo, int after, boolean stopped, @Nullable JobStatus status) {

  /** The first run of a part. */
  public static PartRun ordered(LaunchOrStopOrder order, int transactionNo) {
    return new PartRun(order.spec(), transactionNo, 0, order.stop(), null);
  }

  /** Returns the run after an order that a part with this run gets. */
  public static @Nullable PartRun reordered(@Nullable PartRun existing, @Nullable PartRun order) {
    if (order == null || existing == null) {
      return order == null ? existing : order;
    }
    return order.stopped
        ? existing.stoppedBy(order.transactionNo)
        : new PartRun(order.spec, order.transactionNo, existing.lastNumber(), false, null);
  }

  private PartRun stoppedBy(int number) {
    return new PartRun(spec, number, after, true, status);
  }

  /**
   * Returns the run after the order is committed: with what was reported meanwhile, if the same
   * launch is meant.
   */
  public static @Nullable PartRun committed(@Nullable PartRun existing, @Nullable PartRun order) {
    return order != null
            && existing != null
            && order.after == existing.after
            && order.spec.equals(existing.spec)
        ? order.withStatus(existing.status)
        : order;
  }

  private PartRun withStatus(@Nullable JobStatus newStatus) {
    return new PartRun(spec, transactionNo, after, stopped, newStatus);
  }

  /** Returns it with a report, unless that is about an earlier launch. */
  public PartRun reported(JobStatus report) {
    return report.number() > after ? withStatus(report) : this;
  }

  /** Returns the same order in another transaction, nothing reported. */
  public PartRun renewed(int newTransactionNo) {
    return new PartRun(spec, newTransactionNo, after, stopped, null);
  }

  /** Returns true if this was ordered after that. */
  public boolean isOrderedAfter(@Nullable PartRun earlier) {
    return earlier == null || earlier.transactionNo != transactionNo;
  }

  /** Returns the state; NEW until it is reported. */
  public JobState state() {
    return status == null ? JobState.NEW : status.state();
  }

  @JsonIgnore
  public boolean isFinished() {
    return state().isFinal();
  }

  /** Returns true if that is ordered or runs now, so that another order for it has no effect. */
  public boolean isUnderWay(JobSpec wanted) {
    return !stopped && !isFinished() && spec.equals(wanted);
  }

  @JsonIgnore
  public boolean isStoppedOrFinished() {
    return stopped || isFinished();
  }

  private int lastNumber() {
    return Optional.ofNullable(status).map(JobStatus::number).orElse(after);
  }

  /**
   * Describes it for the history, such as {@code run 1 of pore is active (job 17 on newton001)}.
   */
  public String describe() {
    var text = "run %d of %s is %s".formatted(lastNumber(), spec.application(), state().text());
    if (status == null) {
      return text;
    }
    var details =
        (status.jobId() == null ? "" : "job " + status.jobId())
            + (status.nodes().isEmpty() ? "" : " on " + String.join(", ", status.nodes()));
    return text
        + (details.isBlank() ? "" : " (" + details.strip() + ")")
        + (status.message() == null ? "" : ": " + status.message());
  }
}

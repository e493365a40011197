package org.touchpaper.harc.verification.availability;

import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of one or several simulations. Outages are measured by transactions: one begins with
 * the first transaction that is not decided and ends with the next that is.
 *
 * @param seconds simulated time
 * @param changes number of failures and repairs
 * @param commits number of committed transactions
 * @param aborts number of aborted transactions
 * @param outages number of outages that began
 * @param outageSeconds total duration of outages
 * @param timesBetweenOutages from the start of one outage to the start of the next
 * @param outageDurations of complete outages
 * @param unexpectedOutcomes number of transactions whose outcome the quorum does not explain
 * @param firstFailure the first unexpected outcome or violated invariant; null if there was none
 */
public record AvailabilityResult(
    double seconds,
    long changes,
    long commits,
    long aborts,
    long outages,
    double outageSeconds,
    DurationStatistics timesBetweenOutages,
    DurationStatistics outageDurations,
    long unexpectedOutcomes,
    @Nullable Failure firstFailure) {
  public static final AvailabilityResult EMPTY =
      new AvailabilityResult(
          0, 0, 0, 0, 0, 0, DurationStatistics.EMPTY, DurationStatistics.EMPTY, 0, null);

  /** Fewer outages give no useful interval. */
  private static final int MIN_OUTAGES = 30;

  /**
   * A failure.
   *
   * @param seed of the simulation
   * @param number of the transaction in it
   * @param message what is wrong
   * @param trace all events of the transaction, one per line
   */
  public record Failure(long seed, long number, String message, String trace) {}

  public AvailabilityResult plus(AvailabilityResult other) {
    return new AvailabilityResult(
        seconds + other.seconds,
        changes + other.changes,
        commits + other.commits,
        aborts + other.aborts,
        outages + other.outages,
        outageSeconds + other.outageSeconds,
        timesBetweenOutages.plus(other.timesBetweenOutages),
        outageDurations.plus(other.outageDurations),
        unexpectedOutcomes + other.unexpectedOutcomes,
        Stream.of(this, other)
            .flatMap(result -> Stream.ofNullable(result.firstFailure))
            .min(Comparator.comparingLong(Failure::seed))
            .orElse(null));
  }

  /** Infinite if there was no outage. */
  public double secondsBetweenOutages() {
    return seconds / outages;
  }

  public ConfidenceInterval timeBetweenOutagesInterval() {
    return ConfidenceInterval.forMeanTime(seconds, outages, timesBetweenOutages.dispersion());
  }

  public double unavailability() {
    return outageSeconds / seconds;
  }

  /** Null if there were too few outages. */
  public @Nullable ConfidenceInterval unavailabilityInterval() {
    return outages < MIN_OUTAGES
        ? null
        : ConfidenceInterval.forShare(
            unavailability(),
            (timesBetweenOutages.dispersion() + outageDurations.dispersion()) / outages);
  }

  /** True if nothing failed and the measurements agree with the model. */
  public boolean agreesWith(BirthDeathAvailabilityModel model) {
    var interval = unavailabilityInterval();
    return firstFailure == null
        && timeBetweenOutagesInterval().contains(model.secondsBetweenOutages())
        && (interval == null || interval.contains(model.unavailability()));
  }
}

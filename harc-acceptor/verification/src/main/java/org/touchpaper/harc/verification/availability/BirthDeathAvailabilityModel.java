package org.touchpaper.harc.verification.availability;

import java.time.Duration;

/**
 * Acceptors that fail and are repaired independently, with exponentially distributed times, as a
 * birth-death process without any protocol. Every state with fewer than a quorum up is an outage.
 *
 * @param acceptors the number of acceptors
 * @param quorum how many must be up
 * @param meanUptime mean time to failure of one acceptor
 * @param meanDowntime mean time to repair
 */
public record BirthDeathAvailabilityModel(
    int acceptors, int quorum, Duration meanUptime, Duration meanDowntime) {

  public BirthDeathAvailabilityModel {
    if (acceptors < 1 || acceptors % 2 == 0) {
      throw new IllegalArgumentException("the number of acceptors must be odd, not " + acceptors);
    }
    if (quorum < 1
        || quorum > acceptors
        || !meanUptime.isPositive()
        || !meanDowntime.isPositive()) {
      throw new IllegalArgumentException(
          "quorum must be 1 to " + acceptors + ", and the mean times positive");
    }
  }

  /** A set of acceptors of which a majority must be up. */
  public static BirthDeathAvailabilityModel of(
      int acceptors, Duration meanUptime, Duration meanDowntime) {
    return new BirthDeathAvailabilityModel(acceptors, acceptors / 2 + 1, meanUptime, meanDowntime);
  }

  /** Mean seconds from the start of one outage to the start of the next, in the long run. */
  public double secondsBetweenOutages() {
    var maxDown = acceptors - quorum;
    return 1 / (probabilityOfDown(maxDown) * failureRate(maxDown));
  }

  /**
   * Mean seconds to the first outage if all acceptors are up initially: the papers' mean time to
   * failure.
   */
  public double secondsToFirstOutage() {
    var total = 0.0;
    var step = 0.0;
    for (var downCount = 0; downCount <= acceptors - quorum; downCount++) {
      step = (1 + repairRate(downCount) * step) / failureRate(downCount);
      total += step;
    }
    return total;
  }

  /** The share of time in which fewer than a quorum are up. */
  public double unavailability() {
    var sum = 0.0;
    for (var downCount = acceptors - quorum + 1; downCount <= acceptors; downCount++) {
      sum += probabilityOfDown(downCount);
    }
    return sum;
  }

  /** The mean number of failures and repairs in this time. */
  public double expectedChanges(double seconds) {
    return 2.0 * acceptors * seconds / (seconds(meanUptime) + seconds(meanDowntime));
  }

  /** The rate of failures per second while this many are down. */
  double failureRate(int alreadyDown) {
    return (acceptors - alreadyDown) / seconds(meanUptime);
  }

  /** The rate of repairs per second while this many are down. */
  double repairRate(int alreadyDown) {
    return alreadyDown / seconds(meanDowntime);
  }

  /** The probability that an acceptor is down. */
  double downProbability() {
    return seconds(meanDowntime) / (seconds(meanUptime) + seconds(meanDowntime));
  }

  private double probabilityOfDown(int count) {
    var combinations = 1.0;
    for (var i = 1; i <= count; i++) {
      combinations *= (acceptors - count + i) / (double) i;
    }
    return combinations
        * Math.pow(downProbability(), count)
        * Math.pow(1 - downProbability(), acceptors - count);
  }

  static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }
}

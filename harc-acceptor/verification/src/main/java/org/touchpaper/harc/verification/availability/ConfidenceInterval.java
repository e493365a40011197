package org.touchpaper.harc.verification.availability;

/**
 * A confidence interval: the true value lies outside in one of {@value #ONE_IN} runs. It is that
 * wide because a benchmark checks eight of them and must rarely raise a false alarm.
 *
 * @param low the lower bound
 * @param high the upper bound; infinite if nothing was observed
 */
public record ConfidenceInterval(double low, double high) {
  public static final int ONE_IN = 1000;

  /** The quantile of the normal distribution for {@link #ONE_IN}. */
  private static final double QUANTILE = 3.290527;

  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /**
   * The interval of the mean time between events, from their count: Garwood's interval with Wilson
   * and Hilferty's approximation, wider if the events are clustered.
   */
  static ConfidenceInterval forMeanTime(double seconds, long count, double dispersion) {
    var quantile = QUANTILE * Math.sqrt(dispersion);
    return new ConfidenceInterval(
        seconds / ((count + 1) * cubed(1 - 1 / (9.0 * (count + 1)) + quantile / root(count + 1))),
        count == 0
            ? Double.POSITIVE_INFINITY
            : seconds / (count * cubed(1 - 1 / (9.0 * count) - quantile / root(count))));
  }

  /** The interval of a share of time whose logarithm is roughly normal with this variance. */
  static ConfidenceInterval forShare(double share, double variance) {
    var factor = Math.exp(QUANTILE * Math.sqrt(variance));
    return new ConfidenceInterval(share / factor, share * factor);
  }

  private static double root(long count) {
    return 3 * Math.sqrt((double) count);
  }

  private static double cubed(double root) {
    return Math.pow(Math.max(0, root), 3);
  }
}

package org.touchpaper.harc.proof;

/**
 * What a simulation leaves possible: the true value lies outside in one of {@value #ONE_IN} runs.
 * So wide, because a bench that looks at eight of them must not often cry wolf.
 *
 * @param low the least
 * @param high the most; infinite if nothing was ever seen
 */
public record Interval(double low, double high) {
  public static final int ONE_IN = 1000;

  /** Quantile of the normal distribution for that. */
  private static final double QUANTILE = 3.290527;

  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /**
   * The mean time between things of which so many were counted: Garwood's interval for the count,
   * with Wilson and Hilferty's approximation, wider if they come in clusters.
   */
  static Interval between(double seconds, long count, double dispersion) {
    var quantile = QUANTILE * Math.sqrt(dispersion);
    return new Interval(
        seconds / ((count + 1) * cubed(1 - 1 / (9.0 * (count + 1)) + quantile / root(count + 1))),
        count == 0
            ? Double.POSITIVE_INFINITY
            : seconds / (count * cubed(1 - 1 / (9.0 * count) - quantile / root(count))));
  }

  /** A share of time, of which the logarithm is about normal with this variance. */
  static Interval around(double share, double variance) {
    var factor = Math.exp(QUANTILE * Math.sqrt(variance));
    return new Interval(share / factor, share * factor);
  }

  private static double root(long count) {
    return 3 * Math.sqrt((double) count);
  }

  private static double cubed(double root) {
    return Math.pow(Math.max(0, root), 3);
  }
}

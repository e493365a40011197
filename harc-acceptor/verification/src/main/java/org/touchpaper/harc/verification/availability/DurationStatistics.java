package org.touchpaper.harc.verification.availability;

/**
 * Statistics of measured durations, in seconds.
 *
 * @param count the number of durations
 * @param sum their sum
 * @param squares the sum of their squares
 */
public record DurationStatistics(long count, double sum, double squares) {
  static final DurationStatistics EMPTY = new DurationStatistics(0, 0, 0);

  DurationStatistics withDuration(double seconds) {
    return new DurationStatistics(count + 1, sum + seconds, squares + seconds * seconds);
  }

  DurationStatistics plus(DurationStatistics other) {
    return new DurationStatistics(count + other.count, sum + other.sum, squares + other.squares);
  }

  /**
   * The variance divided by the squared mean: 1 for exponential durations; never reported as less.
   */
  double dispersion() {
    return count < 2 ? 1 : Math.max(1, squares * count / (sum * sum) - 1);
  }
}

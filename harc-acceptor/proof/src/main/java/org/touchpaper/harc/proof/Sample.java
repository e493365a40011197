package org.touchpaper.harc.proof;

/**
 * Lengths of time that were measured, in seconds.
 *
 * @param count how many
 * @param sum of all
 * @param squares the sum of their squares
 */
public record Sample(long count, double sum, double squares) {
  static final Sample NOTHING = new Sample(0, 0, 0);

  Sample with(double seconds) {
    return new Sample(count + 1, sum + seconds, squares + seconds * seconds);
  }

  Sample plus(Sample other) {
    return new Sample(count + other.count, sum + other.sum, squares + other.squares);
  }

  /** The variance as a share of the mean's square: 1 if exponential; never taken for less. */
  double dispersion() {
    return count < 2 ? 1 : Math.max(1, squares * count / (sum * sum) - 1);
  }
}

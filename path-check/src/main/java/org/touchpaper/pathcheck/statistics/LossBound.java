package org.touchpaper.pathcheck.statistics;

/** How much loss a sample rules out. */
public final class LossBound {

  /** Steps of bisection: more than a double has bits. */
  private static final int STEPS = 60;

  private LossBound() {}

  /**
   * Returns the least probability of loss that is ruled out: the upper end of Clopper and Pearson's
   * one-sided interval (Biometrika 26, 1934). Without loss and at 95 % it is about 3/n, the rule of
   * three (Hanley and Lippman-Hand, JAMA 249, 1983). It assumes that packets are lost independently
   * of one another; where losses come in bursts, less is ruled out.
   *
   * @param sent at least 1
   * @param lost 0 to sent
   * @param confidence between 0 and 1, such as 0.95
   * @return a share of all packets, 0 to 1
   */
  public static double above(int sent, int lost, double confidence) {
    if (sent < 1 || lost < 0 || lost > sent || confidence <= 0 || confidence >= 1) {
      throw new IllegalArgumentException(
          "no bound for %d lost of %d at %s".formatted(lost, sent, confidence));
    }
    if (lost == sent) {
      return 1;
    }
    var low = (double) lost / sent;
    var high = 1.0;
    for (var step = 0; step < STEPS; step++) {
      var middle = (low + high) / 2;
      if (atMost(lost, sent, middle) > 1 - confidence) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** The probability that at most so many of n packets are lost; summed from the largest term. */
  private static double atMost(int lost, int sent, double probability) {
    if (probability >= 1) {
      return 0;
    }
    var logTerm = sent * Math.log1p(-probability);
    var odds = Math.log(probability) - Math.log1p(-probability);
    var logTerms = new double[lost + 1];
    for (var i = 0; i <= lost; i++) {
      logTerms[i] = logTerm;
      logTerm += Math.log(sent - i) - Math.log(i + 1) + odds;
    }
    var sum = 0.0;
    for (var term : logTerms) {
      sum += Math.exp(term);
    }
    return sum;
  }
}

package org.touchpaper.harc.proof;

import java.time.Duration;

/**
 * Acceptors that fail and are repaired independently of each other, after exponential times, and
 * what follows from that without any protocol: a birth and death process of which every state with
 * fewer than a quorum up is an outage.
 *
 * @param acceptors how many there are
 * @param quorum how many must be up
 * @param up how long one works, on average
 * @param down how long its repair takes, on average
 */
public record Fleet(int acceptors, int quorum, Duration up, Duration down) {

  public Fleet {
    if (acceptors < 1 || acceptors % 2 == 0) {
      throw new IllegalArgumentException("acceptors come in odd numbers, not " + acceptors);
    }
    if (quorum < 1 || quorum > acceptors || !up.isPositive() || !down.isPositive()) {
      throw new IllegalArgumentException("some are needed, and up and down are more than nothing");
    }
  }

  /** So many acceptors, of which a majority must be up. */
  public static Fleet of(int acceptors, Duration up, Duration down) {
    return new Fleet(acceptors, acceptors / 2 + 1, up, down);
  }

  /** Seconds from one outage's begin to the next one's, in the long run. */
  public double secondsBetweenOutages() {
    var lastUp = acceptors - quorum;
    return 1 / (chanceOfDown(lastUp) * failureRate(lastUp));
  }

  /** Seconds to the first outage when all begin together: the papers' mean time to failure. */
  public double secondsToFirstOutage() {
    var all = 0.0;
    var one = 0.0;
    for (var down = 0; down <= acceptors - quorum; down++) {
      one = (1 + repairRate(down) * one) / failureRate(down);
      all += one;
    }
    return all;
  }

  /** The share of time in which fewer than a quorum are up. */
  public double unavailability() {
    var sum = 0.0;
    for (var down = acceptors - quorum + 1; down <= acceptors; down++) {
      sum += chanceOfDown(down);
    }
    return sum;
  }

  /** How many changes there are in so many seconds, on average. */
  public double changesIn(double seconds) {
    return 2.0 * acceptors * seconds / (seconds(up) + seconds(down));
  }

  /** How often in a second one more fails, if so many are down. */
  double failureRate(int alreadyDown) {
    return (acceptors - alreadyDown) / seconds(up);
  }

  /** How often in a second one is repaired, if so many are down. */
  double repairRate(int alreadyDown) {
    return alreadyDown / seconds(down);
  }

  /** The chance that one is down. */
  double shareDown() {
    return seconds(down) / (seconds(up) + seconds(down));
  }

  private double chanceOfDown(int number) {
    var ways = 1.0;
    for (var i = 1; i <= number; i++) {
      ways *= (acceptors - number + i) / (double) i;
    }
    return ways * Math.pow(shareDown(), number) * Math.pow(1 - shareDown(), acceptors - number);
  }

  static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }
}

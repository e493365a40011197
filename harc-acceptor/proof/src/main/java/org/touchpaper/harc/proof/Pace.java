package org.touchpaper.harc.proof;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.touchpaper.harc.commit.Timing;

/** How patient the machines are compared with the network, and what else makes a kind of day. */
enum Pace {
  /** Patient enough to end once nothing fails any more. */
  PATIENT,
  /** In such a hurry that nobody waits for an answer: safety is all that can be asked for. */
  HURRIED,
  /** In a hurry, and all at once: leaders begin together, votes come last, see {@link Duel}. */
  DUELLING,
  /** As patient as they are in production; the network is sound, and every backend willing. */
  FAIR;

  Timing timing(RandomGenerator random) {
    return switch (this) {
      case PATIENT -> timing(random, 50, 300, 400);
      case HURRIED -> timing(random, 5, 30, 20);
      case DUELLING -> duelling(random);
      case FAIR -> Timing.DEFAULT;
    };
  }

  private static Timing timing(RandomGenerator random, int shortest, int spread, int stagger) {
    return new Timing(
        Duration.ofMillis(shortest + random.nextInt(spread)),
        Duration.ofMillis(300 + random.nextInt(1500)),
        Duration.ofMillis(random.nextInt(1000)),
        Duration.ofMillis(random.nextInt(200)),
        Duration.ofMillis(random.nextInt(stagger)),
        Duration.ofMillis(2L * shortest + random.nextInt(1000)));
  }

  /** With hardly any grace, so that everybody takes it up when the last votes come. */
  private static Timing duelling(RandomGenerator random) {
    return new Timing(
        Duration.ofMillis(5 + random.nextInt(15)),
        Duration.ofMillis(300 + random.nextInt(1500)),
        Duration.ofMillis(random.nextInt(30)),
        Duration.ofMillis(random.nextInt(6)),
        Duration.ofMillis(random.nextInt(20)),
        Duration.ofMillis(10 + random.nextInt(20 << random.nextInt(5))));
  }

  /** How many acceptors there are; all but a few mistakes show among three. */
  int acceptors(RandomGenerator random) {
    return this == DUELLING
        ? List.of(3, 3, 3, 5).get(random.nextInt(4))
        : List.of(1, 3, 3, 3, 5, 7).get(random.nextInt(6));
  }

  int resourceManagers(RandomGenerator random) {
    return this == DUELLING ? 1 + random.nextInt(3) / 2 : 1 + random.nextInt(3);
  }

  /** True on a day on which the transaction's id is begun with something else, too. */
  boolean hasTwins(RandomGenerator random) {
    return switch (this) {
      case PATIENT, HURRIED -> random.nextInt(8) == 0;
      case DUELLING, FAIR -> false;
    };
  }

  /** How long there is to vote, in milliseconds. */
  long timeToVote(RandomGenerator random) {
    return this == DUELLING ? 100L + random.nextInt(200) : 400 + (400L << random.nextInt(4));
  }

  /** Within how many milliseconds the clients begin. */
  int beginning() {
    return this == DUELLING ? 50 : 500;
  }

  /** How far clocks are off at most, in milliseconds. */
  int skew(RandomGenerator random) {
    return random.nextInt(4)
        * switch (this) {
          case PATIENT, FAIR -> 150;
          case HURRIED -> 400;
          case DUELLING -> 5;
        };
  }

  /** How often a message is lost. */
  double loss(RandomGenerator random) {
    return random.nextInt(4) * (this == DUELLING ? 0.02 : 0.12);
  }

  /** How long most messages take at most, in milliseconds. */
  int slowness(RandomGenerator random) {
    return this == DUELLING ? 3 << random.nextInt(4) : 20 << random.nextInt(5);
  }

  /** How long all other messages take at most, in milliseconds; none if 0. */
  int longestWay() {
    return switch (this) {
      case PATIENT, HURRIED -> 3000;
      case DUELLING -> 200;
      case FAIR -> 0;
    };
  }
}

package org.touchpaper.harc.verification.simulation;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.touchpaper.harc.protocol.ProtocolTimeouts;

/** A kind of simulation run: its timeouts compared with the network, and its faults. */
enum SimulationRunKind {
  /** Long timeouts: every transaction ends once faults stop. */
  PATIENT,
  /** Timeouts shorter than the network's delays: only safety is checked. */
  HURRIED,
  /**
   * Short timeouts and critical timing: leaders begin together and votes arrive last, see {@link
   * DuellingLeadersFaultInjector}.
   */
  DUELLING,
  /** Production timeouts; the network is reliable and every backend accepts. */
  FAIR;

  ProtocolTimeouts timeouts(RandomGenerator random) {
    return switch (this) {
      case PATIENT -> timeouts(random, 50, 300, 400);
      case HURRIED -> timeouts(random, 5, 30, 20);
      case DUELLING -> duellingTimeouts(random);
      case FAIR -> ProtocolTimeouts.DEFAULT;
    };
  }

  private static ProtocolTimeouts timeouts(
      RandomGenerator random, int shortest, int spread, int stagger) {
    return new ProtocolTimeouts(
        Duration.ofMillis(shortest + random.nextInt(spread)),
        Duration.ofMillis(300 + random.nextInt(1500)),
        Duration.ofMillis(random.nextInt(1000)),
        Duration.ofMillis(random.nextInt(200)),
        Duration.ofMillis(random.nextInt(stagger)),
        Duration.ofMillis(2L * shortest + random.nextInt(1000)));
  }

  /** Almost without grace, so that all acceptors start recovery when the last votes arrive. */
  private static ProtocolTimeouts duellingTimeouts(RandomGenerator random) {
    return new ProtocolTimeouts(
        Duration.ofMillis(5 + random.nextInt(15)),
        Duration.ofMillis(300 + random.nextInt(1500)),
        Duration.ofMillis(random.nextInt(30)),
        Duration.ofMillis(random.nextInt(6)),
        Duration.ofMillis(random.nextInt(20)),
        Duration.ofMillis(10 + random.nextInt(20 << random.nextInt(5))));
  }

  /** The number of acceptors; nearly all mistakes show with three. */
  int acceptorCount(RandomGenerator random) {
    return this == DUELLING
        ? List.of(3, 3, 3, 5).get(random.nextInt(4))
        : List.of(1, 3, 3, 3, 5, 7).get(random.nextInt(6));
  }

  int resourceManagerCount(RandomGenerator random) {
    return this == DUELLING ? 1 + random.nextInt(3) / 2 : 1 + random.nextInt(3);
  }

  /** True if another record with the same id is begun too. */
  boolean hasTwinRecord(RandomGenerator random) {
    return switch (this) {
      case PATIENT, HURRIED -> random.nextInt(8) == 0;
      case DUELLING, FAIR -> false;
    };
  }

  /** The time to vote, in milliseconds. */
  long voteMillis(RandomGenerator random) {
    return this == DUELLING ? 100L + random.nextInt(200) : 400 + (400L << random.nextInt(4));
  }

  /** The time within which clients begin, in milliseconds. */
  int maxBeginDelayMillis() {
    return this == DUELLING ? 50 : 500;
  }

  /** The largest clock error, in milliseconds. */
  int maxClockSkewMillis(RandomGenerator random) {
    return random.nextInt(4)
        * switch (this) {
          case PATIENT, FAIR -> 150;
          case HURRIED -> 400;
          case DUELLING -> 5;
        };
  }

  /** The probability that a message is lost. */
  double lossRate(RandomGenerator random) {
    return random.nextInt(4) * (this == DUELLING ? 0.02 : 0.12);
  }

  /** The largest delay of most messages, in milliseconds. */
  int typicalDelayMillis(RandomGenerator random) {
    return this == DUELLING ? 3 << random.nextInt(4) : 20 << random.nextInt(5);
  }

  /** The largest delay of all other messages, in milliseconds; 0 if there are none. */
  int maxDelayMillis() {
    return switch (this) {
      case PATIENT, HURRIED -> 3000;
      case DUELLING -> 200;
      case FAIR -> 0;
    };
  }
}

package org.touchpaper.nsap.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;

/** Random requests: ends, bandwidth and times. */
final class RandomRequests {

  /** For an even seed: circuits that begin and end at the same time. */
  private static final Duration START_GRID = Duration.ofSeconds(20);

  private final RandomGenerator random;
  private final InstantSource clock;
  private final boolean isAtOnce;
  private final boolean areAllWide;

  /**
   * Creates it.
   *
   * @param isAtOnce true if several circuits begin and end at the same time
   * @param areAllWide true if no circuit has only one or two STS-1
   */
  RandomRequests(
      RandomGenerator random, InstantSource clock, boolean isAtOnce, boolean areAllWide) {
    this.random = random;
    this.clock = clock;
    this.isAtOnce = isAtOnce;
    this.areAllWide = areAllWide;
  }

  Criteria next() {
    return criteria(schedule());
  }

  /** Changes bandwidth, ends, time, or all. */
  Criteria changed(Criteria current) {
    var replacement = criteria(current.schedule());
    return switch (random.nextInt(4)) {
      case 0 ->
          new Criteria(
              current.source(),
              current.destination(),
              replacement.bandwidthMbps(),
              current.schedule());
      case 1 ->
          new Criteria(
              current.source(),
              replacement.destination(),
              current.bandwidthMbps(),
              current.schedule());
      case 2 ->
          new Criteria(
              current.source(),
              current.destination(),
              current.bandwidthMbps(),
              another(current.schedule()));
      default ->
          new Criteria(
              replacement.source(),
              replacement.destination(),
              replacement.bandwidthMbps(),
              another(current.schedule()));
    };
  }

  private Schedule schedule() {
    var start = clock.instant().plusMillis(random.nextLong(60_000));
    var end = start.plusMillis(20_000 + random.nextLong(240_000));
    return isAtOnce ? new Schedule(onBeat(start), onBeat(end)) : new Schedule(start, end);
  }

  private static Instant onBeat(Instant at) {
    return Instant.ofEpochMilli(
        Math.ceilDiv(at.toEpochMilli(), START_GRID.toMillis()) * START_GRID.toMillis());
  }

  private Criteria criteria(Schedule schedule) {
    var from = random.nextInt(4);
    var to = random.nextInt(3) == 0 ? (from + 1 + random.nextInt(3)) % 4 : 3 - from;
    return new Criteria(stp(from), stp(to), mbps(), schedule);
  }

  /**
   * Mostly one or two STS-1; sometimes as many as a channel group can have, or more, for which an
   * element has two or three groups on each side and as many cross-connects.
   */
  private int mbps() {
    var slots =
        switch (random.nextInt(areAllWide ? 2 : 16)) {
          case 0 -> SignalType.MAX_MEMBERS + 1 + random.nextInt(72);
          case 1 -> 3 + random.nextInt(SignalType.MAX_MEMBERS - 2);
          default -> 1 + random.nextInt(2);
        };
    return 48 * slots;
  }

  private static Stp stp(int position) {
    return Stp.parse("urn:ogf:network:wan.ukl:2026:" + "ABCD".charAt(position) + "?vlan=100-999");
  }

  /** Ends later or earlier. */
  private Schedule another(Schedule schedule) {
    var now = clock.instant();
    var from = schedule.startTime().isAfter(now) ? schedule.startTime() : now;
    var end = from.plusMillis(1_000 + random.nextLong(240_000));
    return new Schedule(schedule.startTime(), isAtOnce ? onBeat(end) : end);
  }
}

package org.touchpaper.nsap.trouble;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;

/** What people wish for, at random: between which campuses, how wide, from when to when. */
final class Wishes {

  /** Of an even seed: what begins and ends at the same time. */
  private static final Duration BEAT = Duration.ofSeconds(20);

  private final RandomGenerator random;
  private final InstantSource clock;
  private final boolean isAtOnce;
  private final boolean areAllWide;

  /**
   * Drawn from the same chances as all else.
   *
   * @param isAtOnce true if several begin and end at one time
   * @param areAllWide true if nobody wishes for one or two STS-1
   */
  Wishes(RandomGenerator random, InstantSource clock, boolean isAtOnce, boolean areAllWide) {
    this.random = random;
    this.clock = clock;
    this.isAtOnce = isAtOnce;
    this.areAllWide = areAllWide;
  }

  Criteria any() {
    return criteria(schedule());
  }

  /** Another width, another end, another time, or all of that. */
  Criteria other(Criteria was) {
    var other = criteria(was.schedule());
    return switch (random.nextInt(4)) {
      case 0 ->
          new Criteria(was.source(), was.destination(), other.bandwidthMbps(), was.schedule());
      case 1 ->
          new Criteria(was.source(), other.destination(), was.bandwidthMbps(), was.schedule());
      case 2 ->
          new Criteria(
              was.source(), was.destination(), was.bandwidthMbps(), another(was.schedule()));
      default ->
          new Criteria(
              other.source(), other.destination(), other.bandwidthMbps(), another(was.schedule()));
    };
  }

  private Schedule schedule() {
    var start = clock.instant().plusMillis(random.nextLong(60_000));
    var end = start.plusMillis(20_000 + random.nextLong(240_000));
    return isAtOnce ? new Schedule(onBeat(start), onBeat(end)) : new Schedule(start, end);
  }

  private static Instant onBeat(Instant at) {
    return Instant.ofEpochMilli(Math.ceilDiv(at.toEpochMilli(), BEAT.toMillis()) * BEAT.toMillis());
  }

  private Criteria criteria(Schedule schedule) {
    var from = random.nextInt(4);
    var to = random.nextInt(3) == 0 ? (from + 1 + random.nextInt(3)) % 4 : 3 - from;
    return new Criteria(stp(from), stp(to), mbps(), schedule);
  }

  /**
   * Mostly one or two STS-1; now and then as many as a channel group can have, or more, for which
   * an element has two or three groups to each side and as many cross-connects.
   */
  private int mbps() {
    var slots =
        switch (random.nextInt(areAllWide ? 2 : 16)) {
          case 0 -> Signal.MOST_MEMBERS + 1 + random.nextInt(72);
          case 1 -> 3 + random.nextInt(Signal.MOST_MEMBERS - 2);
          default -> 1 + random.nextInt(2);
        };
    return 48 * slots;
  }

  private static Stp stp(int position) {
    return Stp.parse("urn:ogf:network:wan.ukl:2026:" + "ABCD".charAt(position) + "?vlan=100-999");
  }

  /** Ends later, or sooner. */
  private Schedule another(Schedule schedule) {
    var now = clock.instant();
    var from = schedule.startTime().isAfter(now) ? schedule.startTime() : now;
    var end = from.plusMillis(1_000 + random.nextLong(240_000));
    return new Schedule(schedule.startTime(), isAtOnce ? onBeat(end) : end);
  }
}

package org.touchpaper.harc.proof;

import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a long time went, or several together. Only what the transactions said is counted: an outage
 * begins with the first one out and ends with the next one decided.
 *
 * @param seconds how long it was
 * @param changes how often an acceptor failed or was repaired
 * @param commits how many transactions ended so
 * @param aborts how many transactions ended so
 * @param outages how many began
 * @param outSeconds how long it was out
 * @param between from one outage's begin to the next one's
 * @param lengths of the outages
 * @param surprises how many transactions were out or decided, as the quorum does not say
 * @param first the first surprise or broken invariant; null if there was none
 */
public record Uptime(
    double seconds,
    long changes,
    long commits,
    long aborts,
    long outages,
    double outSeconds,
    Sample between,
    Sample lengths,
    long surprises,
    @Nullable Failure first) {
  public static final Uptime NOTHING =
      new Uptime(0, 0, 0, 0, 0, 0, Sample.NOTHING, Sample.NOTHING, 0, null);

  /** With fewer outages their lengths tell too little. */
  private static final int ENOUGH = 30;

  /**
   * What must not be.
   *
   * @param seed of the stretch
   * @param number of the transaction in it
   * @param message what is wrong
   * @param story all that happened in that transaction, a line each
   */
  public record Failure(long seed, long number, String message, String story) {}

  public Uptime plus(Uptime other) {
    return new Uptime(
        seconds + other.seconds,
        changes + other.changes,
        commits + other.commits,
        aborts + other.aborts,
        outages + other.outages,
        outSeconds + other.outSeconds,
        between.plus(other.between),
        lengths.plus(other.lengths),
        surprises + other.surprises,
        Stream.of(this, other)
            .flatMap(each -> Stream.ofNullable(each.first))
            .min(Comparator.comparingLong(Failure::seed))
            .orElse(null));
  }

  /** With what was counted apart from outages. */
  Uptime with(
      long changed, long committed, long aborted, long surprising, @Nullable Failure failure) {
    return new Uptime(
        seconds,
        changed,
        committed,
        aborted,
        outages,
        outSeconds,
        between,
        lengths,
        surprising,
        failure);
  }

  /** Infinite if there was no outage. */
  public double secondsBetweenOutages() {
    return seconds / outages;
  }

  public Interval betweenOutages() {
    return Interval.between(seconds, outages, between.dispersion());
  }

  public double unavailability() {
    return outSeconds / seconds;
  }

  /** Null if there were too few outages to tell. */
  public @Nullable Interval unavailable() {
    return outages < ENOUGH
        ? null
        : Interval.around(
            unavailability(), (between.dispersion() + lengths.dispersion()) / outages);
  }

  /** True if nothing went wrong, and the formulas say what was seen. */
  public boolean agreesWith(Fleet fleet) {
    var unavailable = unavailable();
    return first == null
        && betweenOutages().contains(fleet.secondsBetweenOutages())
        && (unavailable == null || unavailable.contains(fleet.unavailability()));
  }
}

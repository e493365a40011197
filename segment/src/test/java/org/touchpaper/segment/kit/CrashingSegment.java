package org.touchpaper.segment.kit;

import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.touchpaper.platform.crash.CrashPoint;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.ElementReadException;
import org.touchpaper.segment.reservation.SegmentProvider;

/** A service with its elements that is killed now and then and restarts at once. */
public final class CrashingSegment implements AutoCloseable {

  private final KillableSegment segment;
  private final List<String> tids;
  private final ConfigItem.Key place;
  private CrashSwitch crash;
  private final int parallelism;
  private int kills;

  /**
   * Starts a service.
   *
   * @param tids its elements
   * @param place any place that each of them can be queried for
   * @param parallelism how many due tasks it runs at a time
   */
  public CrashingSegment(
      KillableSegment segment, List<String> tids, ConfigItem.Key place, int parallelism) {
    this.segment = segment;
    this.tids = List.copyOf(tids);
    this.place = place;
    this.parallelism = parallelism;
    this.crash = segment.startWith(null, CommandCrashPoints.none());
    segment.startRecurringTasks();
  }

  public KillableSegment segment() {
    return segment;
  }

  public int kills() {
    return kills;
  }

  /** Sends a request, and repeats it if there is no answer. */
  public void call(Consumer<SegmentProvider> request) {
    try {
      request.accept(segment.segment());
    } catch (SegmentFaultException e) {
      return; // too late, over, or ended by a third party: this is an answer
    } catch (Throwable e) {
      restartIfKilled(e);
      call(request);
    }
    restartIfDead();
  }

  /** Runs all due tasks once. */
  public void runDueTasks() {
    try {
      if (parallelism == 1) {
        segment.runDueTasks();
      } else {
        segment.runDueTasks(parallelism);
      }
    } catch (Throwable e) {
      restartIfKilled(e);
    }
    restartIfDead();
  }

  /** Kills it at one of its next commits, messages or commands. */
  public void kill(RandomGenerator random) {
    kills++;
    var moments = List.of(Moment.BEFORE_COMMIT, Moment.AFTER_COMMIT, Moment.BEFORE_SEND);
    if (random.nextInt(3) == 0) {
      var moment = moments.get(random.nextInt(moments.size()));
      crash =
          segment.startWith(
              new CrashPoint(moment, 1 + random.nextInt(40)), CommandCrashPoints.none());
    } else {
      var tid = tids.get(random.nextInt(tids.size()));
      var point =
          new CommandCrashPoints.CommandPoint(tid, 1 + random.nextInt(80), random.nextBoolean());
      crash = segment.startWith(null, CommandCrashPoints.at(point));
    }
  }

  /** Restarts it; it is not killed any more. */
  public void restart() {
    crash = segment.startWith(null, CommandCrashPoints.none());
  }

  /** True if every element can be read; otherwise readings prove nothing. */
  public boolean readsEveryElement() {
    try {
      for (var tid : tids) {
        var _ = segment.elements().driverFor(tid).read(List.of(place));
      }
      return true;
    } catch (ElementReadException e) {
      return false;
    }
  }

  private void restartIfKilled(Throwable e) {
    if (!crash.hasCrashed()) {
      throw new AssertionError("not by the crash", e);
    }
    restart();
  }

  private void restartIfDead() {
    if (crash.hasCrashed()) {
      restart();
    }
  }

  @Override
  public void close() {
    segment.close();
  }
}

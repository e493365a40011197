package org.touchpaper.segment.kit;

import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.touchpaper.platform.crash.CrashPoint;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.provider.SegmentProvider;

/** A service with its elements, which is killed now and then and comes back at once. */
public final class DyingSegment implements AutoCloseable {

  private final MortalSegment segment;
  private final List<String> tids;
  private final Item.Key place;
  private CrashSwitch crash;
  private final int atOnce;
  private int kills;

  /**
   * A service, which is started.
   *
   * @param tids its elements
   * @param place any that each of them can be asked about
   * @param atOnce how much of what is due it does at a time
   */
  public DyingSegment(MortalSegment segment, List<String> tids, Item.Key place, int atOnce) {
    this.segment = segment;
    this.tids = List.copyOf(tids);
    this.place = place;
    this.atOnce = atOnce;
    this.crash = segment.live(null, WireWatch.none());
    segment.beginRounds();
  }

  public MortalSegment segment() {
    return segment;
  }

  public int kills() {
    return kills;
  }

  /** Whoever gets no answer asks again. */
  public void ask(Consumer<SegmentProvider> request) {
    try {
      request.accept(segment.segment());
    } catch (Fault e) {
      return; // too late, over, or ended by a stranger's hand: an answer
    } catch (Throwable e) {
      restartIfKilled(e);
      ask(request);
    }
    restartIfDead();
  }

  /** Does what is due, once. */
  public void work() {
    try {
      if (atOnce == 1) {
        segment.workDue();
      } else {
        segment.workDue(atOnce);
      }
    } catch (Throwable e) {
      restartIfKilled(e);
    }
    restartIfDead();
  }

  /** It dies at one of its next commits, messages, or commands to an element. */
  public void kill(RandomGenerator random) {
    kills++;
    var moments = List.of(Moment.BEFORE_COMMIT, Moment.AFTER_COMMIT, Moment.BEFORE_SEND);
    if (random.nextInt(3) == 0) {
      var moment = moments.get(random.nextInt(moments.size()));
      crash = segment.live(new CrashPoint(moment, 1 + random.nextInt(40)), WireWatch.none());
    } else {
      var tid = tids.get(random.nextInt(tids.size()));
      var point = new WireWatch.Point(tid, 1 + random.nextInt(80), random.nextBoolean());
      crash = segment.live(null, WireWatch.at(point));
    }
  }

  /** From now on nothing kills it. */
  public void liveOn() {
    crash = segment.live(null, WireWatch.none());
  }

  /** What cannot be read proves nothing. */
  public boolean readsEveryElement() {
    try {
      for (var tid : tids) {
        var _ = segment.elements().named(tid).read(List.of(place));
      }
      return true;
    } catch (ElementUnreachable e) {
      return false;
    }
  }

  private void restartIfKilled(Throwable e) {
    if (!crash.isDead()) {
      throw new AssertionError("not by the crash", e);
    }
    liveOn();
  }

  private void restartIfDead() {
    if (crash.isDead()) {
      liveOn();
    }
  }

  @Override
  public void close() {
    segment.close();
  }
}

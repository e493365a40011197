package org.touchpaper.nsap.trouble;

import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.touchpaper.platform.crash.CrashPoint;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.kit.MortalSegment;
import org.touchpaper.segment.kit.WireWatch;
import org.touchpaper.segment.provider.SegmentProvider;

/** The NSAP of a chain, which is killed now and then and comes back at once. */
final class DyingNsap implements AutoCloseable {

  private final MortalSegment nsap;
  private CrashSwitch crash;
  private final int atOnce;
  private int kills;

  /**
   * Not dead yet.
   *
   * @param atOnce how much of what is due it does at a time
   */
  DyingNsap(Class<?> service, Chain chain, SettableClock clock, int atOnce) {
    this.atOnce = atOnce;
    var options =
        Stream.concat(
            Stream.of(
                "--spring.config.name=nsap",
                "--touchpaper.profile=demo",
                "--touchpaper.element-timeout=200ms",
                "--touchpaper.topology=classpath:nsap/four-in-a-row.yaml"),
            chain.options());
    this.nsap = new MortalSegment(service, options.toList(), chain.wires(), clock);
    this.crash = nsap.live(null, WireWatch.none());
    nsap.beginRounds();
  }

  MortalSegment segment() {
    return nsap;
  }

  int kills() {
    return kills;
  }

  /** Whoever gets no answer asks again. */
  void ask(Consumer<SegmentProvider> request) {
    try {
      request.accept(nsap.segment());
    } catch (Fault e) {
      return; // too late, over, or ended by a stranger's hand: an answer
    } catch (Throwable e) {
      restartIfKilled(e);
      ask(request);
    }
    restartIfDead();
  }

  /** Does what is due, once. */
  void work() {
    try {
      if (atOnce == 1) {
        nsap.workDue();
      } else {
        nsap.workDue(atOnce);
      }
    } catch (Throwable e) {
      restartIfKilled(e);
    }
    restartIfDead();
  }

  /** It dies at one of its next commits, messages, or commands to an element. */
  void kill(RandomGenerator random) {
    kills++;
    var moments = List.of(Moment.BEFORE_COMMIT, Moment.AFTER_COMMIT, Moment.BEFORE_SEND);
    if (random.nextInt(3) == 0) {
      var moment = moments.get(random.nextInt(moments.size()));
      crash = nsap.live(new CrashPoint(moment, 1 + random.nextInt(40)), WireWatch.none());
    } else {
      var tid = Chain.TIDS.get(random.nextInt(4));
      var point = new WireWatch.Point(tid, 1 + random.nextInt(80), random.nextBoolean());
      crash = nsap.live(null, WireWatch.at(point));
    }
  }

  /** From now on nothing kills it. */
  void liveOn() {
    crash = nsap.live(null, WireWatch.none());
  }

  /** What cannot be read proves nothing. */
  boolean readsEveryElement() {
    try {
      for (var tid : Chain.TIDS) {
        var _ = nsap.elements().named(tid).read(List.of(new Item.Key("CRS", "NONE")));
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
    nsap.close();
  }
}

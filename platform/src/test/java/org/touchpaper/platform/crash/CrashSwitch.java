package org.touchpaper.platform.crash;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.peers.Outbound;

/**
 * Kills one service, within the JVM of the test, at one point. From then on nothing it does has an
 * effect: its transactions roll back, its messages are not sent, its answers are lost and its
 * connections cut, as if its process had been killed. Close its context and start it anew, with a
 * new switch or none, on the same database.
 *
 * <pre>{@code
 * var counted = CrashSwitch.never();
 * run(counted);
 * CrashSwitch.points(counted).forEach(point -> run(CrashSwitch.at(point)));
 * }</pre>
 *
 * <p>Counting begins when the context is ready. Have due work run by hand, or its polling is
 * counted too.
 */
public final class CrashSwitch {

  private @Nullable CrashPoint point;
  private final Map<Moment, Integer> counts = new EnumMap<>(Moment.class);
  private final CountDownLatch death = new CountDownLatch(1);
  private boolean armed;

  private CrashSwitch(@Nullable CrashPoint point) {
    this.point = point;
  }

  /** Counts and never kills. */
  public static CrashSwitch never() {
    return new CrashSwitch(null);
  }

  public static CrashSwitch at(CrashPoint point) {
    return new CrashSwitch(point);
  }

  public static CrashSwitch at(Moment moment, int number) {
    return at(new CrashPoint(moment, number));
  }

  /** Every point that a service with this switch has passed. */
  public static Stream<CrashPoint> points(CrashSwitch counted) {
    return Stream.of(Moment.values())
        .flatMap(moment ->
            IntStream.rangeClosed(1, counted.count(moment))
                .mapToObj(number -> new CrashPoint(moment, number)));
  }

  /** Puts the switch into a service about to be started. */
  public SpringApplicationBuilder into(SpringApplicationBuilder service) {
    return service.initializers(new CrashWiring(this));
  }

  /**
   * Counts anew from here, and kills at this point, or never; for the next story told to a service
   * that survived the one before.
   */
  public synchronized void aim(@Nullable CrashPoint next) {
    counts.clear();
    point = next;
  }

  public synchronized int count(Moment moment) {
    return counts.getOrDefault(moment, 0);
  }

  public boolean isDead() {
    return death.getCount() == 0;
  }

  /** Kills the service here and now. */
  public void kill() {
    death.countDown();
  }

  /** Waits until the service is dead; false if it still lives after the time given. */
  public boolean awaitDeath(long seconds) throws InterruptedException {
    return death.await(seconds, TimeUnit.SECONDS);
  }

  /** Begins to count; the wiring does so when the context is ready. */
  public synchronized void arm() {
    armed = true;
  }

  /**
   * Passes a moment: dies here if this is the point, and throws if already dead. For seams of your
   * own, such as a driver's commands to an element.
   */
  public void pass(Moment moment, String what) {
    dieIfDead(what);
    if (isThePoint(moment)) {
      kill();
    }
    dieIfDead(moment + " " + what);
  }

  void dieIfDead(String what) {
    if (isDead()) {
      throw new Killed(what);
    }
  }

  private synchronized boolean isThePoint(Moment moment) {
    if (!armed) {
      return false;
    }
    var number = counts.merge(moment, 1, Integer::sum);
    return point != null && point.equals(new CrashPoint(moment, number));
  }

  /** For clients that are made without Spring. */
  public Outbound outbound() {
    return new Outbound() {
      @Override
      public <T> T send(String message, Callable<T> exchange) throws Exception {
        pass(Moment.BEFORE_SEND, message);
        var answer = exchange.call();
        pass(Moment.AFTER_SEND, message);
        return answer;
      }
    };
  }

  @Override
  public synchronized String toString() {
    return point == null ? "never" : point.toString();
  }
}

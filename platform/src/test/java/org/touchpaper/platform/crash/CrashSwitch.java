package org.touchpaper.platform.crash;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;

/**
 * Simulates the crash of one service within the test's JVM at one point. From then on the service
 * has no effect: its transactions roll back, its messages and responses are lost and its
 * connections closed, as if its process were killed. Close its context and start it again on the
 * same database, with a new switch or none.
 *
 * <pre>{@code
 * var counted = CrashSwitch.never();
 * run(counted);
 * CrashSwitch.points(counted).forEach(point -> run(CrashSwitch.at(point)));
 * }</pre>
 *
 * <p>Counting begins when the context is ready. Run due work manually, or its polling is counted,
 * too.
 */
public final class CrashSwitch {

  private @Nullable CrashPoint point;
  private final Map<Moment, Integer> counts = new EnumMap<>(Moment.class);
  private final List<CrashPoint> passed = new ArrayList<>();
  private final List<CrashPoint> distinct = new ArrayList<>();
  private boolean hasEffect = true;
  private int openEffects;
  private final CountDownLatch death = new CountDownLatch(1);
  private boolean armed;

  private CrashSwitch(@Nullable CrashPoint point) {
    this.point = point;
  }

  /** Counts, and never crashes. */
  public static CrashSwitch never() {
    return new CrashSwitch(null);
  }

  public static CrashSwitch at(CrashPoint point) {
    return new CrashSwitch(point);
  }

  public static CrashSwitch at(Moment moment, int number) {
    return at(new CrashPoint(moment, number));
  }

  /** All points that a service with this switch has passed, in that order. */
  public static List<CrashPoint> allPoints(CrashSwitch counted) {
    synchronized (counted) {
      return List.copyOf(counted.passed);
    }
  }

  /**
   * The points that differ in effect: a service that crashes before it commits or sends anything is
   * in the state in which it was after its last commit or message. A call from outside must pass
   * {@code RECEIVED}, and other effects, such as commands to an element, must be recorded ({@link
   * #recordEffect}). Otherwise use {@link #allPoints}.
   */
  public static List<CrashPoint> points(CrashSwitch counted) {
    synchronized (counted) {
      return List.copyOf(counted.distinct);
    }
  }

  /** Installs the switch in a service before its start. */
  public SpringApplicationBuilder installIn(SpringApplicationBuilder service) {
    return service.initializers(new CrashInitializer(this));
  }

  /**
   * Restarts counting and crashes at this point, or never; for the next scenario on a service that
   * survived.
   */
  public synchronized void retarget(@Nullable CrashPoint next) {
    counts.clear();
    passed.clear();
    distinct.clear();
    hasEffect = true;
    openEffects = 0;
    point = next;
  }

  public synchronized int count(Moment moment) {
    return counts.getOrDefault(moment, 0);
  }

  public boolean hasCrashed() {
    return death.getCount() == 0;
  }

  /** Crashes the service now. */
  public void crash() {
    death.countDown();
  }

  /** Waits until the service has crashed; false on a timeout. */
  public boolean awaitCrash(long seconds) throws InterruptedException {
    return death.await(seconds, TimeUnit.SECONDS);
  }

  /** Starts counting; called when the context is ready. */
  public synchronized void arm() {
    armed = true;
  }

  /**
   * Passes a moment: crashes if it is the point, and fails if already crashed. For a test's own
   * seams, such as a driver's commands to an element.
   */
  public void pass(Moment moment, String what) {
    failIfCrashed(what);
    if (isCrashPoint(moment)) {
      crash();
    }
    failIfCrashed(moment + " " + what);
  }

  void failIfCrashed(String what) {
    if (hasCrashed()) {
      throw new KilledError(what);
    }
  }

  private synchronized boolean isCrashPoint(Moment moment) {
    if (!armed) {
      return false;
    }
    var reached = new CrashPoint(moment, counts.merge(moment, 1, Integer::sum));
    passed.add(reached);
    if (hasEffect || openEffects > 0 || !moment.precedesEffect()) {
      distinct.add(reached);
    }
    openEffects = Math.max(0, openEffects + moment.openedEffects());
    hasEffect = moment == Moment.BEFORE_ANSWER;
    return reached.equals(point);
  }

  /** Notes an effect that has no moments of its own, such as a command to an element. */
  public synchronized void recordEffect() {
    hasEffect = true;
  }

  /** For clients created without Spring. */
  public OutgoingPeerCallInterceptor peerCallInterceptor() {
    return new OutgoingPeerCallInterceptor() {
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

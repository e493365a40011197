package org.touchpaper.segment.kit;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.touchpaper.elementsession.connection.DelayScheduler;

/**
 * A scheduler for tests: timeouts end when the test calls {@link #wakeAll}, or after {@link
 * #ANSWER}. Shorter delays, such as pauses between attempts, run almost at once.
 */
public final class OnDemandWaker implements DelayScheduler {

  /** The longest wait for an answer. */
  public static final Duration ANSWER = Duration.ofSeconds(30);

  private static final Duration SHORT_DELAY = Duration.ofMillis(1);

  /** Not a record: two calls with the same action are different. */
  private static final class PendingCall {
    private final Runnable action;

    private PendingCall(Runnable action) {
      this.action = action;
    }
  }

  private final Set<PendingCall> pending = ConcurrentHashMap.newKeySet();

  @Override
  public ScheduledCall schedule(Duration delay, Runnable action) {
    if (delay.compareTo(ANSWER) < 0) {
      return DelayScheduler.system().schedule(SHORT_DELAY, action);
    }
    var call = new PendingCall(action);
    pending.add(call);
    var timeout = DelayScheduler.system().schedule(delay, () -> run(call));
    return () -> {
      pending.remove(call);
      timeout.cancel();
    };
  }

  public void wakeAll() {
    List.copyOf(pending).forEach(this::run);
  }

  private void run(PendingCall call) {
    if (pending.remove(call)) {
      call.action.run();
    }
  }
}

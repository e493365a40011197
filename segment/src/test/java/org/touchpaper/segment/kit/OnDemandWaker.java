package org.touchpaper.segment.kit;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.touchpaper.tl1.session.Waker;

/**
 * Whoever waits for an answer is woken when a test rings: silence is over when the test says so, or
 * in the end by itself, as for an answer that a busy machine has lost. Pauses between attempts are
 * shorter, and over in a moment.
 */
public final class OnDemandWaker implements Waker {

  /** How long to wait for an answer, if nobody rings. */
  public static final Duration ANSWER = Duration.ofSeconds(30);

  private static final Duration MOMENT = Duration.ofMillis(1);

  /** Not a record: two calls with one action are two. */
  private static final class Due {
    private final Runnable action;

    private Due(Runnable action) {
      this.action = action;
    }
  }

  private final Set<Due> due = ConcurrentHashMap.newKeySet();

  @Override
  public Call after(Duration delay, Runnable action) {
    if (delay.compareTo(ANSWER) < 0) {
      return Waker.system().after(MOMENT, action);
    }
    var call = new Due(action);
    due.add(call);
    var inTheEnd = Waker.system().after(delay, () -> run(call));
    return () -> {
      due.remove(call);
      inTheEnd.cancel();
    };
  }

  public void ring() {
    List.copyOf(due).forEach(this::run);
  }

  private void run(Due call) {
    if (due.remove(call)) {
      call.action.run();
    }
  }
}

package org.touchpaper.harc.rm.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;

/**
 * What the kit needs of a local scheduler under test, and how it asks: each request twice, each
 * story also with the process killed at every write in turn, and started again.
 */
abstract class LocalSchedulerFixture {

  /** The scheduler under test, as it is after a fresh start of its process. */
  protected abstract LocalScheduler start();

  /** Something that fits, under that name; two of them fit beside each other. */
  protected abstract Action.Make modest(String ident);

  /** Something that fits only if nothing else is held at that time. */
  protected abstract Action.Make greedy(String ident);

  /** A name for a booking, different for each n. */
  protected abstract String ident(int n);

  /** Where the scheduler's process is killed. */
  protected abstract Crashes crashes();

  /** Where the scheduler keeps what it knows. */
  protected abstract Store store();

  static Action modified(Action.Make wanted) {
    return new Action.Modify(wanted.ident(), wanted.schedule(), wanted.work());
  }

  /** Tells a story with a kill before, then after, its first write, its second, and so on. */
  protected final void killedEverywhere(IntConsumer story) {
    var died = true;
    for (var nth = 1; died; nth++) {
      died = false;
      for (var after : List.of(false, true)) {
        crashes().arm(nth, after);
        story.accept(2 * nth + (after ? 1 : 0));
        died |= crashes().disarm();
      }
    }
  }

  /** Repeats what the host repeats after a restart, and then once more for good measure. */
  protected final void until(Runnable verb) {
    for (var time = 0; time < 2; time++) {
      try {
        verb.run();
      } catch (Crashes.Killed e) {
        restarted();
        verb.run();
      }
    }
  }

  /** Does what the scheduler's process does first after it was killed. */
  protected void restarted() {}

  void commit(Transaction transaction) {
    assertThat(twice(() -> start().prepare(transaction))).isInstanceOf(Held.class);
    start().commit(transaction);
  }

  List<Part.State> states(Transaction transaction) {
    return start().query(transaction).stream().map(Part::state).toList();
  }

  static HoldAnswer twice(Supplier<HoldAnswer> request) {
    var first = request.get();
    assertThat(request.get()).isEqualTo(first);
    return first;
  }
}

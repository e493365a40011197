package org.touchpaper.harc.rm.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;

/**
 * The base of the contract tests: each request is sent twice, and each scenario also runs with a
 * crash and restart at every write in turn.
 */
abstract class LocalSchedulerFixture {

  /** The scheduler under test, as after a start of its process. */
  protected abstract LocalScheduler newScheduler();

  /** A request that fits, for that id; two of them fit at the same time. */
  protected abstract BookingAction.Make small(String bookingId);

  /** A request that fits only if nothing else is held at that time. */
  protected abstract BookingAction.Make large(String bookingId);

  /** A booking id, different for each n. */
  protected abstract String bookingId(int n);

  /** The crash injector of the scheduler's process. */
  protected abstract CrashInjector crashInjector();

  /** The scheduler's database. */
  protected abstract ResourceManagerDatabase database();

  static BookingAction modificationTo(BookingAction.Make wanted) {
    return new BookingAction.Modify(wanted.bookingId(), wanted.schedule(), wanted.work());
  }

  /** Runs a scenario with a crash before, then after, its first write, its second, and so on. */
  protected final void crashAtEveryWrite(IntConsumer scenario) {
    var crashed = true;
    for (var nth = 1; crashed; nth++) {
      crashed = false;
      for (var after : List.of(false, true)) {
        crashInjector().arm(nth, after);
        scenario.accept(2 * nth + (after ? 1 : 0));
        crashed |= crashInjector().disarm();
      }
    }
  }

  /** Repeats the operation as after a restart, and once more. */
  protected final void repeatAcrossCrash(Runnable operation) {
    for (var attempt = 0; attempt < 2; attempt++) {
      try {
        operation.run();
      } catch (CrashInjector.Killed e) {
        afterRestart();
        operation.run();
      }
    }
  }

  /** Does what the scheduler's process does first after a restart. */
  protected void afterRestart() {}

  void commit(Transaction transaction) {
    assertThat(sendTwice(() -> newScheduler().prepare(transaction))).isInstanceOf(Held.class);
    newScheduler().commit(transaction);
  }

  List<ActionStatusDetails.State> states(Transaction transaction) {
    return newScheduler().queryStatuses(transaction).stream()
        .map(ActionStatusDetails::state)
        .toList();
  }

  static PrepareResult sendTwice(Supplier<PrepareResult> request) {
    var first = request.get();
    assertThat(request.get()).isEqualTo(first);
    return first;
  }
}

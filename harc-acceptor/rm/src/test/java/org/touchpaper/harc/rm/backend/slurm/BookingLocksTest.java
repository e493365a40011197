package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.rm.booking.BackendSynchronizer;
import org.touchpaper.harc.rm.booking.BookingLocks;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.platform.time.SettableClock;

/**
 * One thread waits for a silent Slurm about one booking, while others need that booking or share
 * its lock.
 */
@Timeout(60)
class BookingLocksTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final SettableClock clock =
      SettableClock.at(TestRequests.NINE_O_CLOCK.minusSeconds(3600));
  private final SimulatedSlurm simulatedSlurm = new SimulatedSlurm(clock);
  private final SlurmUnderTest slurm =
      new SlurmUnderTest("man", STORE.database(), simulatedSlurm, clock);
  private final BookingLocks locks = new BookingLocks(Duration.ZERO);
  private final BackendSynchronizer synchronizer = slurm.newScheduler(locks).synchronizer();

  @Test
  void othersWaitForTheLockForAShortTimeOnly() throws Exception {
    simulatedSlurm.swallowsResponses = true;
    var run = TestRequests.transaction("t.1", slurm.nodes("run", 1, TestRequests.minutes(0, 60)));
    assertThatThrownBy(() -> slurm.newScheduler().prepare(run)).hasMessage("silent");
    simulatedSlurm.swallowsResponses = false;
    var soon = clock.instant().plusSeconds(1);
    whileLocked(
        "run",
        () -> {
          assertThatThrownBy(() -> synchronizer.hold("run"))
              .as("no vote, so the prepare is repeated")
              .isInstanceOf(SchedulerUnreachableException.class);
          assertThat(synchronizer.check("run")).contains(soon);
          assertThat(synchronizer.check("run", Optional::of)).contains(soon);
          slurm.reconciliationLoop(synchronizer).deleteLeftOver("run");
        });
    assertThat(synchronizer.hold("run")).as("no refusal").isEmpty();
    assertThat(synchronizer.check("run")).as("nothing more to do").isEmpty();
  }

  private void whileLocked(String bookingId, Runnable meanwhile) throws Exception {
    var isAtIt = new CountDownLatch(1);
    var isAnswered = new CountDownLatch(1);
    var blocker =
        CompletableFuture.runAsync(() ->
            locks.runExclusively(
                bookingId,
                () -> {
                  isAtIt.countDown();
                  return awaitLatch(isAnswered);
                }));
    isAtIt.await();
    meanwhile.run();
    isAnswered.countDown();
    blocker.get(60, TimeUnit.SECONDS);
  }

  private static boolean awaitLatch(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

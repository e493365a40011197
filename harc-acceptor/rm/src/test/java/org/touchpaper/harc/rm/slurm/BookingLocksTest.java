package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.platform.time.SettableClock;

/**
 * Somebody waits for a silent Slurm, about one booking; others want that one, or share its lock.
 */
@Timeout(60)
class BookingLocksTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final SettableClock clock = SettableClock.at(Ask.NINE.minusSeconds(3600));
  private final PaperSlurm paper = new PaperSlurm(clock);
  private final SlurmUnderTest slurm = new SlurmUnderTest("man", STORE.database(), paper, clock);
  private final BookingLocks locks = new BookingLocks(Duration.ZERO);
  private final ReservationKeeper keeper =
      new ReservationKeeper(
          slurm.cluster, paper, slurm.bookings(), slurm.transactions(), clock, locks);

  @Test
  void nobodyWaitsForThatAsLongAsSlurmTakes() throws Exception {
    paper.silent = true;
    var run = Ask.transaction("t.1", slurm.nodes("run", 1, Ask.minutes(0, 60)));
    assertThatThrownBy(() -> slurm.start().prepare(run)).hasMessage("silent");
    paper.silent = false;
    var soon = clock.instant().plusSeconds(1);
    whileSomebodyIsAt(
        "run",
        () -> {
          assertThatThrownBy(() -> keeper.hold("run"))
              .as("no vote, and it is asked for again")
              .isInstanceOf(SchedulerUnreachable.class);
          assertThat(keeper.look("run")).contains(soon);
          assertThat(keeper.look("run", ReservationSnapshot.by(paper, paper.bootTime())))
              .contains(soon);
          keeper.deleteLeftOver("run");
        });
    assertThat(keeper.hold("run")).as("no reason why not").isEmpty();
    assertThat(keeper.look("run")).as("nothing more to do").isEmpty();
  }

  private void whileSomebodyIsAt(String ident, Runnable meanwhile) throws Exception {
    var isAtIt = new CountDownLatch(1);
    var isAnswered = new CountDownLatch(1);
    var other =
        CompletableFuture.runAsync(() ->
            locks.alone(
                ident,
                () -> {
                  isAtIt.countDown();
                  return isAwaited(isAnswered);
                }));
    isAtIt.await();
    meanwhile.run();
    isAnswered.countDown();
    other.get(60, TimeUnit.SECONDS);
  }

  private static boolean isAwaited(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

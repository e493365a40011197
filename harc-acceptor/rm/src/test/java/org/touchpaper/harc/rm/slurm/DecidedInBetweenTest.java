package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.HoldAnswer.Refused;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;

/** The keeper records what it read of Slurm while a decision about the same booking is recorded. */
class DecidedInBetweenTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final PaperSlurm paper = new PaperSlurm();
  private final SlurmUnderTest slurm = new SlurmUnderTest("man", STORE.database(), paper);
  private final Transaction run =
      Ask.transaction("t.1", slurm.nodes("run-1", 1, slurm.tomorrow(0, 60)));
  private final Transaction cancel = Ask.transaction("t.2", new Action.Cancel("run-1"));
  private final Transaction extend =
      Ask.transaction("t.2", new Action.Modify("run-1", slurm.tomorrow(0, 90), null));

  @Test
  void anAbortIsNotLostWhileTheHoldIsRecorded() {
    paper.silent = true;
    assertThatThrownBy(() -> slurm.start().prepare(run)).isInstanceOf(SchedulerUnreachable.class);
    whileTheKeeperRecords(
        booking -> booking.held(paper.bootTime()), () -> slurm.start().abort(run));
    assertThat(part().state()).isEqualTo(Part.State.ABORTED);
    assertThat(paper.listReservations()).isEmpty();
  }

  @Test
  void aCancelIsNotLostWhileTheStartIsRecorded() {
    commit(run);
    slurm.start().prepare(cancel);
    whileTheKeeperRecords(
        booking -> booking.upheld(paper.bootTime(), true), () -> slurm.start().commit(cancel));
    assertThat(part().state()).isEqualTo(Part.State.CANCELLED);
    assertThat(part().released()).isTrue();
    assertThat(paper.listReservations()).isEmpty();
  }

  /** Its reservation is gone because we deleted it, not because somebody took it. */
  @Test
  void aModificationBeginsAgainWhatEndsAtThatMoment() {
    commit(run);
    slurm.start().prepare(extend);
    slurm.clock.set(slurm.tomorrow(60, 61).startTime());
    whileTheKeeperRecords(
        booking -> {
          paper.delete(booking.reservation());
          return booking.at(slurm.clock.instant()).cleared();
        },
        () -> slurm.start().commit(extend));
    assertThat(part().problem()).isNull();
    assertThat(part().state()).isEqualTo(Part.State.COMMITTED);
    assertThat(paper.listReservations()).hasSize(1);
  }

  @Test
  void aModificationOfWhatEndsAtThatMomentIsRefused() {
    commit(run);
    var answer =
        whileTheKeeperRecords(
            booking -> booking.cancel().cleared(), () -> slurm.start().prepare(extend));
    assertThat(answer).isInstanceOf(Refused.class);
    assertThat(slurm.start().prepare(extend)).isEqualTo(answer);
  }

  private void commit(Transaction transaction) {
    slurm.start().prepare(transaction);
    slurm.start().commit(transaction);
  }

  private Part part() {
    return slurm.start().query(run).getFirst();
  }

  private void whileTheKeeperRecords(UnaryOperator<Booking> change, Runnable decision) {
    whileTheKeeperRecords(
        change,
        () -> {
          decision.run();
          return run;
        });
  }

  /** The decision is begun when the keeper's change is written, and that is committed then. */
  private <T> T whileTheKeeperRecords(UnaryOperator<Booking> change, Supplier<T> decision) {
    var database = new TransactionTemplate(new JdbcTransactionManager(STORE.database()));
    var before = slurm.bookings().find("run-1").orElseThrow();
    CompletableFuture<T> decided =
        database.execute(_ -> {
          assertThat(slurm.bookings().change(before, change.apply(before))).isTrue();
          var begun = CompletableFuture.supplyAsync(decision);
          await().atMost(PATIENCE).until(DecidedInBetweenTest::somebodyWaits);
          return begun;
        });
    return decided.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }

  private static boolean somebodyWaits() {
    return JdbcClient.create(STORE.database())
            .sql(
                "select count(*) from pg_stat_activity"
                    + " where datname = current_database() and wait_event_type = 'Lock'")
            .query(Long.class)
            .single()
        > 0;
  }
}

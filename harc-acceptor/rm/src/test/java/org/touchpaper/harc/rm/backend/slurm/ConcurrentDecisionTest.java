package org.touchpaper.harc.rm.backend.slurm;

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
import org.touchpaper.harc.rm.booking.Booking;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;

/**
 * The synchronizer records what it read from Slurm while a decision about the same booking is
 * recorded.
 */
class ConcurrentDecisionTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final SimulatedSlurm simulatedSlurm = new SimulatedSlurm();
  private final SlurmUnderTest slurm = new SlurmUnderTest("man", STORE.database(), simulatedSlurm);
  private final Transaction run =
      TestRequests.transaction("t.1", slurm.nodes("run-1", 1, slurm.tomorrow(0, 60)));
  private final Transaction cancel =
      TestRequests.transaction("t.2", new BookingAction.Cancel("run-1"));
  private final Transaction extend =
      TestRequests.transaction(
          "t.2", new BookingAction.Modify("run-1", slurm.tomorrow(0, 90), null));

  @Test
  void anAbortIsNotLostWhileTheHoldIsRecorded() {
    simulatedSlurm.swallowsResponses = true;
    assertThatThrownBy(() -> slurm.newScheduler().prepare(run))
        .isInstanceOf(SchedulerUnreachableException.class);
    duringRecording(
        booking -> booking.held(simulatedSlurm.bootTime()), () -> slurm.newScheduler().abort(run));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ABORTED);
    assertThat(simulatedSlurm.listReservations()).isEmpty();
  }

  @Test
  void aCancelIsNotLostWhileTheStartIsRecorded() {
    commit(run);
    slurm.newScheduler().prepare(cancel);
    duringRecording(
        booking -> booking.confirmed(simulatedSlurm.bootTime(), true),
        () -> slurm.newScheduler().commit(cancel));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.CANCELLED);
    assertThat(part().released()).isTrue();
    assertThat(simulatedSlurm.listReservations()).isEmpty();
  }

  /** Its reservation is missing because we deleted it, not because a third party did. */
  @Test
  void aModificationRestartsABookingThatEndsAtThatMoment() {
    commit(run);
    slurm.newScheduler().prepare(extend);
    slurm.clock.set(slurm.tomorrow(60, 61).startTime());
    duringRecording(
        booking -> {
          simulatedSlurm.delete(booking.external().name());
          return booking.dueAt(slurm.clock.instant()).cleared();
        },
        () -> slurm.newScheduler().commit(extend));
    assertThat(part().problem()).isNull();
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
    assertThat(simulatedSlurm.listReservations()).hasSize(1);
  }

  @Test
  void aModificationOfABookingThatEndsAtThatMomentIsRefused() {
    commit(run);
    var answer =
        duringRecording(
            booking -> booking.cancel().cleared(), () -> slurm.newScheduler().prepare(extend));
    assertThat(answer).isInstanceOf(Refused.class);
    assertThat(slurm.newScheduler().prepare(extend)).isEqualTo(answer);
  }

  private void commit(Transaction transaction) {
    slurm.newScheduler().prepare(transaction);
    slurm.newScheduler().commit(transaction);
  }

  private ActionStatusDetails part() {
    return slurm.newScheduler().queryStatuses(run).getFirst();
  }

  private void duringRecording(UnaryOperator<Booking> change, Runnable decision) {
    duringRecording(
        change,
        () -> {
          decision.run();
          return run;
        });
  }

  /** The decision starts when the synchronizer's change is written, which is committed then. */
  private <T> T duringRecording(UnaryOperator<Booking> change, Supplier<T> decision) {
    var database = new TransactionTemplate(new JdbcTransactionManager(STORE.database()));
    var booking = slurm.bookings().find("run-1").orElseThrow();
    CompletableFuture<T> decided =
        database.execute(_ -> {
          assertThat(slurm.bookings().update(booking, change.apply(booking))).isTrue();
          var decisionResult = CompletableFuture.supplyAsync(decision);
          await().atMost(PATIENCE).until(ConcurrentDecisionTest::isSomebodyWaiting);
          return decisionResult;
        });
    return decided.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }

  private static boolean isSomebodyWaiting() {
    return JdbcClient.create(STORE.database())
            .sql(
                "select count(*) from pg_stat_activity"
                    + " where datname = current_database() and wait_event_type = 'Lock'")
            .query(Long.class)
            .single()
        > 0;
  }
}

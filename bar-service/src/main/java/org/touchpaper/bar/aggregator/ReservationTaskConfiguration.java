package org.touchpaper.bar.aggregator;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.Task;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.schedule.NextCheckScheduler;
import org.touchpaper.segment.connection.ConnectionId;

/** The task that checks a reservation when it is due. */
@Configuration(proxyBeanMethods = false)
class ReservationTaskConfiguration {

  static final String CHECK = "reservation-check";

  @Bean
  NextCheckScheduler reservationChecks(
      ObjectProvider<Scheduler> scheduler, JdbcClient rows, Clock clock) {
    return new NextCheckScheduler(CHECK, scheduler::getObject, rows, clock);
  }

  /** The package {@code pathcheck} has the task, because it needs the endpoints. */
  @Bean
  NextCheckScheduler pathChecks(ObjectProvider<Scheduler> scheduler, JdbcClient rows, Clock clock) {
    return new NextCheckScheduler("path-check", scheduler::getObject, rows, clock);
  }

  @Bean
  Task<Void> reservationCheckTask(
      NextCheckScheduler reservationChecks,
      ReservationStore store,
      ReservationCheckService reconciler) {
    return reservationChecks.task(
        new NextCheckScheduler.DueBookings() {
          @Override
          public Optional<Instant> dueAt(UUID id) {
            return store.read(new ConnectionId(id), Reservation::dueAt).flatMap(at -> at);
          }

          @Override
          public void check(UUID id) {
            reconciler.reconcile(new ConnectionId(id));
          }

          @Override
          public void lockAndRun(UUID id, Consumer<Optional<Instant>> action) {
            store.lockAndRun(new ConnectionId(id), Reservation::dueAt, action);
          }
        });
  }
}

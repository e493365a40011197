package org.touchpaper.bar.schedule;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Keeps a row of db-scheduler for each booking of one kind, written in the transaction that changes
 * the booking. The row is due when the booking's next check is, or earlier: a check that comes
 * early only moves the row, so that most changes of a booking write no row.
 */
public final class NextCheckScheduler {

  private static final Logger LOG = LoggerFactory.getLogger(NextCheckScheduler.class);

  /** The delay after a check that failed and left the booking due. */
  private static final Duration RETRY_DELAY = Duration.ofSeconds(15);

  /** A check that is due so much later than its row is moved at once. */
  private static final Duration LONG_DELAY = Duration.ofMinutes(1);

  private final TaskDescriptor<Void> descriptor;
  private final Supplier<Scheduler> scheduler;
  private final JdbcClient rows;
  private final Clock clock;

  /**
   * Creates it.
   *
   * @param scheduler lazy, because the scheduler needs all tasks first
   * @param rows the database of the bookings and of the scheduler
   */
  public NextCheckScheduler(
      String taskName, Supplier<Scheduler> scheduler, JdbcClient rows, Clock clock) {
    this.descriptor = TaskDescriptor.of(taskName);
    this.scheduler = scheduler;
    this.rows = rows;
    this.clock = clock;
  }

  /** The bookings of one kind. */
  public interface DueBookings {

    /** Returns when a booking is due; empty if it needs no further check. */
    Optional<Instant> dueAt(UUID id);

    void check(UUID id);

    /** Passes the time when a booking is due to an action, while a transaction locks it. */
    void lockAndRun(UUID id, Consumer<Optional<Instant>> action);
  }

  /**
   * Schedules a booking's check if it is now due earlier than before, or much later; call it in the
   * transaction that locks and changes the booking. A check that is running reads the new time when
   * it ends. If the booking was due already, its row may nevertheless be later: the start of the
   * service makes bookings due while a check ends.
   */
  public void update(UUID id, Optional<Instant> previous, Optional<Instant> next) {
    if (next.isEmpty() && previous.isPresent()) {
      unschedule(id);
    } else if (!isEarlyEnough(previous, next)) {
      schedule(id, next.orElseThrow());
    }
  }

  /** Returns true if the row is due in time, and not so early that it would be for nothing. */
  private boolean isEarlyEnough(Optional<Instant> previous, Optional<Instant> next) {
    if (next.equals(previous)) {
      return true;
    }
    var at = next.orElseThrow();
    return previous
        .filter(clock.instant()::isBefore)
        .filter(planned -> !at.isBefore(planned) && at.isBefore(planned.plus(LONG_DELAY)))
        .isPresent();
  }

  private void unschedule(UUID id) {
    rows.sql("delete from scheduled_tasks where task_name = ? and task_instance = ? and not picked")
        .param(descriptor.getTaskName())
        .param(id.toString())
        .update();
  }

  /** One statement, which leaves a row alone whose check is running. */
  private void schedule(UUID id, Instant at) {
    rows.sql(
            """
            insert into scheduled_tasks (task_name, task_instance, execution_time, picked, version)
            values (?, ?, ?, false, 1)
            on conflict (task_name, task_instance) do update
               set execution_time = excluded.execution_time, version = scheduled_tasks.version + 1
             where not scheduled_tasks.picked
            """)
        .param(descriptor.getTaskName())
        .param(id.toString())
        .param(at.atOffset(ZoneOffset.UTC))
        .update();
    if (!at.isAfter(clock.instant())
        && TransactionSynchronizationManager.isSynchronizationActive()) {
      TransactionSynchronizationManager.registerSynchronization(
          new TransactionSynchronization() {
            @Override
            public void afterCommit() {
              scheduler.get().triggerCheckForDueExecutions();
            }
          });
    }
  }

  public Task<Void> task(DueBookings bookings) {
    return Tasks.custom(descriptor)
        .onFailure((complete, operations) ->
            operations.reschedule(complete, complete.getTimeDone().plus(RETRY_DELAY)))
        .onDeadExecutionRevive()
        .execute((task, _) -> {
          var id = UUID.fromString(task.getId());
          var retryAt =
              checkIfDue(id, bookings) ? Instant.EPOCH : clock.instant().plus(RETRY_DELAY);
          return (complete, operations) ->
              bookings.lockAndRun(
                  id,
                  next ->
                      next.map(at -> at.isAfter(clock.instant()) ? at : later(at, retryAt))
                          .ifPresentOrElse(
                              at -> operations.reschedule(complete, at), operations::remove));
        });
  }

  private static Instant later(Instant first, Instant second) {
    return first.isAfter(second) ? first : second;
  }

  /** Returns false if the check failed, perhaps before it could set a time for the next one. */
  private boolean checkIfDue(UUID id, DueBookings bookings) {
    if (bookings.dueAt(id).filter(at -> !at.isAfter(clock.instant())).isEmpty()) {
      return true;
    }
    try {
      bookings.check(id);
      return true;
    } catch (RuntimeException e) {
      LOG.warn("{} {} failed: {}; will be retried", descriptor.getTaskName(), id, e.toString());
      return false;
    }
  }
}

package org.touchpaper.bar.schedule;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient.ScheduleOptions;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceException;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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

  private final TaskDescriptor<Void> descriptor;
  private final Supplier<Scheduler> scheduler;
  private final Clock clock;

  /**
   * Creates it.
   *
   * @param scheduler lazy, because the scheduler needs all tasks first
   */
  public NextCheckScheduler(String taskName, Supplier<Scheduler> scheduler, Clock clock) {
    this.descriptor = TaskDescriptor.of(taskName);
    this.scheduler = scheduler;
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
   * Schedules a booking's check if it is now due earlier than before; call it in the transaction
   * that locks and changes the booking. A check that is running reads the new time when it ends. If
   * the booking was due already, its row may nevertheless be later: the start of the service makes
   * bookings due while a check ends.
   */
  public void update(UUID id, Optional<Instant> previous, Optional<Instant> next) {
    var now = clock.instant();
    next.filter(
            at -> previous.filter(now::isBefore).map(at::isBefore).orElse(!next.equals(previous)))
        .ifPresent(at -> schedule(id, at));
  }

  private void schedule(UUID id, Instant at) {
    try {
      scheduler
          .get()
          .schedule(
              descriptor.instance(id.toString()).scheduledTo(at),
              ScheduleOptions.WHEN_EXISTS_RESCHEDULE);
    } catch (TaskInstanceException e) {
      LOG.debug("check of {} is running: {}", id, e.toString());
    }
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

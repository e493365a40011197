package org.touchpaper.segment.reservation;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceException;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * Schedules future work as rows of db-scheduler, written in the transaction of the caller. The
 * scheduler needs all tasks, which need this bean: hence the provider.
 */
public record SegmentTaskScheduler(ObjectProvider<SchedulerClient> scheduler, Clock clock) {

  public static final TaskDescriptor<DueCircuit> CIRCUIT =
      TaskDescriptor.of("segment-circuit", DueCircuit.class);
  public static final TaskDescriptor<DueHold> HOLD =
      TaskDescriptor.of("segment-hold", DueHold.class);
  public static final TaskDescriptor<DueNotification> NOTIFICATION =
      TaskDescriptor.of("segment-notification", DueNotification.class);

  public static final TaskDescriptor<DueCut> CUT = TaskDescriptor.of("segment-cut", DueCut.class);

  /** End what a cut covers. */
  public record DueCut(UUID cut) {}

  /** Check a connection: whether its circuit has to be up, and is. */
  public record DueCircuit(UUID connection) {}

  /** Query the holder of a hold, or let the hold lapse. */
  public record DueHold(UUID connection, int version) {}

  /** Deliver a notification to the holder. */
  public record DueNotification(UUID connection, long notificationId) {}

  /**
   * Schedules a check of a connection. Each row has a unique name, so that none replaces another.
   */
  public void scheduleCircuit(SegmentConnection connection, Instant when) {
    connection.dueCount++;
    add(
        when,
        CIRCUIT
            .instance(connection.id + "/" + connection.dueCount)
            .data(new DueCircuit(connection.id.value()))
            .scheduledTo(when));
  }

  public static String retryName(UUID connection) {
    return connection + "/retry";
  }

  /**
   * Schedules a retry. One row retries a connection, at the earliest requested time, however often
   * a retry is requested. A row that is running may have read the state before this request, and is
   * removed when it ends; then a second row is added.
   */
  public void scheduleRetry(UUID connection, Instant when) {
    if (!scheduleRetry(retryName(connection), connection, when)
        && !isRetryScheduled(connection, when)) {
      scheduleRetry(retryName(connection) + "/" + UUID.randomUUID(), connection, when);
    }
  }

  private boolean scheduleRetry(String name, UUID connection, Instant when) {
    return scheduler
        .getObject()
        .scheduleIfNotExists(
            CIRCUIT.instance(name).data(new DueCircuit(connection)).scheduledTo(when));
  }

  private boolean isRetryScheduled(UUID connection, Instant when) {
    var task = CIRCUIT.instanceId(retryName(connection));
    return scheduler
        .getObject()
        .getScheduledExecution(task)
        .filter(execution -> !execution.isPicked())
        .filter(execution ->
            !execution.getExecutionTime().isAfter(when) || rescheduleIfWaiting(task, when))
        .isPresent();
  }

  /**
   * False if it began, ended or was moved meanwhile, even between the library's read and update.
   */
  private boolean rescheduleIfWaiting(TaskInstanceId task, Instant when) {
    try {
      return scheduler.getObject().reschedule(task, when);
    } catch (TaskInstanceException e) {
      return false;
    }
  }

  void scheduleHold(ConnectionId connection, int version, Instant when) {
    add(
        when,
        HOLD.instance(connection + "/" + version)
            .data(new DueHold(connection.value(), version))
            .scheduledTo(when));
  }

  void scheduleNotification(ConnectionId connection, long notificationId, Instant when) {
    add(
        when,
        NOTIFICATION
            .instance(Long.toString(notificationId))
            .data(new DueNotification(connection.value(), notificationId))
            .scheduledTo(when));
  }

  /** Schedules the end of what a cut covers. */
  public void scheduleCut(UUID cut, Instant when) {
    add(when, CUT.instance(cut.toString()).data(new DueCut(cut)).scheduledTo(when));
  }

  /** Adds a row with a name that no other row has or had: a batch does not look for one first. */
  private void add(Instant when, SchedulableInstance<?> task) {
    scheduler.getObject().scheduleBatch(List.of(task));
    if (!when.isAfter(clock.instant())) {
      pollAfterCommit();
    }
  }

  private void pollAfterCommit() {
    if (scheduler.getObject() instanceof Scheduler running
        && TransactionSynchronizationManager.isSynchronizationActive()) {
      TransactionSynchronizationManager.registerSynchronization(
          new TransactionSynchronization() {
            @Override
            public void afterCommit() {
              running.triggerCheckForDueExecutions();
            }
          });
    }
  }
}

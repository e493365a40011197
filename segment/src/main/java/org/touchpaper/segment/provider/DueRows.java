package org.touchpaper.segment.provider;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceCurrentlyExecutingException;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceNotFoundException;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.TaskInstanceId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.touchpaper.segment.connection.ConnectionId;

/** What must happen later, as rows of the scheduler written in the caller's transaction. */
final class DueRows {

  static final TaskDescriptor<DueCircuit> CIRCUIT =
      TaskDescriptor.of("segment-circuit", DueCircuit.class);
  static final TaskDescriptor<DueHold> HOLD = TaskDescriptor.of("segment-hold", DueHold.class);
  static final TaskDescriptor<DueNotice> NOTICE =
      TaskDescriptor.of("segment-notice", DueNotice.class);

  private final Supplier<SchedulerClient> scheduler;

  DueRows(Supplier<SchedulerClient> scheduler) {
    this.scheduler = scheduler;
  }

  /** Look at a connection: shall its circuit be up, and is it? */
  record DueCircuit(UUID connection) {}

  /** Ask what is to become of a hold, or let it lapse. */
  record DueHold(UUID connection, int version) {}

  /** Tell the holder. */
  record DueNotice(UUID connection, long notice) {}

  /** Each due row of a connection has a name of its own, so that none is taken for another. */
  void circuit(Connection it, Instant when) {
    it.dueCount++;
    add(
        CIRCUIT
            .instance(it.id + "/" + it.dueCount)
            .data(new DueCircuit(it.id.value()))
            .scheduledTo(when));
  }

  static String retryName(UUID connection) {
    return connection + "/retry";
  }

  /**
   * One row retries a connection, however many rows found that it must be, at the earliest time
   * that one of them gave. While that one is at work it may have looked before this was found, and
   * goes when it is done: then another does.
   */
  void retry(UUID connection, Instant when) {
    if (!retry(retryName(connection), connection, when) && !waitsToRetry(connection, when)) {
      retry(retryName(connection) + "/" + UUID.randomUUID(), connection, when);
    }
  }

  private boolean retry(String name, UUID connection, Instant when) {
    return scheduler
        .get()
        .scheduleIfNotExists(
            CIRCUIT.instance(name).data(new DueCircuit(connection)).scheduledTo(when));
  }

  private boolean waitsToRetry(UUID connection, Instant when) {
    var row = CIRCUIT.instanceId(retryName(connection));
    return scheduler
        .get()
        .getScheduledExecution(row)
        .filter(it -> !it.isPicked())
        .filter(it -> !it.getExecutionTime().isAfter(when) || isMoved(row, when))
        .isPresent();
  }

  /** False if it went to work, or has done its work, meanwhile. */
  private boolean isMoved(TaskInstanceId row, Instant when) {
    try {
      return scheduler.get().reschedule(row, when);
    } catch (TaskInstanceCurrentlyExecutingException | TaskInstanceNotFoundException e) {
      return false;
    }
  }

  void hold(ConnectionId connection, int version, Instant when) {
    add(
        HOLD.instance(connection + "/" + version)
            .data(new DueHold(connection.value(), version))
            .scheduledTo(when));
  }

  /** Its number is given once, so nobody need look whether there is such a row. */
  void notice(ConnectionId connection, long notice, Instant when) {
    scheduler
        .get()
        .scheduleBatch(
            List.of(
                NOTICE
                    .instance(Long.toString(notice))
                    .data(new DueNotice(connection.value(), notice))
                    .scheduledTo(when)));
    lookAfterCommit();
  }

  private void add(SchedulableInstance<?> row) {
    scheduler.get().scheduleIfNotExists(row);
    lookAfterCommit();
  }

  private void lookAfterCommit() {
    if (scheduler.get() instanceof Scheduler running
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

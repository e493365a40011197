package org.touchpaper.segment.config;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.provisioning.CircuitProvisioner;
import org.touchpaper.segment.reconcile.OrphanScanner;
import org.touchpaper.segment.reconcile.Reconciler;
import org.touchpaper.segment.reservation.HoldResolver;
import org.touchpaper.segment.reservation.SegmentProperties;
import org.touchpaper.segment.reservation.SegmentStore;
import org.touchpaper.segment.reservation.SegmentTaskScheduler;
import org.touchpaper.segment.reservation.SegmentTaskScheduler.DueCircuit;
import org.touchpaper.segment.reservation.SegmentTaskScheduler.DueHold;
import org.touchpaper.segment.reservation.SegmentTaskScheduler.DueNotification;

/** The db-scheduler tasks of a segment. */
@Configuration(proxyBeanMethods = false)
class SegmentTasks {

  @Bean
  Task<DueCircuit> segmentCircuitTask(
      CircuitProvisioner provisioner,
      SegmentTaskScheduler taskScheduler,
      Reconciler reconciler,
      SegmentProperties properties) {
    return Tasks.custom(SegmentTaskScheduler.CIRCUIT)
        .onFailure(backOff(properties))
        .onDeadExecutionRevive()
        .execute((task, _) -> checkCircuit(task, provisioner, taskScheduler, reconciler));
  }

  private static CompletionHandler<DueCircuit> checkCircuit(
      TaskInstance<DueCircuit> task,
      CircuitProvisioner provisioner,
      SegmentTaskScheduler taskScheduler,
      Reconciler reconciler) {
    var connection = task.getData().connection();
    var nextRun = provisioner.advance(new ConnectionId(connection));
    if (nextRun.isEmpty()) {
      reconciler.onCircuitUp(new ConnectionId(connection));
    }
    if (task.getId().equals(SegmentTaskScheduler.retryName(connection))) {
      return rescheduleOrRemove(nextRun);
    }
    nextRun.ifPresent(when -> taskScheduler.scheduleRetry(connection, when));
    return new CompletionHandler.OnCompleteRemove<>();
  }

  @Bean
  Task<DueHold> segmentHoldTask(HoldResolver resolver, SegmentProperties properties) {
    return Tasks.custom(SegmentTaskScheduler.HOLD)
        .onFailure(backOff(properties))
        .onDeadExecutionRevive()
        .execute((task, _) -> rescheduleOrRemove(resolver.resolve(task.getData())));
  }

  @Bean
  Task<DueNotification> segmentNotificationTask(SegmentStore store, SegmentProperties properties) {
    return Tasks.custom(SegmentTaskScheduler.NOTIFICATION)
        .onFailure(backOff(properties))
        .onDeadExecutionRevive()
        .execute((task, _) -> {
          store.outbox().deliver(task.getData());
          return new CompletionHandler.OnCompleteRemove<>();
        });
  }

  @Bean
  Task<Void> segmentAuditTask(Reconciler reconciler, SegmentProperties properties) {
    return Tasks.recurring("segment-audit", FixedDelay.of(properties.auditInterval()))
        .execute((TaskInstance<Void> _, ExecutionContext _) -> reconciler.sweep());
  }

  @Bean
  Task<Void> segmentOrphanScanTask(OrphanScanner scanner, SegmentProperties properties) {
    return Tasks.recurring("segment-orphan-scan", FixedDelay.of(properties.orphanScanInterval()))
        .execute((TaskInstance<Void> _, ExecutionContext _) -> scanner.scan());
  }

  private static <T> CompletionHandler<T> rescheduleOrRemove(Optional<Instant> nextRun) {
    return nextRun
        .<CompletionHandler<T>>map(
            when -> (complete, operations) -> operations.reschedule(complete, when))
        .orElseGet(CompletionHandler.OnCompleteRemove::new);
  }

  private static <T> FailureHandler<T> backOff(SegmentProperties properties) {
    return (complete, operations) -> {
      Duration delay = properties.retryDelay(complete.getExecution().consecutiveFailures + 1);
      operations.reschedule(complete, complete.getTimeDone().plus(delay));
    };
  }
}

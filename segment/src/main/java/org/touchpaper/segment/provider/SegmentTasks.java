package org.touchpaper.segment.provider;

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
import org.touchpaper.segment.provider.DueRows.DueCircuit;
import org.touchpaper.segment.provider.DueRows.DueHold;
import org.touchpaper.segment.provider.DueRows.DueNotice;

/** The kinds of due row a segment has, and what happens when one is due. */
@Configuration(proxyBeanMethods = false)
class SegmentTasks {

  @Bean
  Task<DueCircuit> segmentCircuitTask(
      CircuitWork work, DueRows due, Reconciler reconciler, SegmentProperties patience) {
    return Tasks.custom(DueRows.CIRCUIT)
        .onFailure(backOff(patience))
        .onDeadExecutionRevive()
        .execute((row, _) -> lookAt(row, work, due, reconciler));
  }

  private static CompletionHandler<DueCircuit> lookAt(
      TaskInstance<DueCircuit> row, CircuitWork work, DueRows due, Reconciler reconciler) {
    var connection = row.getData().connection();
    var again = work.run(new ConnectionId(connection));
    if (again.isEmpty()) {
      reconciler.cameUp(new ConnectionId(connection));
    }
    if (row.getId().equals(DueRows.retryName(connection))) {
      return removeOr(again);
    }
    again.ifPresent(when -> due.retry(connection, when));
    return new CompletionHandler.OnCompleteRemove<>();
  }

  @Bean
  Task<DueHold> segmentHoldTask(HoldWork work, SegmentProperties patience) {
    return Tasks.custom(DueRows.HOLD)
        .onFailure(backOff(patience))
        .onDeadExecutionRevive()
        .execute((row, _) -> removeOr(work.run(row.getData())));
  }

  @Bean
  Task<DueNotice> segmentNoticeTask(Books books, SegmentProperties patience) {
    return Tasks.custom(DueRows.NOTICE)
        .onFailure(backOff(patience))
        .onDeadExecutionRevive()
        .execute((row, _) -> {
          books.notices().deliver(row.getData());
          return new CompletionHandler.OnCompleteRemove<>();
        });
  }

  @Bean
  Task<Void> segmentAuditTask(Reconciler reconciler, SegmentProperties patience) {
    return Tasks.recurring("segment-audit", FixedDelay.of(patience.auditEvery()))
        .execute((TaskInstance<Void> _, ExecutionContext _) -> reconciler.sweep());
  }

  @Bean
  Task<Void> segmentUnbookedTask(Unbooked unbooked, SegmentProperties patience) {
    return Tasks.recurring("segment-unbooked", FixedDelay.of(patience.lookForUnbookedEvery()))
        .execute((TaskInstance<Void> _, ExecutionContext _) -> unbooked.look());
  }

  private static <T> CompletionHandler<T> removeOr(Optional<Instant> again) {
    return again
        .<CompletionHandler<T>>map(
            when -> (complete, operations) -> operations.reschedule(complete, when))
        .orElseGet(CompletionHandler.OnCompleteRemove::new);
  }

  private static <T> FailureHandler<T> backOff(SegmentProperties patience) {
    return (complete, operations) -> {
      Duration pause = patience.pauseAfter(complete.getExecution().consecutiveFailures + 1);
      operations.reschedule(complete, complete.getTimeDone().plus(pause));
    };
  }
}

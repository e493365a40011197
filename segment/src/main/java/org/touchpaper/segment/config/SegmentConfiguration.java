package org.touchpaper.segment.config;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.cut.CutRepository;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.inventory.ConfigItemRepository;
import org.touchpaper.segment.inventory.DriftRepository;
import org.touchpaper.segment.inventory.InterruptedEditRepository;
import org.touchpaper.segment.inventory.MissingItemTracker;
import org.touchpaper.segment.officer.CutService;
import org.touchpaper.segment.persistence.RetryingTransactions;
import org.touchpaper.segment.provisioning.CircuitItemPlanner;
import org.touchpaper.segment.provisioning.CircuitJobPlanner;
import org.touchpaper.segment.provisioning.CircuitProvisioner;
import org.touchpaper.segment.reconcile.CircuitReconciler;
import org.touchpaper.segment.reconcile.ElementEventListener;
import org.touchpaper.segment.reconcile.OrphanScanner;
import org.touchpaper.segment.reconcile.Reconciler;
import org.touchpaper.segment.reservation.ConnectionLocks;
import org.touchpaper.segment.reservation.ConnectionRepository;
import org.touchpaper.segment.reservation.HoldResolver;
import org.touchpaper.segment.reservation.HolderClientRegistry;
import org.touchpaper.segment.reservation.NotificationOutbox;
import org.touchpaper.segment.reservation.SegmentProperties;
import org.touchpaper.segment.reservation.SegmentProvider;
import org.touchpaper.segment.reservation.SegmentStore;
import org.touchpaper.segment.reservation.SegmentTaskScheduler;
import org.touchpaper.segment.reservation.SegmentTaskScheduler.DueCircuit;
import org.touchpaper.segment.reservation.SegmentTaskScheduler.DueCut;
import org.touchpaper.segment.reservation.SegmentTaskScheduler.DueHold;
import org.touchpaper.segment.reservation.SegmentTaskScheduler.DueNotification;
import org.touchpaper.segment.reservation.VersionRepository;
import org.touchpaper.segment.traffic.TrafficCollector;
import org.touchpaper.segment.traffic.TrafficRepository;

/**
 * The Spring configuration that makes a service a {@link
 * org.touchpaper.segment.connection.NetworkSegment}. The service provides beans of type {@link
 * CapacityAllocator}, {@link CircuitItemPlanner}, {@link DriverRegistry}, {@link
 * HolderClientRegistry} and {@link org.touchpaper.segment.cut.CuttableNetworkDescription}, and
 * lists {@code classpath:platform/db/migration,classpath:segment/db/migration} in its Flyway
 * locations. The bean to call is {@link SegmentProvider}.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SegmentProperties.class)
@Import({
  CircuitReconciler.class,
  CircuitJobPlanner.class,
  CircuitProvisioner.class,
  ConnectionLocks.class,
  ConnectionRepository.class,
  CutRepository.class,
  CutService.class,
  DriftRepository.class,
  ElementEventListener.class,
  HoldResolver.class,
  ConfigItemRepository.class,
  MissingItemTracker.class,
  NotificationOutbox.class,
  OrphanScanner.class,
  Reconciler.class,
  RetryingTransactions.class,
  SegmentProvider.class,
  SegmentStore.class,
  SegmentTaskScheduler.class,
  TrafficCollector.class,
  TrafficRepository.class,
  VersionRepository.class
})
public class SegmentConfiguration {

  /** How long the capacity of bookings that have ended can be looked at. */
  private static final Duration CAPACITY_RETENTION = Duration.ofDays(7);

  @Bean
  CircuitExecutor segmentCircuitExecutor(DriverRegistry drivers, SegmentProperties properties) {
    return new CircuitExecutor(drivers, properties.uncertainEffectTimeout());
  }

  @Bean
  InterruptedEditRepository segmentInterruptedWork(
      JdbcClient sql, Clock clock, SegmentProperties properties) {
    return new InterruptedEditRepository(sql, clock, properties.uncertainEffectTimeout());
  }

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

  /** Ends what a cut covers; also after a crash between the cut and its effects. */
  @Bean
  Task<DueCut> segmentCutTask(CutService cuts, SegmentProperties properties) {
    return Tasks.custom(SegmentTaskScheduler.CUT)
        .onFailure(backOff(properties))
        .onDeadExecutionRevive()
        .execute((task, _) -> {
          cuts.enforce(task.getData().cut());
          return new CompletionHandler.OnCompleteRemove<>();
        });
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

  /** Past bookings are of no use to admission, and a service reads all of them when it starts. */
  @Bean
  Task<Void> segmentCapacityTask(CapacityAllocator admission, Clock clock) {
    return Tasks.recurring("segment-capacity", FixedDelay.of(Duration.ofHours(1)))
        .execute((TaskInstance<Void> _, ExecutionContext _) ->
            admission.forgetBefore(clock.instant().minus(CAPACITY_RETENTION)));
  }

  /** Reads traffic counters; if that is switched off, it only deletes old values. */
  @Bean
  Task<Void> segmentTrafficTask(TrafficCollector collector, SegmentProperties properties) {
    var interval = properties.trafficInterval();
    return Tasks.recurring(
            "segment-traffic", FixedDelay.of(interval.isZero() ? Duration.ofHours(1) : interval))
        .execute((TaskInstance<Void> _, ExecutionContext _) -> {
          if (!interval.isZero()) {
            collector.collect();
          }
          collector.deleteOld();
        });
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

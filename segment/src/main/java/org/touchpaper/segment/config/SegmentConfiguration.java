package org.touchpaper.segment.config;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.touchpaper.segment.capacity.CapacityAdmission;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.inventory.InterruptedWork;
import org.touchpaper.segment.persistence.RetryingTransactions;
import org.touchpaper.segment.provisioning.CircuitItemPlanner;
import org.touchpaper.segment.provisioning.CircuitJobPlanner;
import org.touchpaper.segment.provisioning.CircuitProvisioner;
import org.touchpaper.segment.reconcile.CircuitAuditor;
import org.touchpaper.segment.reconcile.ElementEventListener;
import org.touchpaper.segment.reconcile.OrphanScanner;
import org.touchpaper.segment.reconcile.Reconciler;
import org.touchpaper.segment.reservation.ConnectionLocks;
import org.touchpaper.segment.reservation.HoldResolver;
import org.touchpaper.segment.reservation.HolderRegistry;
import org.touchpaper.segment.reservation.SegmentProperties;
import org.touchpaper.segment.reservation.SegmentProvider;
import org.touchpaper.segment.reservation.SegmentStore;
import org.touchpaper.segment.reservation.SegmentTaskScheduler;

/**
 * The Spring configuration that makes a service a {@link
 * org.touchpaper.segment.connection.NetworkSegment}. The service provides beans of type {@link
 * CapacityAdmission}, {@link CircuitItemPlanner}, {@link DriverRegistry} and {@link
 * HolderRegistry}, and lists {@code classpath:platform/db/migration,classpath:segment/db/migration}
 * in its Flyway locations. The bean to call is {@link SegmentProvider}.
 */
@Configuration(proxyBeanMethods = false)
@Import(SegmentTasks.class)
@EnableConfigurationProperties(SegmentProperties.class)
public class SegmentConfiguration {

  /** The scheduler needs all tasks, which need this bean: hence the lazy reference. */
  @Bean
  SegmentTaskScheduler segmentTaskScheduler(ObjectProvider<SchedulerClient> scheduler) {
    return new SegmentTaskScheduler(scheduler::getObject);
  }

  @Bean
  RetryingTransactions segmentTransactions(PlatformTransactionManager manager) {
    return new RetryingTransactions(manager);
  }

  @Bean
  SegmentStore segmentStore(
      JdbcClient sql,
      SegmentTaskScheduler taskScheduler,
      HolderRegistry holders,
      CapacityAdmission admission,
      Clock clock,
      @Value("${touchpaper.name}") String serviceName) {
    return SegmentStore.of(sql, taskScheduler, holders, admission, clock, serviceName);
  }

  @Bean
  SegmentProvider segmentProvider(
      RetryingTransactions transactions,
      SegmentStore store,
      HolderRegistry holders,
      CapacityAdmission admission,
      SegmentProperties properties) {
    return new SegmentProvider(transactions, store, holders, admission, properties);
  }

  @Bean
  HoldResolver segmentHoldResolver(
      RetryingTransactions transactions,
      SegmentStore store,
      HolderRegistry holders,
      SegmentProperties properties) {
    return new HoldResolver(transactions, store, holders, properties);
  }

  @Bean
  CircuitProvisioner segmentCircuitProvisioner(
      RetryingTransactions transactions,
      SegmentStore store,
      CircuitItemPlanner configuration,
      CircuitExecutor executor,
      SegmentProperties properties,
      ConnectionLocks locks) {
    return new CircuitProvisioner(
        transactions,
        store,
        new CircuitJobPlanner(store, configuration),
        executor,
        properties,
        locks);
  }

  @Bean
  CircuitExecutor segmentCircuitExecutor(DriverRegistry drivers, SegmentProperties properties) {
    return new CircuitExecutor(drivers, properties.uncertainEffectTimeout());
  }

  @Bean
  InterruptedWork segmentInterruptedWork(
      JdbcClient sql, Clock clock, SegmentProperties properties) {
    return new InterruptedWork(sql, clock, properties.uncertainEffectTimeout());
  }

  @Bean
  ConnectionLocks segmentConnectionLocks() {
    return new ConnectionLocks();
  }

  @Bean
  Reconciler segmentReconciler(
      RetryingTransactions transactions,
      SegmentStore store,
      DriverRegistry drivers,
      CircuitExecutor executor,
      SegmentProperties properties,
      ConnectionLocks locks) {
    var auditor =
        new CircuitAuditor(transactions, store, executor, locks, properties.missingItemGrace());
    return new Reconciler(transactions, store, drivers, auditor);
  }

  @Bean
  OrphanScanner segmentOrphanScanner(
      RetryingTransactions transactions, SegmentStore store, DriverRegistry drivers) {
    return new OrphanScanner(transactions, store, drivers);
  }

  /** Not with manual scheduling: then nothing runs on its own. */
  @Bean
  @ConditionalOnProperty(
      name = "touchpaper.schedule.manual",
      havingValue = "false",
      matchIfMissing = true)
  ElementEventListener segmentElementEventListener(DriverRegistry drivers, Reconciler reconciler) {
    return new ElementEventListener(drivers, reconciler);
  }
}

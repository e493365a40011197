package org.touchpaper.bar.coallocation.service;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.coallocation.CoAllocationRepository;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.harc.HarcAdapter;
import org.touchpaper.bar.coallocation.transaction.AttemptRunner;
import org.touchpaper.bar.coallocation.transaction.CoAllocationStore;
import org.touchpaper.bar.coallocation.transaction.RequestRegistrar;
import org.touchpaper.bar.coallocation.transaction.RetryPolicy;
import org.touchpaper.bar.coallocation.transaction.SlotFinder;
import org.touchpaper.bar.coallocation.transaction.TransactionPlanner;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.bar.history.HistoryRepository;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.ResourceManagerQueries;
import org.touchpaper.platform.security.OutboundInterceptor;
import org.touchpaper.platform.time.TimeOrderedIds;

/** Wires the beans of the co-allocation service. */
@Configuration(proxyBeanMethods = false)
class CoAllocationConfiguration {

  @Bean
  @ConditionalOnMissingBean
  CommitProtocolPort commitProtocolPort(
      HarcClient client,
      OutboundInterceptor outbound,
      Clock clock,
      Directory directory,
      ObjectProvider<ResourceManagerQueries> networkResourceManager) {
    var local = new HashMap<String, ResourceManagerQueries>();
    networkResourceManager.ifAvailable(
        queries -> local.put(String.valueOf(directory.networkRm()), queries));
    return new HarcAdapter(client, outbound, clock, local);
  }

  @Bean
  AvailabilityService availabilityService(CommitProtocolPort harc, Directory directory) {
    return new AvailabilityService(harc, directory);
  }

  @Bean
  OutcomeWaiters outcomeWaiters() {
    return new OutcomeWaiters();
  }

  @Bean
  CoAllocationService coAllocationService(
      CoAllocationRepository repository,
      HistoryRepository histories,
      CommitProtocolPort harc,
      Directory directory,
      TimeOrderedIds ids,
      PlatformTransactionManager database,
      ApplicationEventPublisher publisher,
      OutcomeWaiters waiters,
      @Value("${touchpaper.bar.attempts:5}") int maxAttempts,
      @Value("${touchpaper.bar.attempt-pause:50ms}") Duration minPause,
      @Value("${touchpaper.bar.patience:10s}") Duration decisionTimeout,
      Clock clock) {
    var store =
        new CoAllocationStore(
            repository, histories, new TransactionTemplate(database), publisher, clock);
    var planner = new TransactionPlanner(directory, ids, clock);
    var slotFinder = new SlotFinder(harc, clock);
    return new CoAllocationService(
        repository,
        histories,
        store,
        planner,
        new RequestRegistrar(repository, store, planner, slotFinder, directory, clock),
        new AttemptRunner(
            store, harc, planner, slotFinder, new RetryPolicy(maxAttempts, minPause), clock),
        new PartStatusPoller(store, harc, clock),
        waiters,
        decisionTimeout,
        clock);
  }

  @Bean(destroyMethod = "close")
  DueCoAllocationPoller dueCoAllocationPoller(
      CoAllocationRepository repository,
      CoAllocationService service,
      PlatformTransactionManager database,
      Clock clock,
      @Value("${touchpaper.schedule.manual:false}") boolean isManual) {
    return new DueCoAllocationPoller(
        repository, service, new TransactionTemplate(database), clock, isManual);
  }
}

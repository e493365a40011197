package org.touchpaper.bar.coallocation.service;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.Task;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.harc.HarcAdapter;
import org.touchpaper.bar.coallocation.transaction.RetryPolicy;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.bar.schedule.NextCheckScheduler;
import org.touchpaper.harc.client.HarcClient;
import org.touchpaper.harc.client.ResourceManagerQueries;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;

/** Wires the beans of the co-allocation service. */
@Configuration(proxyBeanMethods = false)
class CoAllocationConfiguration {

  @Bean
  @ConditionalOnMissingBean
  CommitProtocolPort commitProtocolPort(
      HarcClient client,
      OutgoingPeerCallInterceptor outbound,
      Clock clock,
      BarProperties bar,
      ObjectProvider<ResourceManagerQueries> networkResourceManager) {
    var local = new HashMap<String, ResourceManagerQueries>();
    networkResourceManager.ifAvailable(
        queries -> local.put(String.valueOf(bar.networkRm()), queries));
    return new HarcAdapter(client, outbound, clock, local);
  }

  @Bean
  RetryPolicy retryPolicy(
      @Value("${touchpaper.bar.attempts:5}") int maxAttempts,
      @Value("${touchpaper.bar.attempt-pause:150ms}") Duration minPause) {
    return new RetryPolicy(maxAttempts, minPause);
  }

  @Bean
  NextCheckScheduler coAllocationChecks(
      ObjectProvider<Scheduler> scheduler, JdbcClient rows, Clock clock) {
    return new NextCheckScheduler("co-allocation-check", scheduler::getObject, rows, clock);
  }

  @Bean
  Task<Void> coAllocationCheckTask(
      NextCheckScheduler coAllocationChecks, CoAllocationService service) {
    return coAllocationChecks.task(service);
  }
}

package org.touchpaper.harc.rm;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.Task;
import java.time.Clock;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.backend.slurm.SlurmModule;
import org.touchpaper.harc.rm.backend.slurm.SlurmScheduler;
import org.touchpaper.harc.rm.booking.PreparedTransactions;
import org.touchpaper.harc.rm.ownership.AccountMapping;
import org.touchpaper.platform.health.HealthCheck;
import org.touchpaper.platform.security.PeerRegistry;
import tools.jackson.databind.json.JsonMapper;

/** A resource manager in front of Slurm. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "touchpaper.rm.kind", havingValue = "slurm")
class SlurmConfiguration {

  @Bean
  SlurmModule slurmModule(
      ResourceManagerProperties rm,
      AccountMapping accounts,
      PeerRegistry peers,
      @Lazy SchedulerClient schedulerClient,
      JdbcClient jdbc,
      JsonMapper json,
      TransactionTemplate database,
      Clock clock) {
    var slurm = rm.slurm();
    return new SlurmModule(
        slurm.cluster(peers.self(), accounts),
        slurm.access(),
        new PreparedTransactions(jdbc, json, clock),
        new DueTask(schedulerClient, "booking")::scheduleFresh,
        jdbc,
        database,
        clock);
  }

  @Bean
  SlurmScheduler slurmScheduler(SlurmModule module) {
    return module.scheduler();
  }

  @Bean
  Task<Void> bookingTask(Clock clock, ObjectProvider<SlurmModule> module) {
    return DueTask.task("booking", clock, bookingId -> module.getObject().check(bookingId));
  }

  @Bean
  Task<Void> slurmReconciliationTask(Clock clock, ObjectProvider<SlurmModule> module) {
    return DueTask.task("slurm-patrol", clock, _ -> Optional.of(module.getObject().reconcile()));
  }

  @Bean
  StartupRecovery slurmRecovery(
      ResourceManagerProperties rm, @Lazy SchedulerClient schedulerClient, Clock clock) {
    return new StartupRecovery(() ->
        new DueTask(schedulerClient, "slurm-patrol").schedule(rm.slurm().name(), clock.instant()));
  }

  @Bean
  HealthCheck slurmHealth(SlurmModule module) {
    return new SlurmHealthCheck(module);
  }
}

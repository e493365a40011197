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
import org.touchpaper.harc.rm.answer.Answers;
import org.touchpaper.harc.rm.owner.Accounts;
import org.touchpaper.harc.rm.slurm.SlurmHouse;
import org.touchpaper.harc.rm.slurm.SlurmScheduler;
import org.touchpaper.platform.health.HealthPart;
import org.touchpaper.platform.peers.Peers;
import tools.jackson.databind.json.JsonMapper;

/** A resource manager in front of Slurm. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "touchpaper.rm.kind", havingValue = "slurm")
class SlurmConfiguration {

  @Bean
  SlurmHouse slurmHouse(
      RmProperties rm,
      Accounts accounts,
      Peers peers,
      @Lazy SchedulerClient reminders,
      JdbcClient jdbc,
      JsonMapper json,
      TransactionTemplate database,
      Clock clock) {
    var slurm = rm.slurm();
    return new SlurmHouse(
        slurm.cluster(peers.self(), accounts),
        slurm.access(),
        new Answers(jdbc, json, clock),
        new DueRow(reminders, "booking")::afreshAt,
        jdbc,
        database,
        clock);
  }

  @Bean
  SlurmScheduler slurmScheduler(SlurmHouse house) {
    return house.scheduler();
  }

  @Bean
  Task<Void> bookingTask(Clock clock, ObjectProvider<SlurmHouse> house) {
    return DueRow.task("booking", clock, ident -> house.getObject().look(ident));
  }

  @Bean
  Task<Void> slurmPatrolTask(Clock clock, ObjectProvider<SlurmHouse> house) {
    return DueRow.task("slurm-patrol", clock, _ -> Optional.of(house.getObject().patrol()));
  }

  @Bean
  Recovery slurmRecovery(RmProperties rm, @Lazy SchedulerClient reminders, Clock clock) {
    return new Recovery(
        () -> new DueRow(reminders, "slurm-patrol").at(rm.slurm().name(), clock.instant()));
  }

  @Bean
  HealthPart slurmHealth(SlurmHouse house) {
    return new SlurmHealth(house);
  }
}

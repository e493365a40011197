package org.touchpaper.harc.rm;

import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.backend.units.Facility;
import org.touchpaper.harc.rm.backend.units.UnitScheduler;
import org.touchpaper.harc.rm.booking.PreparedTransactions;
import tools.jackson.databind.json.JsonMapper;

/** A resource manager of a store or an instrument. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "touchpaper.rm.kind", havingValue = "generic")
class UnitsConfiguration {

  @Bean
  UnitScheduler unitScheduler(
      ResourceManagerProperties rm,
      JdbcClient jdbc,
      JsonMapper json,
      TransactionTemplate database,
      Clock clock) {
    return new UnitScheduler(
        new Facility(rm.generic().name(), rm.generic().units(), rm.sites()),
        jdbc,
        new PreparedTransactions(jdbc, json, clock),
        database,
        clock);
  }

  @Bean
  StartupRecovery unitRecovery(UnitScheduler scheduler) {
    return new StartupRecovery(scheduler::recordCapacities);
  }
}

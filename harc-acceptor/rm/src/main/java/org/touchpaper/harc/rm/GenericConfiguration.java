package org.touchpaper.harc.rm;

import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.answer.Answers;
import org.touchpaper.harc.rm.generic.Facility;
import org.touchpaper.harc.rm.generic.UnitScheduler;
import tools.jackson.databind.json.JsonMapper;

/** A resource manager of a store or an instrument. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "touchpaper.rm.kind", havingValue = "generic")
class GenericConfiguration {

  @Bean
  UnitScheduler unitScheduler(
      RmProperties rm,
      JdbcClient jdbc,
      JsonMapper json,
      TransactionTemplate database,
      Clock clock) {
    return new UnitScheduler(
        new Facility(rm.generic().name(), rm.generic().units(), rm.sites()),
        jdbc,
        new Answers(jdbc, json, clock),
        database,
        clock);
  }

  @Bean
  Recovery unitRecovery(UnitScheduler scheduler) {
    return new Recovery(scheduler::open);
  }
}

package org.touchpaper.platform.time;

import java.time.Clock;
import java.time.Duration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Provides the service's clock, unless it defines its own. */
@AutoConfiguration
public class TimeAutoConfiguration {

  /** Ticks in microseconds, PostgreSQL's precision, so that stored instants are read back equal. */
  @Bean
  @ConditionalOnMissingBean(Clock.class)
  Clock clock() {
    return Clock.tick(Clock.systemUTC(), Duration.ofNanos(1000));
  }

  @Bean
  TimeOrderedIds timeOrderedIds(Clock clock) {
    return new TimeOrderedIds(clock);
  }
}

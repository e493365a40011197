package org.touchpaper.platform.schedule;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.jdbc.PostgreSqlJdbcCustomization;
import com.github.kagkarlsson.scheduler.logging.LogLevel;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.testhelper.TestHelper.ManualSchedulerBuilder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.touchpaper.platform.PermittedRange;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.log.ServiceInLog;
import tools.jackson.databind.json.JsonMapper;

/** The service's scheduler: one table, one clock, every task that is a bean. */
@AutoConfiguration(
    after = {
      DataSourceAutoConfiguration.class,
      FlywayAutoConfiguration.class,
      JacksonAutoConfiguration.class
    })
@EnableConfigurationProperties(TouchpaperProperties.class)
public class ScheduleAutoConfiguration {

  private static final String BY_HAND = "touchpaper.schedule.by-hand";

  private static final PermittedRange<Integer> THREADS = new PermittedRange<>(1, 10_000);

  /**
   * Looks ten times a second: a due row starts within 200 ms of its instant (DESIGN decision 4).
   * {@link SchedulerStart} starts and stops it.
   */
  @Bean(destroyMethod = "")
  @DependsOnDatabaseInitialization
  @ConditionalOnProperty(name = BY_HAND, havingValue = "false", matchIfMissing = true)
  Scheduler scheduler(
      DataSource database,
      ObjectProvider<Task<?>> tasks,
      Clock clock,
      JsonMapper json,
      TouchpaperProperties service,
      @Value("${touchpaper.schedule.threads:32}") int threads) {
    THREADS.check("touchpaper.schedule.threads", threads);
    return new RealTimeScheduler(joined(database), all(tasks))
        .schedulerName(new SchedulerName.Fixed(service.name()))
        .jdbcCustomization(new PostgreSqlJdbcCustomization(false, false))
        .serializer(new JsonTaskData(json))
        .clock(clock::instant)
        .pollingInterval(Duration.ofMillis(100))
        .heartbeatInterval(Duration.ofSeconds(10))
        .pollUsingLockAndFetch(0.5, 1.0)
        .threads(threads)
        // due work waits for others most of the time, and a service may do much of it at once
        .executorService(
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("due-", 1).factory()))
        .failureLogging(LogLevel.OFF, false)
        .addExecutionInterceptor((instance, context, chain) -> {
          try (var _ = ServiceInLog.of(service.name())) {
            return chain.proceed(instance, context);
          }
        })
        .addExecutionInterceptor(new FailureInLog())
        .enableImmediateExecution()
        .shutdownMaxWait(Duration.ofSeconds(2))
        .build();
  }

  @Bean
  @ConditionalOnProperty(name = BY_HAND, havingValue = "false", matchIfMissing = true)
  SchedulerStart schedulerStart(
      Scheduler scheduler, DataSource database, TouchpaperProperties service) {
    return new SchedulerStart(scheduler, database, service.name());
  }

  @Bean(destroyMethod = "")
  @DependsOnDatabaseInitialization
  @ConditionalOnProperty(name = BY_HAND, havingValue = "true")
  Scheduler schedulerByHand(
      DataSource database, ObjectProvider<Task<?>> tasks, Clock clock, JsonMapper json) {
    return ((ManualSchedulerBuilder)
            new ManualSchedulerBuilder(joined(database), all(tasks))
                .clock(new Following(clock))
                .jdbcCustomization(new PostgreSqlJdbcCustomization(false, false))
                .serializer(new JsonTaskData(json)))
        .build();
  }

  /** A row scheduled inside a transaction comes and goes with it. */
  private static DataSource joined(DataSource database) {
    return new TransactionAwareDataSourceProxy(database);
  }

  private static List<Task<?>> all(ObjectProvider<Task<?>> tasks) {
    return tasks.orderedStream().toList();
  }

  /** The library's settable clock, following the service's clock instead of being set. */
  private static final class Following
      extends com.github.kagkarlsson.scheduler.testhelper.SettableClock {
    private final Clock clock;

    Following(Clock clock) {
      this.clock = clock;
    }

    @Override
    public Instant now() {
      return clock.instant();
    }
  }
}

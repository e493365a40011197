package org.touchpaper.platform.schedule;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.jdbc.PostgreSqlJdbcCustomization;
import com.github.kagkarlsson.scheduler.logging.LogLevel;
import com.github.kagkarlsson.scheduler.stats.MicrometerStatsRegistry;
import com.github.kagkarlsson.scheduler.stats.StatsRegistryAdapter;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.testhelper.TestHelper.ManualSchedulerBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.springframework.beans.factory.InitializingBean;
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
import org.touchpaper.platform.SettingValueRange;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.log.ServiceNameMdcFilter;
import org.touchpaper.platform.postgres.RestoredDatabaseException;
import tools.jackson.databind.json.JsonMapper;

/** Configures the service's scheduler with every task that is a bean. */
@AutoConfiguration(
    after = {
      DataSourceAutoConfiguration.class,
      FlywayAutoConfiguration.class,
      JacksonAutoConfiguration.class
    })
@EnableConfigurationProperties(TouchpaperProperties.class)
public class ScheduleAutoConfiguration {

  private static final String MANUAL = "touchpaper.schedule.manual";

  private static final SettingValueRange<Integer> THREADS = new SettingValueRange<>(1, 10_000);

  /**
   * Polls ten times a second: a due row starts within 200 ms of its time (DESIGN decision 4).
   * {@link SchedulerLifecycle} starts and stops it.
   */
  @Bean(destroyMethod = "")
  @DependsOnDatabaseInitialization
  @ConditionalOnProperty(name = MANUAL, havingValue = "false", matchIfMissing = true)
  Scheduler scheduler(
      DataSource database,
      ObjectProvider<Task<?>> tasks,
      Clock clock,
      JsonMapper json,
      TouchpaperProperties service,
      ObjectProvider<MeterRegistry> meters,
      @Value("${touchpaper.schedule.threads:32}") int threads) {
    THREADS.check("touchpaper.schedule.threads", threads);
    var dueTasks = listTasks(tasks);
    return new RealTimePollingSchedulerBuilder(transactionAware(database), dueTasks)
        .schedulerName(new SchedulerName.Fixed(service.name()))
        .jdbcCustomization(new PostgreSqlJdbcCustomization(false, false))
        .serializer(new JsonTaskSerializer(json))
        .clock(clock::instant)
        .pollingInterval(Duration.ofMillis(100))
        .heartbeatInterval(Duration.ofSeconds(10))
        .pollUsingLockAndFetch(0.5, 1.0)
        .threads(threads)
        // due tasks mostly wait for other services, and many run at once
        .executorService(
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("due-", 1).factory()))
        .failureLogging(LogLevel.OFF, false)
        .addSchedulerListener(
            new StatsRegistryAdapter(
                new MicrometerStatsRegistry(
                    meters.getIfAvailable(SimpleMeterRegistry::new), dueTasks)))
        .addExecutionInterceptor((instance, context, chain) -> {
          try (var _ = ServiceNameMdcFilter.putServiceName(service.name())) {
            return chain.proceed(instance, context);
          }
        })
        .addExecutionInterceptor(new TaskFailureLogger())
        .enableImmediateExecution()
        .shutdownMaxWait(Duration.ofSeconds(2))
        .build();
  }

  @Bean
  @ConditionalOnProperty(name = MANUAL, havingValue = "false", matchIfMissing = true)
  SchedulerLifecycle schedulerLifecycle(
      Scheduler scheduler, DataSource database, TouchpaperProperties service) {
    return new SchedulerLifecycle(scheduler, database, service.name());
  }

  @Bean(destroyMethod = "")
  @DependsOnDatabaseInitialization
  @ConditionalOnProperty(name = MANUAL, havingValue = "true")
  Scheduler manualScheduler(
      DataSource database, ObjectProvider<Task<?>> tasks, Clock clock, JsonMapper json) {
    return ((ManualSchedulerBuilder)
            new ManualSchedulerBuilder(transactionAware(database), listTasks(tasks))
                .clock(new ServiceClockAdapter(clock))
                .jdbcCustomization(new PostgreSqlJdbcCustomization(false, false))
                .serializer(new JsonTaskSerializer(json)))
        .build();
  }

  /** Checks the database before anything runs on it. */
  @Bean
  @DependsOnDatabaseInitialization
  InitializingBean restoredDatabaseCheck(DataSource database) {
    return () -> RestoredDatabaseException.throwIfRestored(database);
  }

  /** A row scheduled inside a transaction commits or rolls back with it. */
  private static DataSource transactionAware(DataSource database) {
    return new TransactionAwareDataSourceProxy(database);
  }

  private static List<Task<?>> listTasks(ObjectProvider<Task<?>> tasks) {
    return tasks.orderedStream().toList();
  }

  /** The library's settable clock, reading the service's clock. */
  private static final class ServiceClockAdapter
      extends com.github.kagkarlsson.scheduler.testhelper.SettableClock {
    private final Clock clock;

    ServiceClockAdapter(Clock clock) {
      this.clock = clock;
    }

    @Override
    public Instant now() {
      return clock.instant();
    }
  }
}

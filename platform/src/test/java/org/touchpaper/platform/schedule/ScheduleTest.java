package org.touchpaper.platform.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.soap.SoapFaultException;
import org.touchpaper.platform.time.SettableClock;

@ExtendWith(OutputCaptureExtension.class)
class ScheduleTest {

  private final SettableClock clock = SettableClock.at("2026-12-01T21:00:00Z");
  private final TestDatabase database = TestDatabases.fresh();
  private final LinkedBlockingQueue<TaskData> done = new LinkedBlockingQueue<>();
  private final AtomicInteger hours = new AtomicInteger();

  /** The failure of the next execution, or null. */
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  record TaskData(UUID connection, int version) {}

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Service {
    @Bean
    Task<TaskData> start(
        LinkedBlockingQueue<TaskData> done, AtomicReference<@Nullable Throwable> failure) {
      return Tasks.oneTime("start", TaskData.class)
          .execute((task, _) -> {
            var fails = failure.getAndSet(null);
            switch (fails) {
              case null -> done.add(task.getData());
              case Error error -> throw error;
              case RuntimeException exception -> throw exception;
              default -> throw new IllegalStateException(fails);
            }
          });
    }

    @Bean
    Task<Void> everyHour(AtomicInteger hours) {
      return Tasks.recurring("every-hour", FixedDelay.ofHours(1))
          .execute((TaskInstance<Void> _, ExecutionContext _) -> hours.incrementAndGet());
    }
  }

  @Test
  void aManualSchedulerRunsATaskOnceItIsDue() {
    try (var service = start("--touchpaper.schedule.manual=true")) {
      var scheduler = service.getBean(Scheduler.class);
      var order = schedule(scheduler);
      DueTasks.run(scheduler);
      assertThat(done).isEmpty();

      clock.advance(Duration.ofSeconds(10));
      DueTasks.run(scheduler);
      DueTasks.run(scheduler);
      assertThat(done).containsExactly(order);
    }
  }

  @Test
  void aTaskRunsByTheServicesClockAndSurvivesARestart() throws Exception {
    TaskData order;
    try (var service = start()) {
      order = schedule(service.getBean(Scheduler.class));
    }
    clock.advance(Duration.ofSeconds(10));
    try (var _ = start()) {
      assertThat(done.poll(60, TimeUnit.SECONDS)).isEqualTo(order);
    }
  }

  @Test
  void pollingContinuesWhileTheServicesClockStandsStill() throws Exception {
    try (var service = start()) {
      var scheduler = service.getBean(Scheduler.class);
      schedule(scheduler);
      clock.advance(Duration.ofSeconds(10));
      assertThat(done.poll(60, TimeUnit.SECONDS)).isNotNull();

      var order = new TaskData(UUID.randomUUID(), 2);
      JdbcClient.create(database.dataSource())
          .sql(
              """
              insert into scheduled_tasks (task_name, task_instance, task_data, execution_time,
                picked, version)
              values ('start', 'another', ?::bytea, ?, false, 1)
              """)
          .param(
              ("{\"connection\":\"" + order.connection() + "\",\"version\":2}")
                  .getBytes(StandardCharsets.UTF_8))
          .param(clock.instant().atOffset(ZoneOffset.UTC))
          .update();
      assertThat(done.poll(60, TimeUnit.SECONDS)).isEqualTo(order);
    }
  }

  @Test
  void aRecurringTaskStartsAndRecurs() {
    try (var _ = start()) {
      await().atMost(Duration.ofMinutes(1)).until(() -> hours.get() == 1);
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> {
            clock.advance(Duration.ofHours(2)); // the previous execution may end only after this
            return hours.get() > 1;
          });
    }
  }

  @Test
  void anUnreachableServiceIsOneLogLinePerAttempt(CapturedOutput output) {
    failure.set(
        new IllegalStateException(
            "no answer", SoapFaultException.serviceFault("still starting", null)));
    try (var service = start()) {
      schedule(service.getBean(Scheduler.class));
      clock.advance(Duration.ofSeconds(10));
      await().atMost(Duration.ofMinutes(1)).until(() -> failure.get() == null);
      await().atMost(Duration.ofMinutes(1)).until(() -> output.getAll().contains("no answer"));
    }
    assertThat(output.getAll().lines())
        .filteredOn(line -> line.contains("no answer"))
        .singleElement()
        .asString()
        .contains(" WARN ", "[scheduled]", "start ", "failed and will be retried");
    assertThat(output.getAll()).doesNotContain("still starting", "\tat ");
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void anInternalErrorIsLoggedWithItsTrace(Throwable mistake, CapturedOutput output) {
    failure.set(mistake);
    try (var service = start()) {
      schedule(service.getBean(Scheduler.class));
      clock.advance(Duration.ofSeconds(10));
      await().atMost(Duration.ofMinutes(1)).until(() -> output.getAll().contains("\tat "));
    }
    assertThat(output.getAll().lines())
        .filteredOn(line -> line.contains(mistake.toString()))
        .hasSize(1);
  }

  static List<Throwable> mistakes() {
    return List.of(new IllegalStateException("a mistake"), new NoClassDefFoundError("a/Mistake"));
  }

  @Test
  void tasksInterruptedByACrashRunAgainAfterTheRestart() throws Exception {
    TaskData order;
    try (var service = start("--touchpaper.schedule.manual=true")) {
      order = schedule(service.getBean(Scheduler.class));
    }
    clock.advance(Duration.ofSeconds(10));
    JdbcClient.create(database.dataSource())
        .sql("update scheduled_tasks set picked = true, picked_by = ?, last_heartbeat = ?")
        .param("scheduled")
        .param(clock.instant().atOffset(ZoneOffset.UTC))
        .update();
    try (var _ = start()) {
      assertThat(done.poll(60, TimeUnit.SECONDS)).isEqualTo(order);
    }
  }

  @Test
  void aTaskOfATransactionThatRolledBackNeverRuns() {
    try (var service = start("--touchpaper.schedule.manual=true")) {
      var scheduler = service.getBean(Scheduler.class);
      service
          .getBean(TransactionTemplate.class)
          .executeWithoutResult(transaction -> {
            schedule(scheduler);
            transaction.setRollbackOnly();
          });
      clock.advance(Duration.ofSeconds(10));
      DueTasks.run(scheduler);
      assertThat(done).isEmpty();
    }
  }

  private TaskData schedule(Scheduler scheduler) {
    var order = new TaskData(UUID.randomUUID(), 1);
    scheduler.schedule(
        Tasks.oneTime("start", TaskData.class)
            .execute((_, _) -> {})
            .instance(order.connection().toString(), order),
        clock.instant().plusSeconds(10));
    return order;
  }

  private ConfigurableApplicationContext start(String... args) {
    var common =
        List.of(
            "--touchpaper.name=scheduled",
            "--spring.flyway.locations=classpath:platform/db/migration");
    return new SpringApplicationBuilder(Service.class)
        .web(WebApplicationType.NONE)
        .initializers(context -> {
          var beans = context.getBeanFactory();
          beans.registerSingleton("clock", clock);
          beans.registerSingleton("done", done);
          beans.registerSingleton("hours", hours);
          beans.registerSingleton("failure", failure);
        })
        .run(
            Stream.of(common.stream(), Stream.of(database.args()), Stream.of(args))
                .flatMap(s -> s)
                .toArray(String[]::new));
  }
}

package org.touchpaper.segment.kit;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.OnStartup;
import com.github.kagkarlsson.scheduler.task.Task;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.crash.CrashPoint;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.schedule.DueTasks;
import org.touchpaper.platform.schedule.ScheduleAutoConfiguration;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.config.SegmentConfiguration;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.SegmentHolder;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.officer.CutService;
import org.touchpaper.segment.reservation.HolderClientRegistry;
import org.touchpaper.segment.reservation.SegmentProvider;

/**
 * The service of a segment that can be killed and restarted: with its database on PostgreSQL, its
 * drivers, and its elements over real sockets.
 */
public final class KillableSegment implements AutoCloseable {

  /** Spring Boot's logging set-up is global to the process, and two at a time would interfere. */
  private static final ReentrantLock LOGGING = new ReentrantLock();

  private final SettableClock clock;
  private final ScriptedHolder holder = new ScriptedHolder();
  private final TestDatabase database = TestDatabases.fresh();
  private final Class<?> service;
  private final List<String> options;
  private final List<CrashingProxy> wires;
  private boolean migrated;
  private CrashSwitch crash = CrashSwitch.never();
  private @Nullable ConfigurableApplicationContext context;

  /**
   * A service that is not started yet.
   *
   * @param service its configuration
   * @param options its settings, including the ports of the proxies
   */
  public KillableSegment(Class<?> service, List<String> options, List<CrashingProxy> wires) {
    this(service, options, wires, SettableClock.at("2026-12-01T12:00:00Z"));
  }

  /** The same, on a clock that its elements share. */
  public KillableSegment(
      Class<?> service, List<String> options, List<CrashingProxy> wires, SettableClock clock) {
    this.clock = clock;
    this.service = service;
    this.options = List.copyOf(options);
    this.wires = List.copyOf(wires);
  }

  /** The beans that every segment needs beside its own configuration. */
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    DataSourceAutoConfiguration.class,
    DataSourceTransactionManagerAutoConfiguration.class,
    TransactionAutoConfiguration.class,
    JdbcTemplateAutoConfiguration.class,
    JdbcClientAutoConfiguration.class,
    FlywayAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    ScheduleAutoConfiguration.class
  })
  @Import(SegmentConfiguration.class)
  @EnableConfigurationProperties(TouchpaperProperties.class)
  static class Common {}

  /** Begins a scenario that may end with a crash; a service that survived the last one runs on. */
  public CrashSwitch startWith(@Nullable CrashPoint point, CommandCrashPoints watch) {
    if (context == null || crash.hasCrashed()) {
      start();
    }
    crash.retarget(point);
    wires.forEach(wire -> wire.use(crash, watch));
    return crash;
  }

  private void start() {
    LOGGING.lock();
    try {
      startFresh();
    } finally {
      LOGGING.unlock();
    }
  }

  private void startFresh() {
    stop();
    crash = CrashSwitch.never();
    wires.forEach(wire -> wire.use(crash, CommandCrashPoints.none()));
    var arguments = new ArrayList<>(options);
    arguments.addAll(List.of(database.args()));
    arguments.add("--touchpaper.schedule.manual=true");
    arguments.add("--spring.datasource.hikari.maximum-pool-size=4");
    arguments.add("--spring.datasource.hikari.minimum-idle=1");
    arguments.add("--spring.flyway.enabled=" + !migrated);
    arguments.add("--spring.main.banner-mode=off");
    arguments.add("--logging.level.root=warn");
    context =
        crash
            .installIn(new SpringApplicationBuilder(Common.class, service))
            .web(WebApplicationType.NONE)
            .initializers(context -> {
              context.getBeanFactory().registerSingleton("clock", (Clock) clock);
              context
                  .getBeanFactory()
                  .registerSingleton(
                      "holders",
                      new SingleAllowedHolder(
                          new CrashingHolder(holder, crash.peerCallInterceptor())));
              ((GenericApplicationContext) context)
                  .registerBean(
                      "unpick",
                      ApplicationRunner.class,
                      () -> _ -> releasePickedTasks(context.getBean(JdbcClient.class)));
            })
            .run(arguments.toArray(String[]::new));
    migrated = true;
  }

  /** Manual scheduling lacks the start of the scheduler, which releases picked tasks. */
  private static void releasePickedTasks(JdbcClient sql) {
    sql.sql("update scheduled_tasks set picked = false").update();
  }

  /** When the next non-recurring task is due. */
  public Optional<Instant> nextDue() {
    return sql()
        .sql("select min(execution_time) from scheduled_tasks where task_instance <> 'recurring'")
        .query(OffsetDateTime.class)
        .optional()
        .map(OffsetDateTime::toInstant);
  }

  private void stop() {
    wires.forEach(CrashingProxy::cut);
    if (context != null) {
      context.close();
    }
  }

  private ConfigurableApplicationContext context() {
    if (context == null) {
      throw new IllegalStateException("not started");
    }
    return context;
  }

  /** Its clock, which stands still until it is set. */
  public SettableClock clock() {
    return clock;
  }

  /** The only holder it accepts. */
  public ScriptedHolder holder() {
    return holder;
  }

  public SegmentProvider segment() {
    return context().getBean(SegmentProvider.class);
  }

  public CutService cuts() {
    return context().getBean(CutService.class);
  }

  /** The drivers of the service. */
  public DriverRegistry elements() {
    return context().getBean(DriverRegistry.class);
  }

  public JdbcClient sql() {
    return context().getBean(JdbcClient.class);
  }

  /** From now on recurring tasks, such as the audit, fall due too. */
  public void startRecurringTasks() {
    var scheduler = context().getBean(Scheduler.class);
    context().getBeanProvider(Task.class).stream()
        .filter(OnStartup.class::isInstance)
        .forEach(task -> ((OnStartup) task).onStartup(scheduler, clock::instant));
  }

  /** True if due tasks remain. */
  public boolean hasDueTasks() {
    return sql()
            .sql("select count(*) from scheduled_tasks where execution_time <= ?")
            .param(clock.instant().atOffset(ZoneOffset.UTC))
            .query(Long.class)
            .single()
        > 0;
  }

  /** Runs the due tasks once, in the thread of the caller. */
  public void runDueTasks() {
    DueTasks.run(context().getBean(Scheduler.class));
  }

  /** Runs the due tasks once, with this parallelism. */
  public void runDueTasks(int parallelism) {
    var scheduler = context().getBean(Scheduler.class);
    var failures = new ConcurrentLinkedQueue<Throwable>();
    try (var threads = Executors.newFixedThreadPool(parallelism)) {
      for (var thread = 0; thread < parallelism; thread++) {
        threads.execute(() -> {
          try {
            DueTasks.run(scheduler); // the scheduler gives a row to one thread only
          } catch (Throwable e) {
            failures.add(e);
          }
        });
      }
    } // waits for all
    if (!failures.isEmpty()) {
      throw new IllegalStateException(failures.size() + " of " + parallelism, failures.element());
    }
  }

  @Override
  public void close() {
    LOGGING.lock();
    try {
      stop();
    } finally {
      LOGGING.unlock();
    }
    wires.forEach(CrashingProxy::close);
  }

  private record SingleAllowedHolder(SegmentHolder holder) implements HolderClientRegistry {
    @Override
    public boolean accepts(RequesterIdentity requester, Holder held) {
      return held instanceof Holder.PeerService peerService
          && peerService.peer().equals(ScriptedHolder.PEER);
    }

    @Override
    public SegmentHolder clientFor(Holder.PeerService peerService) {
      return holder;
    }
  }
}

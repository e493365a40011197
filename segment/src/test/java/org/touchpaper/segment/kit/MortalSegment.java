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
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.schedule.DueWork;
import org.touchpaper.platform.schedule.ScheduleAutoConfiguration;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.SegmentHolder;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.provider.Holders;
import org.touchpaper.segment.provider.SegmentConfiguration;
import org.touchpaper.segment.provider.SegmentProvider;

/**
 * A segment's service behind its front door, which can die and be started anew: its own books on
 * PostgreSQL, its own drivers, and its elements at the other end of real wires.
 */
public final class MortalSegment implements AutoCloseable {

  /** What Spring Boot sets up for logging is the process's: two that do at once spoil it. */
  private static final ReentrantLock LOGGING = new ReentrantLock();

  private final SettableClock clock;
  private final ScriptedHolder holder = new ScriptedHolder();
  private final TestDatabase database = TestDatabases.fresh();
  private final Class<?> service;
  private final List<String> options;
  private final List<ElementWire> wires;
  private boolean migrated;
  private CrashSwitch crash = CrashSwitch.never();
  private @Nullable ConfigurableApplicationContext life;

  /**
   * A service that is not started yet.
   *
   * @param service its configuration
   * @param options its settings, the ports of the wires among them
   */
  public MortalSegment(Class<?> service, List<String> options, List<ElementWire> wires) {
    this(service, options, wires, SettableClock.at("2026-12-01T12:00:00Z"));
  }

  /** The same on a clock that its elements go by, too. */
  public MortalSegment(
      Class<?> service, List<String> options, List<ElementWire> wires, SettableClock clock) {
    this.clock = clock;
    this.service = service;
    this.options = List.copyOf(options);
    this.wires = List.copyOf(wires);
  }

  /** What every segment has beside its own configuration. */
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

  /** Begins a story that may end in death: one that survived the last story goes on living. */
  public CrashSwitch live(@Nullable CrashPoint point, WireWatch watch) {
    if (life == null || crash.isDead()) {
      start();
    }
    crash.aim(point);
    wires.forEach(wire -> wire.use(crash, watch));
    return crash;
  }

  private void start() {
    LOGGING.lock();
    try {
      startAnew();
    } finally {
      LOGGING.unlock();
    }
  }

  private void startAnew() {
    die();
    crash = CrashSwitch.never();
    wires.forEach(wire -> wire.use(crash, WireWatch.none()));
    var arguments = new ArrayList<>(options);
    arguments.addAll(List.of(database.args()));
    arguments.add("--touchpaper.schedule.by-hand=true");
    arguments.add("--spring.datasource.hikari.maximum-pool-size=4");
    arguments.add("--spring.datasource.hikari.minimum-idle=1");
    arguments.add("--spring.flyway.enabled=" + !migrated);
    arguments.add("--spring.main.banner-mode=off");
    arguments.add("--logging.level.root=warn");
    life =
        crash
            .into(new SpringApplicationBuilder(Common.class, service))
            .web(WebApplicationType.NONE)
            .initializers(context -> {
              context.getBeanFactory().registerSingleton("clock", (Clock) clock);
              context
                  .getBeanFactory()
                  .registerSingleton("holders", new OneHolder(new Watched(holder, crash)));
              ((GenericApplicationContext) context)
                  .registerBean(
                      "unpick",
                      ApplicationRunner.class,
                      () -> _ -> unpick(context.getBean(JdbcClient.class)));
            })
            .run(arguments.toArray(String[]::new));
    migrated = true;
  }

  /** By hand there is no start of the scheduler, which does this before the service is ready. */
  private static void unpick(JdbcClient sql) {
    sql.sql("update scheduled_tasks set picked = false").update();
  }

  /** When something other than what comes round again and again is due next. */
  public Optional<Instant> nextDue() {
    return sql()
        .sql("select min(execution_time) from scheduled_tasks where task_instance <> 'recurring'")
        .query(OffsetDateTime.class)
        .optional()
        .map(OffsetDateTime::toInstant);
  }

  private void die() {
    wires.forEach(ElementWire::cut);
    if (life != null) {
      life.close();
    }
  }

  private ConfigurableApplicationContext life() {
    if (life == null) {
      throw new IllegalStateException("not started");
    }
    return life;
  }

  /** Its clock, which stands until it is turned. */
  public SettableClock clock() {
    return clock;
  }

  /** The only holder it believes. */
  public ScriptedHolder holder() {
    return holder;
  }

  public SegmentProvider segment() {
    return life().getBean(SegmentProvider.class);
  }

  /** As the service speaks with them. */
  public Elements elements() {
    return life().getBean(Elements.class);
  }

  public JdbcClient sql() {
    return life().getBean(JdbcClient.class);
  }

  /** From now on what comes round again and again, such as the audit, falls due, too. */
  public void beginRounds() {
    var scheduler = life().getBean(Scheduler.class);
    life().getBeanProvider(Task.class).stream()
        .filter(OnStartup.class::isInstance)
        .forEach(task -> ((OnStartup) task).onStartup(scheduler, clock::instant));
  }

  /** True if what is due now is not done yet. */
  public boolean isWorkDue() {
    return sql()
            .sql("select count(*) from scheduled_tasks where execution_time <= ?")
            .param(clock.instant().atOffset(ZoneOffset.UTC))
            .query(Long.class)
            .single()
        > 0;
  }

  /** Does what is due, once, in the caller's thread. */
  public void workDue() {
    DueWork.run(life().getBean(Scheduler.class));
  }

  /** Does what is due, once, so many rows at a time. */
  public void workDue(int atOnce) {
    var scheduler = life().getBean(Scheduler.class);
    var failures = new ConcurrentLinkedQueue<Throwable>();
    try (var threads = Executors.newFixedThreadPool(atOnce)) {
      for (var thread = 0; thread < atOnce; thread++) {
        threads.execute(() -> {
          try {
            DueWork.run(scheduler); // of two who want a row, the scheduler gives it to one
          } catch (Throwable e) {
            failures.add(e);
          }
        });
      }
    } // waits for all
    if (!failures.isEmpty()) {
      throw new IllegalStateException(failures.size() + " of " + atOnce, failures.element());
    }
  }

  @Override
  public void close() {
    LOGGING.lock();
    try {
      die();
    } finally {
      LOGGING.unlock();
    }
    wires.forEach(ElementWire::close);
  }

  private record OneHolder(SegmentHolder holder) implements Holders {
    @Override
    public boolean accepts(Requester requester, Holder held) {
      return held instanceof Holder.Asker asker && asker.peer().equals(ScriptedHolder.PEER);
    }

    @Override
    public SegmentHolder reach(Holder.Asker asker) {
      return holder;
    }
  }

  /** Every message upward is a moment before it is sent and one before its answer arrives. */
  private record Watched(SegmentHolder real, CrashSwitch crash) implements SegmentHolder {

    @Override
    public Outcome outcome(Requester requester, ConnectionId segment, int version) {
      crash.pass(Moment.BEFORE_SEND, "outcome");
      var outcome = real.outcome(requester, segment, version);
      crash.pass(Moment.AFTER_SEND, "outcome");
      return outcome;
    }

    @Override
    public void notify(Requester requester, Notification notification) {
      crash.pass(Moment.BEFORE_SEND, "notify");
      real.notify(requester, notification);
      crash.pass(Moment.AFTER_SEND, "notify");
    }
  }
}

package org.touchpaper.segment.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.crash.CrashPoint;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.schedule.DueTasks;
import org.touchpaper.platform.schedule.ScheduleAutoConfiguration;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.config.SegmentConfiguration;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentHolder;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.cut.CutTarget;
import org.touchpaper.segment.cut.CuttableNetworkDescription;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.kit.CrashingHolder;
import org.touchpaper.segment.kit.ScriptedElement;
import org.touchpaper.segment.kit.ScriptedHolder;
import org.touchpaper.segment.kit.SegmentUnderTest;
import org.touchpaper.segment.officer.CutOrderResult;
import org.touchpaper.segment.officer.CutService;
import org.touchpaper.segment.provisioning.CircuitItemPlanner;

/** The smallest segment: one wire over two elements, A and B, with a cross-connect on each. */
final class InMemorySegment implements SegmentUnderTest {

  /** No task runs before {@link #runDueTasks}. */
  static final String MANUAL_SCHEDULE = "--touchpaper.schedule.manual=true";

  static final String MISSING_FOR = "--touchpaper.segment.missing-item-grace=";

  /** B reports whether its items work. */
  static final String REPORTS_WORKING = "--wire.reports-working=true";

  /** Criteria for the whole wire have no limit, Mbit/s. */
  private static final int CAPACITY_MBPS = 1000;

  final ScriptedElement a = new ScriptedElement("A");
  final ScriptedElement b = new ScriptedElement("B");
  final SettableClock clock = SettableClock.at("2026-12-01T20:00:00Z");
  private final ScriptedHolder holder = new ScriptedHolder();
  private final TestDatabase database = TestDatabases.fresh();
  private final List<String> options;
  private CrashSwitch crash;
  private boolean migrated;
  private ConfigurableApplicationContext service;

  InMemorySegment(String... options) {
    this(CrashSwitch.never(), options);
  }

  InMemorySegment(CrashSwitch crash, String... options) {
    this.crash = crash;
    this.options = List.of(options);
    this.service = start();
  }

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
  static class Service {
    @Bean
    CapacityAllocator admission(JdbcClient sql) {
      return new InMemoryAdmission(sql);
    }

    @Bean
    CuttableNetworkDescription cuttableNetwork() {
      return new CuttableNetworkDescription(
          "wire.ukl:2026", "the wire", Map.of("left.wire", "left", "right.wire", "right"));
    }

    @Bean
    CircuitItemPlanner configuration(
        @Value("${wire.reports-working:false}") boolean reportsWorking) {
      return circuit -> {
        var rate = circuit.criteria().bandwidthMbps();
        var limits = rate == CAPACITY_MBPS ? Map.<String, String>of() : Map.of("RATE", "" + rate);
        var onB = new TreeMap<>(limits);
        if (reportsWorking) {
          onB.put(ConfigItem.WORKS_ATTRIBUTE, "YES");
        }
        return List.of(
            new ConfigItem("A", "CRS", "1-2", circuit.name(), limits),
            new ConfigItem("B", "CRS", "3-4", circuit.name(), onB));
      };
    }
  }

  private record SingleAllowedHolder(ScriptedHolder holder, CrashSwitch crash)
      implements HolderClientRegistry {
    @Override
    public boolean accepts(RequesterIdentity requester, Holder held) {
      return switch (held) {
        case Holder.PeerService peerService -> peerService.peer().equals(ScriptedHolder.PEER);
        case Holder.ExternalRequester _ -> true;
        case Holder.Transaction _ -> false;
      };
    }

    @Override
    public SegmentHolder clientFor(Holder.PeerService peerService) {
      return new CrashingHolder(holder, crash.peerCallInterceptor());
    }
  }

  /** A removed item counts at once, unless a test sets a grace. */
  private List<String> missingItemGrace() {
    return options.stream().anyMatch(option -> option.startsWith(MISSING_FOR))
        ? List.of()
        : List.of(MISSING_FOR + "0s");
  }

  private ConfigurableApplicationContext start() {
    var arguments =
        List.of(
            "--touchpaper.name=wire",
            "--spring.datasource.hikari.maximum-pool-size=5",
            "--spring.datasource.hikari.minimum-idle=1",
            "--spring.flyway.enabled=" + !migrated,
            "--spring.flyway.locations=classpath:platform/db/migration,"
                + "classpath:segment/db/migration,classpath:segment/test/migration");
    var started =
        crash
            .installIn(new SpringApplicationBuilder(Service.class))
            .web(WebApplicationType.NONE)
            .initializers(context -> {
              var beans = context.getBeanFactory();
              beans.registerSingleton("clock", clock);
              beans.registerSingleton("holders", new SingleAllowedHolder(holder, crash));
              beans.registerSingleton(
                  "elements",
                  DriverRegistry.of(
                      List.of(new CrashingDriver(a, crash), new CrashingDriver(b, crash))));
            })
            .run(
                Stream.of(arguments, missingItemGrace(), options, List.of(database.args()))
                    .flatMap(List::stream)
                    .toArray(String[]::new));
    migrated = true;
    return started;
  }

  /** The switch that kills the running service. */
  CrashSwitch crash() {
    return crash;
  }

  @Override
  public NetworkSegment segment() {
    return provider();
  }

  SegmentProvider provider() {
    return service.getBean(SegmentProvider.class);
  }

  <T> T bean(Class<T> type) {
    return service.getBean(type);
  }

  @Override
  public ScriptedHolder holder() {
    return holder;
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public void advance(Duration by) {
    clock.advance(by);
  }

  /** Cuts a lightpath; each order is sent twice. */
  void cut(ConnectionId connection, String reason) {
    var id = UUID.randomUUID();
    var target = new CutTarget.Lightpath(connection.value());
    assertThat(cuts().cut(id, target, reason, "olga")).isInstanceOf(CutOrderResult.Created.class);
    assertThat(cuts().cut(id, target, reason, "olga")).isInstanceOf(CutOrderResult.Unchanged.class);
  }

  CutService cuts() {
    return bean(CutService.class);
  }

  /** Runs due tasks; tasks that they schedule run in the next call. */
  void runDueTasks() {
    for (var round = 0; round < 3; round++) {
      DueTasks.run(bean(Scheduler.class));
    }
  }

  /** Advances second by second, so that no due task is skipped. */
  void advanceBySeconds(Duration by) {
    for (var second = 0; second < by.toSeconds(); second++) {
      advance(Duration.ofSeconds(1));
      runDueTasks();
    }
  }

  ConnectionReport.Known known(ConnectionId connection) {
    return (ConnectionReport.Known) segment().query(requester(), connection);
  }

  @Override
  public Criteria fullCapacityCriteria(Schedule schedule) {
    return criteria("left", CAPACITY_MBPS, schedule);
  }

  @Override
  public Criteria unsatisfiableCriteria(Schedule schedule) {
    return criteria("nowhere", CAPACITY_MBPS, schedule);
  }

  /** Takes the wire, limited to this many Mbit/s on both elements. */
  Criteria limited(int bandwidthMbps, Schedule schedule) {
    return criteria("left", bandwidthMbps, schedule);
  }

  private static Criteria criteria(String source, int bandwidthMbps, Schedule schedule) {
    return new Criteria(
        Stp.parse("urn:ogf:network:wire.ukl:2026:" + source + "?vlan=100-199"),
        Stp.parse("urn:ogf:network:wire.ukl:2026:right"),
        bandwidthMbps,
        schedule);
  }

  @Override
  public void restart() {
    service.close();
    crash = CrashSwitch.never();
    service = start();
  }

  /** An element whose commands are crash points. */
  private record CrashingDriver(ScriptedElement delegate, CrashSwitch crash)
      implements ElementDriver {

    @Override
    public String element() {
      return delegate.element();
    }

    @Override
    public Snapshot read(Collection<ConfigItem.Key> keys) {
      return delegate.read(keys);
    }

    @Override
    public List<PortAlarm> alarms() {
      return delegate.alarms();
    }

    @Override
    public EditOutcome create(ConfigItem item) {
      return sent("create " + item, () -> delegate.create(item));
    }

    @Override
    public EditOutcome activate(ConfigItem item) {
      return sent("activate " + item, () -> delegate.activate(item));
    }

    @Override
    public EditOutcome delete(ConfigItem item) {
      return sent("delete " + item, () -> delegate.delete(item));
    }

    private EditOutcome sent(String what, Supplier<EditOutcome> command) {
      crash.pass(CrashPoint.Moment.BEFORE_SEND, what);
      var outcome = command.get();
      crash.pass(CrashPoint.Moment.AFTER_SEND, what);
      return outcome;
    }
  }

  @Override
  public void close() {
    service.close();
  }
}

package org.touchpaper.segment.provider;

import com.github.kagkarlsson.scheduler.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
import org.touchpaper.platform.schedule.DueWork;
import org.touchpaper.platform.schedule.ScheduleAutoConfiguration;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentHolder;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.kit.ScriptedElement;
import org.touchpaper.segment.kit.ScriptedHolder;
import org.touchpaper.segment.kit.SegmentUnderTest;

/** The smallest segment: one wire over two elements, A and B, with a cross-connect on each. */
final class WireSegment implements SegmentUnderTest {

  /** Nothing is done before {@link #work}. */
  static final String BY_HAND = "--touchpaper.schedule.by-hand=true";

  static final String MISSING_FOR = "--touchpaper.segment.missing-for=";

  /** What is on B tells whether it works. */
  static final String TELLS_WHETHER_IT_WORKS = "--wire.tells-whether-it-works=true";

  /** What asks for all that the wire carries is not limited, Mbit/s. */
  private static final int WHOLE = 1000;

  final ScriptedElement a = new ScriptedElement("A");
  final ScriptedElement b = new ScriptedElement("B");
  final SettableClock clock = SettableClock.at("2026-12-01T20:00:00Z");
  private final ScriptedHolder holder = new ScriptedHolder();
  private final TestDatabase database = TestDatabases.fresh();
  private final List<String> options;
  private CrashSwitch crash;
  private boolean migrated;
  private ConfigurableApplicationContext service;

  WireSegment(String... options) {
    this(CrashSwitch.never(), options);
  }

  WireSegment(CrashSwitch crash, String... options) {
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
    Admission admission(JdbcClient sql) {
      return new WireAdmission(sql);
    }

    @Bean
    CircuitConfiguration configuration(
        @Value("${wire.tells-whether-it-works:false}") boolean tells) {
      return circuit -> {
        var rate = circuit.criteria().bandwidthMbps();
        var limits = rate == WHOLE ? Map.<String, String>of() : Map.of("RATE", "" + rate);
        var onB = new TreeMap<>(limits);
        if (tells) {
          onB.put(Item.WORKS, "YES");
        }
        return List.of(
            new Item("A", "CRS", "1-2", circuit.name(), limits),
            new Item("B", "CRS", "3-4", circuit.name(), onB));
      };
    }
  }

  private record OneHolder(ScriptedHolder holder, CrashSwitch crash) implements Holders {
    @Override
    public boolean accepts(Requester requester, Holder held) {
      return switch (held) {
        case Holder.Asker asker -> asker.peer().equals(ScriptedHolder.PEER);
        case Holder.Until _ -> true;
        case Holder.Transaction _ -> false;
      };
    }

    @Override
    public SegmentHolder reach(Holder.Asker asker) {
      crash.pass(CrashPoint.Moment.BEFORE_SEND, "to the holder");
      return holder;
    }
  }

  /** What is taken is gone at once, unless a test wants to see how it is looked for. */
  private List<String> missingFor() {
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
            .into(new SpringApplicationBuilder(Service.class))
            .web(WebApplicationType.NONE)
            .initializers(context -> {
              var beans = context.getBeanFactory();
              beans.registerSingleton("clock", clock);
              beans.registerSingleton("holders", new OneHolder(holder, crash));
              beans.registerSingleton(
                  "elements", Elements.of(List.of(new Watched(a, crash), new Watched(b, crash))));
            })
            .run(
                Stream.of(arguments, missingFor(), options, List.of(database.args()))
                    .flatMap(List::stream)
                    .toArray(String[]::new));
    migrated = true;
    return started;
  }

  /** What kills the service that runs, once it is aimed. */
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

  /** Does what is due; what that schedules is due in the next round. */
  void work() {
    for (var round = 0; round < 3; round++) {
      DueWork.run(bean(Scheduler.class));
    }
  }

  /** Second by second, so that nothing that falls due on the way is missed. */
  void later(Duration by) {
    for (var second = 0; second < by.toSeconds(); second++) {
      advance(Duration.ofSeconds(1));
      work();
    }
  }

  Report.Known known(ConnectionId connection) {
    return (Report.Known) segment().query(requester(), connection);
  }

  @Override
  public Criteria greedy(Schedule schedule) {
    return criteria("left", WHOLE, schedule);
  }

  @Override
  public Criteria hopeless(Schedule schedule) {
    return criteria("nowhere", WHOLE, schedule);
  }

  /** Takes the wire, and is limited to so many Mbit/s on both elements. */
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

  /** An element whose commands are moments at which the service may die. */
  private record Watched(ScriptedElement real, CrashSwitch crash) implements ElementDriver {

    @Override
    public String element() {
      return real.element();
    }

    @Override
    public Capabilities capabilities() {
      return real.capabilities();
    }

    @Override
    public Snapshot read(Collection<Item.Key> keys) {
      return real.read(keys);
    }

    @Override
    public List<PortAlarm> alarms() {
      return real.alarms();
    }

    @Override
    public Outcome create(Item item) {
      return sent("create " + item, () -> real.create(item));
    }

    @Override
    public Outcome activate(Item item) {
      return real.activate(item);
    }

    @Override
    public Outcome delete(Item item) {
      return sent("delete " + item, () -> real.delete(item));
    }

    private Outcome sent(String what, Supplier<Outcome> command) {
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

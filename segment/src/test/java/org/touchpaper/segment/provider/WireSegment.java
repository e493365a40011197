package org.touchpaper.segment.provider;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentHolder;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.kit.ScriptedElement;
import org.touchpaper.segment.kit.ScriptedHolder;
import org.touchpaper.segment.kit.SegmentUnderTest;

/** The smallest segment: one wire over two elements, A and B, with a cross-connect on each. */
final class WireSegment implements SegmentUnderTest {

  final ScriptedElement a = new ScriptedElement("A");
  final ScriptedElement b = new ScriptedElement("B");
  final SettableClock clock = SettableClock.at("2026-12-01T20:00:00Z");
  private final ScriptedHolder holder = new ScriptedHolder();
  private final TestDatabase database = TestDatabases.fresh();
  private ConfigurableApplicationContext service = start();

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(SegmentConfiguration.class)
  static class Service {
    @Bean
    Admission admission(JdbcClient sql) {
      return new WireAdmission(sql);
    }

    @Bean
    CircuitConfiguration configuration() {
      return circuit ->
          List.of(
              new Item("A", "CRS", "1-2", circuit.name()),
              new Item("B", "CRS", "3-4", circuit.name()));
    }
  }

  private record OneHolder(ScriptedHolder holder) implements Holders {
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
      return holder;
    }
  }

  private ConfigurableApplicationContext start() {
    var arguments =
        Stream.of(
            "--touchpaper.name=wire",
            "--spring.flyway.locations=classpath:platform/db/migration,"
                + "classpath:segment/db/migration,classpath:segment/test/migration");
    return new SpringApplicationBuilder(Service.class)
        .web(WebApplicationType.NONE)
        .initializers(context -> {
          var beans = context.getBeanFactory();
          beans.registerSingleton("clock", clock);
          beans.registerSingleton("holders", new OneHolder(holder));
          beans.registerSingleton("elements", Elements.of(List.of(a, b)));
        })
        .run(Stream.concat(arguments, Stream.of(database.args())).toArray(String[]::new));
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

  Clock clock() {
    return clock;
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

  @Override
  public Criteria greedy(Schedule schedule) {
    return criteria("left", schedule);
  }

  @Override
  public Criteria hopeless(Schedule schedule) {
    return criteria("nowhere", schedule);
  }

  private static Criteria criteria(String source, Schedule schedule) {
    return new Criteria(
        Stp.parse("urn:ogf:network:wire.ukl:2026:" + source + "?vlan=100-199"),
        Stp.parse("urn:ogf:network:wire.ukl:2026:right"),
        1000,
        schedule);
  }

  @Override
  public void restart() {
    service.close();
    service = start();
  }

  @Override
  public void close() {
    service.close();
  }
}

package org.touchpaper.lnsap;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentHolder;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.kit.ScriptedHolder;
import org.touchpaper.segment.kit.SegmentUnderTest;
import org.touchpaper.segment.provider.Holders;
import org.touchpaper.segment.provider.SegmentProvider;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;

/**
 * The whole service of campus UCL on PostgreSQL, with its edge emulated over telnet. One serves all
 * tests of a class: the clock is turned forward between them, which leaves an empty calendar ahead.
 */
final class LnsapUnderTest implements SegmentUnderTest {

  private final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  private final ScriptedHolder holder = new ScriptedHolder();
  private final TestDatabase database = TestDatabases.fresh();
  private final Path folder;
  private final EmulatedElement edge;
  private ConfigurableApplicationContext service;

  LnsapUnderTest(Path folder) {
    this.folder = folder;
    try {
      this.edge =
          EmulatedElement.start(
              ElementConfig.demo("EDGE-UCL", Dialect.IOS_7600), folder.resolve("elements"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.service = start();
  }

  private record OneHolder(ScriptedHolder holder) implements Holders {
    @Override
    public boolean accepts(Requester requester, Holder held) {
      return held instanceof Holder.Asker asker && asker.peer().equals(ScriptedHolder.PEER);
    }

    @Override
    public SegmentHolder reach(Holder.Asker asker) {
      return holder;
    }
  }

  private ConfigurableApplicationContext start() {
    var arguments =
        Stream.of(
            "--spring.config.name=lnsap",
            "--server.port=0",
            "--touchpaper.campus=ucl",
            "--touchpaper.profile=demo",
            "--touchpaper.data=" + folder,
            "--touchpaper.elements.EDGE-UCL.port=" + edge.port());
    return new SpringApplicationBuilder(LnsapApplication.class)
        .initializers(context -> {
          context.getBeanFactory().registerSingleton("clock", clock);
          ((GenericApplicationContext) context)
              .registerBean(
                  "kitHolders",
                  Holders.class,
                  () -> new OneHolder(holder),
                  definition -> definition.setPrimary(true));
        })
        .run(Stream.concat(arguments, Stream.of(database.args())).toArray(String[]::new));
  }

  /** The same service, with an empty calendar ahead and nothing left on the edge. */
  LnsapUnderTest fresh() {
    holder.reachable(true);
    clock.advance(Duration.ofDays(3));
    await().atMost(Duration.ofSeconds(20)).until(this::isClear);
    return this;
  }

  /** Turns the clock a little, so that what is to be tried again falls due. */
  private boolean isClear() {
    clock.advance(Duration.ofMinutes(1));
    return edge.holds().stream().noneMatch(each -> each.kind().equals("VLAN"));
  }

  EmulatedElement edge() {
    return edge;
  }

  /** What the edge holds of one kind, as names. */
  List<String> names(String kind) {
    return edge.holds().stream()
        .filter(entity -> entity.kind().equals(kind))
        .map(entity -> entity.name())
        .toList();
  }

  @Override
  public SegmentProvider segment() {
    return service.getBean(SegmentProvider.class);
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
    return criteria("vis", 1000, schedule);
  }

  @Override
  public Criteria hopeless(Schedule schedule) {
    return criteria("nobody", 1, schedule);
  }

  static Criteria criteria(String host, int mbps, Schedule schedule) {
    return new Criteria(
        Stp.parse("urn:ogf:network:ucl.ukl:2026:" + host),
        Stp.parse("urn:ogf:network:ucl.ukl:2026:border?vlan=100-199"),
        mbps,
        schedule);
  }

  @Override
  public void restart() {
    service.close();
    service = start();
  }

  /** Left running for the next test. */
  @Override
  public void close() {}

  void stop() {
    service.close();
    edge.close();
  }
}

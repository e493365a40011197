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
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.kit.ScriptedHolder;
import org.touchpaper.segment.kit.SegmentUnderTest;
import org.touchpaper.segment.kit.SoapHolder;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;

/**
 * The whole service of campus UCL on PostgreSQL, with its edge emulated over telnet, asked over
 * SOAP by a holder that is a service too. One serves all tests of a class: the clock is turned
 * forward between them, which leaves an empty calendar ahead.
 */
final class LnsapUnderTest implements SegmentUnderTest {

  private final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  private final SoapHolder holder = new SoapHolder("lnsap-ucl");
  private final TestDatabase database = TestDatabases.fresh();
  private final Path folder;
  private final EmulatedElement edge;
  private ConfigurableApplicationContext service;

  LnsapUnderTest(Path folder) {
    this.folder = folder;
    try {
      this.edge =
          EmulatedElement.start(
              ElementConfig.demo("EDGE-UCL", Dialect.IOS_7600), folder.resolve("elements"), clock);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.service = start();
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
    var peers = holder.settings().entrySet().stream().map(each -> "--" + each);
    return new SpringApplicationBuilder(LnsapApplication.class)
        .initializers(context -> context.getBeanFactory().registerSingleton("clock", clock))
        .run(
            Stream.of(arguments, peers, Stream.of(database.args()))
                .flatMap(each -> each)
                .toArray(String[]::new));
  }

  /** The same service, with an empty calendar ahead and nothing left on the edge. */
  LnsapUnderTest fresh() {
    holder.forget();
    clock.advance(Duration.ofDays(3));
    await().atMost(Duration.ofSeconds(20)).until(this::isClear);
    return this;
  }

  /** Turns the clock a little, so that what is to be tried again falls due. */
  private boolean isClear() {
    clock.advance(Duration.ofMinutes(1));
    return edge.holds().isEmpty();
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
  public NetworkSegment segment() {
    return holder.segment(service);
  }

  @Override
  public ScriptedHolder holder() {
    return holder.holder();
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
    holder.close();
    edge.close();
  }
}

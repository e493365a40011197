package org.touchpaper.nsap;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.nsap.topology.Node;
import org.touchpaper.nsap.topology.TopologyFile;
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
 * The whole service on PostgreSQL, with UKLight's elements emulated over TCP, asked over SOAP by a
 * holder that is a service too. One serves all tests of a class: the clock is turned forward
 * between them, which leaves an empty calendar ahead.
 */
final class NsapUnderTest implements SegmentUnderTest {

  static final String SECRET = "the kit's secret";

  private final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  private final SoapHolder holder = new SoapHolder("nsap");
  private final TestDatabase database = TestDatabases.fresh();
  private final Path folder;
  private final Map<String, EmulatedElement> elements;
  private ConfigurableApplicationContext service;

  NsapUnderTest(Path folder) {
    this.folder = folder;
    this.elements =
        TopologyFile.read(new ClassPathResource("nsap/uklight.yaml")).nodes().stream()
            .map(Node::tid)
            .collect(Collectors.toMap(tid -> tid, this::element));
    this.service = start();
  }

  private EmulatedElement element(String tid) {
    try {
      return EmulatedElement.start(
          ElementConfig.demo(tid, Dialect.CORE_DIRECTOR), folder.resolve("elements"), clock);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ConfigurableApplicationContext start() {
    var arguments =
        Stream.of(
            "--spring.config.name=nsap",
            "--server.port=0",
            "--touchpaper.profile=demo",
            "--touchpaper.data=" + folder,
            "--touchpaper.peers.onlooker.secret=" + SECRET,
            "--touchpaper.peers.onlooker.roles=holder");
    var peers = holder.settings().entrySet().stream().map(each -> "--" + each);
    var ports =
        elements.values().stream()
            .map(each -> "--touchpaper.elements." + each.tid() + ".port=" + each.port());
    return new SpringApplicationBuilder(NsapApplication.class)
        .initializers(context -> context.getBeanFactory().registerSingleton("clock", clock))
        .run(
            Stream.of(arguments, ports, peers, Stream.of(database.args()))
                .flatMap(each -> each)
                .toArray(String[]::new));
  }

  /** The same service, with an empty calendar ahead and nothing left on the elements. */
  NsapUnderTest fresh() {
    holder.forget();
    clock.advance(Duration.ofDays(3));
    await().atMost(Duration.ofSeconds(20)).until(this::isClear);
    return this;
  }

  /** Turns the clock a little, so that what is to be tried again falls due. */
  private boolean isClear() {
    clock.advance(Duration.ofMinutes(1));
    return elements.values().stream().allMatch(each -> each.holds().isEmpty());
  }

  EmulatedElement at(String tid) {
    return Objects.requireNonNull(elements.get(tid));
  }

  List<String> names(String tid, String kind) {
    return at(tid).holds().stream()
        .filter(entity -> entity.kind().equals(kind))
        .map(entity -> entity.name())
        .toList();
  }

  int port() {
    return Objects.requireNonNull(((WebServerApplicationContext) service).getWebServer()).getPort();
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
    return criteria("UCL", 1000, schedule);
  }

  @Override
  public Criteria hopeless(Schedule schedule) {
    return criteria("OXF", 1, schedule);
  }

  static Criteria criteria(String source, int mbps, Schedule schedule) {
    return new Criteria(
        Stp.parse("urn:ogf:network:wan.ukl:2026:" + source + "?vlan=100-199"),
        Stp.parse("urn:ogf:network:wan.ukl:2026:MAN?vlan=100-199"),
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
    elements.values().forEach(EmulatedElement::close);
  }
}

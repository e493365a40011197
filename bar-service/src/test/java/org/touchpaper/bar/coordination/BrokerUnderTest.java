package org.touchpaper.bar.coordination;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.bar.soap.SoapConfiguration;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.crash.ManyLives;
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentHolder;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.kit.ScriptedHolder;
import org.touchpaper.segment.kit.SegmentUnderTest;
import org.touchpaper.segment.kit.SoapHolder;
import org.touchpaper.segment.provider.Holders;

/**
 * A broker on a database of its own, with segments in memory, a clock to turn and a restart; asked
 * by a holder in memory, or over SOAP by one that is a service too.
 */
final class BrokerUnderTest implements SegmentUnderTest {

  static final Stp VIS = Stp.parse("urn:ogf:network:ucl.ukl:2026:vis");
  static final Stp NEWTON = Stp.parse("urn:ogf:network:manchester.ukl:2026:newton");

  final SettableClock clock = SettableClock.at("2026-12-01T20:00:00Z");

  /** Kills the broker where a test says so. */
  final ManyLives lives = new ManyLives();

  private volatile ScriptedHolder holder = new ScriptedHolder();
  final Map<String, FakeSegment> segments = new ConcurrentHashMap<>();

  /** What the acceptors say of every transaction. */
  volatile Outcome transactions = Outcome.UNDECIDED;

  private final TestDatabase database = TestDatabases.fresh();
  private final String site;
  private final boolean byHand;
  private final @Nullable SoapHolder overSoap;
  private ConfigurableApplicationContext context;

  private BrokerUnderTest(String site, boolean byHand, @Nullable SoapHolder overSoap) {
    this.site = site;
    this.byHand = byHand;
    this.overSoap = overSoap;
    freshSegments();
    this.context = start();
  }

  static BrokerUnderTest at(String site) {
    return new BrokerUnderTest(site, true, null);
  }

  /** One that goes its rounds by itself. */
  static BrokerUnderTest awakeAt(String site) {
    return new BrokerUnderTest(site, false, null);
  }

  /** One that goes its rounds by itself, and is spoken to over SOAP alone. */
  static BrokerUnderTest overSoapAt(String site) {
    return new BrokerUnderTest(site, false, new SoapHolder("bar-" + site));
  }

  private void freshSegments() {
    for (var name : new String[] {"lnsap-ucl", "lnsap-manchester", "nsap", "bar-manchester"}) {
      segments.put(name, new FakeSegment(name, clock));
    }
  }

  /** An empty calendar, segments that know nothing, a holder that was told nothing. */
  BrokerUnderTest empty() {
    lives.live(CrashSwitch.never());
    context
        .getBean(JdbcTemplate.class)
        .execute("truncate reservation, revision, segment_hold, history");
    freshSegments();
    holder = new ScriptedHolder();
    if (overSoap != null) {
      overSoap.forget();
    }
    return this;
  }

  private ConfigurableApplicationContext start() {
    var peers = overSoap == null ? Map.<String, String>of() : overSoap.settings();
    var service =
        overSoap == null
            ? new SpringApplicationBuilder(BrokerAlone.class).web(WebApplicationType.NONE)
            : new SpringApplicationBuilder(BrokerAlone.class, SoapConfiguration.class);
    return service
        .profiles(site)
        .initializers(fresh -> {
          var beans = (GenericApplicationContext) fresh;
          beans.getBeanFactory().addBeanPostProcessor(lives);
          instead(beans, Clock.class, clock);
          instead(beans, Segments.class, this::segment);
          if (overSoap == null) {
            instead(beans, Holders.class, new OneHolder());
          }
          instead(beans, Acceptors.class, (_, _) -> transactions);
        })
        .run(
            Stream.of(
                    Stream.of(database.args()),
                    peers.entrySet().stream().map(each -> "--" + each),
                    Stream.of(
                        "--spring.config.name=bar",
                        "--server.port=0",
                        "--touchpaper.profile=demo",
                        "--touchpaper.schedule.by-hand=" + byHand,
                        "--touchpaper.bar.acceptors=",
                        "--touchpaper.peers.nsap.url=http://127.0.0.1:9",
                        "--touchpaper.peers.nsap.secret=s",
                        "--touchpaper.peers.nsap.roles=segment",
                        "--touchpaper.bar.network-rm=",
                        "--touchpaper.bar.clusters="))
                .flatMap(each -> each)
                .toArray(String[]::new));
  }

  private static <T> void instead(GenericApplicationContext beans, Class<T> type, T fake) {
    beans.registerBean(
        "test" + type.getSimpleName(), type, () -> fake, bean -> bean.setPrimary(true));
  }

  private NetworkSegment segment(String peer) {
    return LostCalls.over(segmentOf(peer), lives.outbound());
  }

  private final class OneHolder implements Holders {
    @Override
    public boolean accepts(Requester requester, Holder named) {
      return requester.peer().equals(ScriptedHolder.PEER)
          && named instanceof Holder.Asker asker
          && asker.peer().equals(ScriptedHolder.PEER);
    }

    @Override
    public SegmentHolder reach(Holder.Asker asker) {
      return holder;
    }
  }

  Broker broker() {
    return context.getBean(Broker.class);
  }

  UpwardAnswers upward() {
    return context.getBean(UpwardAnswers.class);
  }

  Lightpaths lightpaths() {
    return context.getBean(Lightpaths.class);
  }

  FakeSegment segmentOf(String name) {
    return java.util.Objects.requireNonNull(segments.get(name));
  }

  @Override
  public NetworkSegment segment() {
    return overSoap == null ? broker() : overSoap.segment(context);
  }

  @Override
  public ScriptedHolder holder() {
    return overSoap == null ? holder : overSoap.holder();
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public Criteria greedy(Schedule schedule) {
    return new Criteria(VIS, NEWTON, 800, schedule);
  }

  @Override
  public Criteria hopeless(Schedule schedule) {
    return new Criteria(VIS, Stp.parse("urn:ogf:network:nowhere.ukl:2026:x"), 800, schedule);
  }

  /** Turns the clock, and looks after whatever is due then. */
  @Override
  public void advance(Duration by) {
    clock.advance(by);
    if (byHand) {
      round();
    }
  }

  /** What a start of the service does with what it finds. */
  void begin() {
    context.getBean(Rounds.class).begin();
  }

  /** One round, waited for. */
  void round() {
    var looks = context.getBean(Rounds.class).go();
    CompletableFuture.allOf(looks.toArray(CompletableFuture[]::new)).join();
  }

  @Override
  public void restart() {
    context.close();
    context = start();
  }

  /** The next test goes on with it; {@link #stop} ends it. */
  @Override
  public void close() {}

  void stop() {
    context.close();
    if (overSoap != null) {
      overSoap.close();
    }
  }
}

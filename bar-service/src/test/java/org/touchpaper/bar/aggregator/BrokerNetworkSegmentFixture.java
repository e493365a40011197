package org.touchpaper.bar.aggregator;

import com.github.kagkarlsson.scheduler.Scheduler;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.bar.history.BookingOrderAuditEvent;
import org.touchpaper.bar.soap.BrokerSoapConfiguration;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.crash.CrashableTransactions;
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.schedule.DueTasks;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentHolder;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.kit.CrashingHolder;
import org.touchpaper.segment.kit.ScriptedHolder;
import org.touchpaper.segment.kit.SegmentUnderTest;
import org.touchpaper.segment.kit.SoapHolderService;
import org.touchpaper.segment.reservation.HolderClientRegistry;

/**
 * A broker with its own database, in-memory segments, a settable clock and a restart. Its holder is
 * in memory, or a service over SOAP.
 */
final class BrokerNetworkSegmentFixture implements SegmentUnderTest {

  static final Stp VIS = Stp.parse("urn:ogf:network:ucl.ukl:2026:vis");
  static final Stp NEWTON = Stp.parse("urn:ogf:network:manchester.ukl:2026:newton");

  final SettableClock clock = SettableClock.at("2026-12-01T20:00:00Z");

  /** Kills the broker at a point chosen by the test. */
  final CrashableTransactions crashInjection = new CrashableTransactions();

  private volatile ScriptedHolder holder = new ScriptedHolder();
  final Map<String, FakeSegment> segments = new ConcurrentHashMap<>();

  /** The acceptors' outcome of every transaction. */
  volatile Outcome transactionOutcome = Outcome.UNDECIDED;

  private final TestDatabase database = TestDatabases.fresh();
  private final String site;
  private final boolean isManual;
  private final @Nullable SoapHolderService overSoap;
  private final List<BookingOrderAuditEvent> orders = new CopyOnWriteArrayList<>();
  private ConfigurableApplicationContext context;

  private BrokerNetworkSegmentFixture(
      String site, boolean byHand, @Nullable SoapHolderService overSoap) {
    this.site = site;
    this.isManual = byHand;
    this.overSoap = overSoap;
    resetSegments();
    this.context = start();
  }

  static BrokerNetworkSegmentFixture manuallyPolledAt(String site) {
    return new BrokerNetworkSegmentFixture(site, true, null);
  }

  /** A fixture whose broker polls by itself. */
  static BrokerNetworkSegmentFixture automaticallyPolledAt(String site) {
    return new BrokerNetworkSegmentFixture(site, false, null);
  }

  /** A fixture whose broker polls by itself and is called over SOAP only. */
  static BrokerNetworkSegmentFixture overSoapAt(String site) {
    return new BrokerNetworkSegmentFixture(site, false, new SoapHolderService("bar-" + site));
  }

  private void resetSegments() {
    for (var name : new String[] {"lnsap-ucl", "lnsap-manchester", "nsap", "bar-manchester"}) {
      segments.put(name, new FakeSegment(name, clock));
    }
  }

  /** Resets database, segments and holder. */
  BrokerNetworkSegmentFixture reset() {
    crashInjection.use(CrashSwitch.never());
    context
        .getBean(JdbcTemplate.class)
        .execute("truncate reservation, revision, segment_hold, history, scheduled_tasks");
    resetSegments();
    holder = new ScriptedHolder();
    if (overSoap != null) {
      overSoap.reset();
    }
    return this;
  }

  private ConfigurableApplicationContext start() {
    var peers = overSoap == null ? Map.<String, String>of() : overSoap.settings();
    var service =
        overSoap == null
            ? new SpringApplicationBuilder(BrokerTestApplication.class).web(WebApplicationType.NONE)
            : new SpringApplicationBuilder(
                BrokerTestApplication.class, BrokerSoapConfiguration.class);
    return service
        .initializers(applicationContext -> {
          var beans = (GenericApplicationContext) applicationContext;
          beans.getBeanFactory().addBeanPostProcessor(crashInjection);
          beans.addApplicationListener(this::recordOrder);
          replaceBean(beans, Clock.class, clock);
          replaceBean(beans, SegmentRegistry.class, this::segment);
          if (overSoap == null) {
            replaceBean(beans, HolderClientRegistry.class, new SingleAllowedHolder());
          }
          replaceBean(beans, TransactionOutcomeReader.class, (_, _) -> transactionOutcome);
        })
        .run(
            Stream.of(
                    Stream.of(database.args()),
                    peers.entrySet().stream().map(argument -> "--" + argument),
                    Stream.of(
                        "--spring.config.name=bar",
                        "--spring.config.additional-location=classpath:samples/uklight/bar-"
                            + site
                            + ".yml",
                        "--server.port=0",
                        "--touchpaper.profile=demo",
                        "--touchpaper.schedule.manual=" + isManual,
                        "--touchpaper.bar.acceptors=",
                        "--touchpaper.peers.nsap.url=http://127.0.0.1:9",
                        "--touchpaper.peers.nsap.secret=s",
                        "--touchpaper.peers.nsap.roles=segment",
                        "--touchpaper.bar.network-rm="))
                .flatMap(argument -> argument)
                .toArray(String[]::new));
  }

  private void recordOrder(ApplicationEvent event) {
    if (event instanceof PayloadApplicationEvent<?> payload
        && payload.getPayload() instanceof BookingOrderAuditEvent order) {
      orders.add(order);
    }
  }

  /** The cuts of a lightpath that the security log lists: who cut it, oldest first. */
  List<String> loggedCuts(ConnectionId connection) {
    return orders.stream()
        .filter(order -> order.kind() == BookingOrderAuditEvent.Kind.CUT)
        .filter(order -> order.booking().equals(connection.value()))
        .map(order -> order.who() + ": " + order.detail())
        .toList();
  }

  private static <T> void replaceBean(GenericApplicationContext beans, Class<T> type, T fake) {
    beans.registerBean(
        "test" + type.getSimpleName(), type, () -> fake, bean -> bean.setPrimary(true));
  }

  private NetworkSegment segment(String peer) {
    return CallLossProxy.wrap(segmentOf(peer), crashInjection.peerCallInterceptor());
  }

  private final class SingleAllowedHolder implements HolderClientRegistry {
    @Override
    public boolean accepts(RequesterIdentity requester, Holder named) {
      return requester.peer().equals(ScriptedHolder.PEER)
          && named instanceof Holder.PeerService asker
          && asker.peer().equals(ScriptedHolder.PEER);
    }

    @Override
    public SegmentHolder clientFor(Holder.PeerService asker) {
      return new CrashingHolder(holder, crashInjection.peerCallInterceptor());
    }
  }

  LightpathChangeService lightpathChanges() {
    return context.getBean(LightpathChangeService.class);
  }

  BrokerNetworkSegment broker() {
    return context.getBean(BrokerNetworkSegment.class);
  }

  BrokerSegmentCallbacks segmentHolder() {
    return context.getBean(BrokerSegmentCallbacks.class);
  }

  LightpathService lightpaths() {
    return context.getBean(LightpathService.class);
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
  public Criteria fullCapacityCriteria(Schedule schedule) {
    return new Criteria(VIS, NEWTON, 800, schedule);
  }

  @Override
  public Criteria unsatisfiableCriteria(Schedule schedule) {
    return new Criteria(VIS, Stp.parse("urn:ogf:network:nowhere.ukl:2026:x"), 800, schedule);
  }

  /** Advances the clock, and polls what is due then. */
  @Override
  public void advance(Duration by) {
    clock.advance(by);
    if (isManual) {
      pollOnce();
    }
  }

  /** Restarts a broker that {@link #crashInjection} killed. */
  void restartAfterCrash() {
    crashInjection.use(CrashSwitch.never());
    context.getBean(JdbcTemplate.class).execute("update scheduled_tasks set picked = false");
    context.getBean(ReservationStore.class).checkAll();
  }

  /** Polls once and waits for the checks. */
  void pollOnce() {
    DueTasks.run(context.getBean(Scheduler.class));
  }

  @Override
  public void restart() {
    context.close();
    context = start();
  }

  /** Ends the test; {@link #stop} closes the broker. */
  @Override
  public void close() {}

  void stop() {
    context.close();
    if (overSoap != null) {
      overSoap.close();
    }
  }
}

package org.touchpaper.bar.coordination;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.touchpaper.bar.BarApplication;
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.SegmentHolder;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.kit.ScriptedHolder;
import org.touchpaper.segment.provider.Holders;

/** A broker on a database of its own, with segments in memory, a clock to turn and a restart. */
final class BrokerUnderTest implements AutoCloseable {

  final SettableClock clock = SettableClock.at("2026-12-01T20:00:00Z");
  final ScriptedHolder holder = new ScriptedHolder();
  final Map<String, FakeSegment> segments = new LinkedHashMap<>();

  /** What the acceptors say of every transaction. */
  volatile Outcome transactions = Outcome.UNDECIDED;

  private final TestDatabase database = TestDatabases.fresh();
  private final String site;
  private ConfigurableApplicationContext context;

  private BrokerUnderTest(String site) {
    this.site = site;
    for (var name : new String[] {"lnsap-ucl", "lnsap-manchester", "nsap", "bar-manchester"}) {
      segments.put(name, new FakeSegment(name));
    }
    this.context = start();
  }

  static BrokerUnderTest at(String site) {
    return new BrokerUnderTest(site);
  }

  private ConfigurableApplicationContext start() {
    return new SpringApplicationBuilder(BarApplication.class)
        .profiles(site)
        .initializers(fresh -> {
          var beans = fresh.getBeanFactory();
          beans.registerSingleton("clock", (Clock) clock);
          beans.registerSingleton("segments", (Segments) this::segment);
          beans.registerSingleton("holders", new OneHolder());
          beans.registerSingleton("acceptorsFake", (Acceptors) (_, _) -> transactions);
        })
        .run(
            Stream.concat(
                    Stream.of(database.args()),
                    Stream.of(
                        "--spring.config.name=bar",
                        "--server.port=0",
                        "--touchpaper.profile=demo",
                        "--touchpaper.schedule.by-hand=true",
                        "--touchpaper.bar.acceptors=",
                        "--touchpaper.bar.network-rm=",
                        "--touchpaper.bar.clusters="))
                .toArray(String[]::new));
  }

  private NetworkSegment segment(String peer) {
    var segment = segments.get(peer);
    if (segment == null) {
      throw new IllegalArgumentException("no segment " + peer);
    }
    return segment;
  }

  private final class OneHolder implements Holders {
    @Override
    public boolean accepts(Requester requester, Holder named) {
      return requester.peer().equals(ScriptedHolder.PEER);
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

  Instant now() {
    return clock.instant();
  }

  /** Turns the clock and looks after whatever is due then. */
  void advance(Duration by) {
    clock.advance(by);
    round();
  }

  /** One round, waited for. */
  void round() {
    var looks = context.getBean(Rounds.class).go();
    CompletableFuture.allOf(looks.toArray(CompletableFuture[]::new)).join();
  }

  void restart() {
    context.close();
    context = start();
  }

  @Override
  public void close() {
    context.close();
  }
}

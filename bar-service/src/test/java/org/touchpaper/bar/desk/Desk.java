package org.touchpaper.bar.desk;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.touchpaper.bar.BarApplication;
import org.touchpaper.bar.coallocation.Followed;
import org.touchpaper.bar.coallocation.PatientHarc;
import org.touchpaper.bar.coordination.FakeSegments;
import org.touchpaper.bar.coordination.Segments;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.crash.ManyLives;
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.time.SettableClock;

/**
 * UCL's whole broker, on a database and a port of its own, among neighbours that do what the test
 * says. One serves all test classes: each begins with {@link #fresh}.
 */
public final class Desk {
  /** Of the acceptors' set, which has changed twice. */
  public static final int EPOCH = 3;

  public static final Instant NOW = Instant.parse("2026-12-01T20:00:00Z");

  /** So many people are let in at once, and as many may wait. */
  public static final int AT_ONCE = 16;

  private static final List<String> TABLES =
      List.of("co_allocation", "reservation", "revision", "segment_hold", "history");

  private static final String LINKS =
      """
      {"links":[{"id":"LONDON-READING","from":"LONDON","to":"READING","capacityMbps":10000,
      "latencyMs":1.0}]}
      """;

  public final SettableClock clock = SettableClock.at(NOW);
  public final ScriptedHarc harc = new ScriptedHarc(clock);
  public final FakeSegments segments = new FakeSegments(clock);
  public final FakeElements elements = new FakeElements();
  public final ManyLives lives = new ManyLives();

  /** Messages that were sent while a database transaction was open; there must be none. */
  public final List<String> sentInTransaction = new CopyOnWriteArrayList<>();

  private final TestDatabase database = TestDatabases.fresh();
  private final HttpServer nsap = nsap(elements);
  private final ConfigurableApplicationContext context;

  private Desk() {
    context = start();
  }

  private static final class Shared {
    static final Desk DESK = new Desk();
  }

  /** The one, with empty books and willing neighbours, at 20:00. */
  public static Desk fresh() {
    Shared.DESK.empty();
    return Shared.DESK;
  }

  /** Empty books, and neighbours that have heard of nothing. */
  public void empty() {
    lives.live(CrashSwitch.never());
    harc.forget();
    segments.forget();
    elements.showInFull(true);
    clock.set(NOW);
    sentInTransaction.clear();
    jdbc().execute("truncate " + String.join(", ", TABLES));
  }

  private ConfigurableApplicationContext start() {
    var args = new ArrayList<>(Arrays.asList(database.args()));
    args.addAll(harc.args());
    args.addAll(peer("nsap", "segment", "http://127.0.0.1:" + nsap.getAddress().getPort()));
    args.addAll(peer("lnsap-ucl", "segment", "http://127.0.0.1:9"));
    args.addAll(peer("bar-manchester", "segment,holder", "http://127.0.0.1:9"));
    args.addAll(
        List.of(
            "--spring.config.name=bar",
            "--spring.profiles.active=ucl",
            "--server.port=0",
            "--touchpaper.profile=demo",
            "--touchpaper.schedule.by-hand=true",
            "--touchpaper.bar.patience=1s",
            "--touchpaper.bar.epoch=" + EPOCH,
            "--touchpaper.bar.attempt-pause=0ms",
            "--touchpaper.bar.admission.people.at-once=" + AT_ONCE,
            "--touchpaper.bar.admission.people.waiting=" + AT_ONCE,
            "--touchpaper.bar.admission.people.patience=30s",
            "--touchpaper.bar.admission.body=15s"));
    return new SpringApplicationBuilder(BarApplication.class)
        .initializers(fresh -> {
          var beans = (GenericApplicationContext) fresh;
          beans.getBeanFactory().registerSingleton("onlyTheService", new OnlyTheService());
          beans.getBeanFactory().addBeanPostProcessor(lives);
          beans.getBeanFactory().addBeanPostProcessor(new PatientHarc(harc::decides));
          instead(beans, Clock.class, clock);
          instead(beans, Segments.class, segments);
          instead(beans, Outbound.class, probing(lives.outbound()));
        })
        .run(args.toArray(String[]::new));
  }

  private static List<String> peer(String name, String roles, String url) {
    var key = "--touchpaper.peers." + name;
    return List.of(
        key + ".url=" + url, key + ".secret=between " + name + " and us", key + ".roles=" + roles);
  }

  private static <T> void instead(GenericApplicationContext beans, Class<T> type, T fake) {
    beans.registerBean(
        "test" + type.getSimpleName(), type, () -> fake, bean -> bean.setPrimary(true));
  }

  /** Notes what is sent while a database transaction is open (DESIGN decision 6). */
  private Outbound probing(Outbound outbound) {
    return new Outbound() {
      @Override
      public <T> T send(String message, Callable<T> exchange) throws Exception {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
          sentInTransaction.add(message);
        }
        return outbound.send(message, exchange);
      }
    };
  }

  private static HttpServer nsap(FakeElements elements) {
    try {
      var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/topology",
          exchange -> {
            try (exchange) {
              var bytes = LINKS.getBytes(StandardCharsets.UTF_8);
              exchange.sendResponseHeaders(200, bytes.length);
              exchange.getResponseBody().write(bytes);
            }
          });
      server.createContext("/elements", elements);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public URI url() {
    var server = ((WebServerApplicationContext) context).getWebServer();
    return URI.create("http://127.0.0.1:" + (server == null ? 0 : server.getPort()));
  }

  /** One of the demo's people. */
  public Visitor as(String user) {
    return as(user, user);
  }

  public Visitor as(String user, String password) {
    return new Visitor(url(), user, password);
  }

  /** Says within the broker what a part of it would say. */
  public void announce(Object event) {
    context.publishEvent(event);
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  public JdbcTemplate jdbc() {
    return context.getBean(JdbcTemplate.class);
  }

  /** A connection that is not of the broker's pool. */
  public Connection connect() throws SQLException {
    return database.dataSource().getConnection();
  }

  /** Looks after whatever is due, once now and once more after a time; each waited for. */
  public void lookAfter(Duration later) {
    Followed.all(context);
    clock.advance(later);
    Followed.all(context);
  }

  /** Waits until something others do has happened. */
  public void await(Callable<Boolean> happened) {
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(happened);
  }

  /** Everything in the books, by table. */
  public Map<String, String> rows() {
    var rows = new TreeMap<String, String>();
    for (var table : TABLES) {
      var all = jdbc().queryForList("select t::text from " + table + " t order by 1", String.class);
      rows.put(table, String.join("\n", all));
    }
    return rows;
  }
}

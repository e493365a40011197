package org.touchpaper.segment.kit;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.touchpaper.platform.postgres.TestDatabase;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.NetworkSegment;

/**
 * The whole service of a segment on PostgreSQL, asked over SOAP by a holder that is a service too.
 * One serves all tests of a class: the clock is turned forward between them, which leaves an empty
 * calendar ahead. Whoever extends it has its elements ready before it calls {@link #start}.
 */
public abstract class WholeSegment implements SegmentUnderTest {

  protected final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  private final Class<?> application;
  private final SoapHolder holder;
  private final TestDatabase database = TestDatabases.fresh();

  @SuppressWarnings("NullAway.Init") // set by start
  private ConfigurableApplicationContext service;

  /**
   * Not started yet.
   *
   * @param application its main class
   * @param name what its holder calls it
   */
  protected WholeSegment(Class<?> application, String name) {
    this.application = application;
    this.holder = new SoapHolder(name);
  }

  /** Its own settings, the ports of its elements among them. */
  protected abstract Stream<String> options();

  /** True if its elements hold nothing. */
  protected abstract boolean isBare();

  protected final void start() {
    var common =
        Stream.of(
            "--server.port=0",
            "--touchpaper.profile=demo",
            "--touchpaper.segment.missing-for=0s"); // what is taken is gone at once
    var peers = holder.settings().entrySet().stream().map(each -> "--" + each);
    service =
        new SpringApplicationBuilder(application)
            .initializers(context -> context.getBeanFactory().registerSingleton("clock", clock))
            .run(
                Stream.of(common, options(), peers, Stream.of(database.args()))
                    .flatMap(each -> each)
                    .toArray(String[]::new));
  }

  /** The same service, with an empty calendar ahead and nothing left on its elements. */
  public final SegmentUnderTest fresh() {
    holder.forget();
    clock.advance(Duration.ofDays(3));
    await()
        .atMost(SegmentTalk.PATIENCE)
        .until(() -> {
          clock.advance(Duration.ofMinutes(1)); // so that what is to be tried again falls due
          return isBare();
        });
    return this;
  }

  public final int port() {
    return Objects.requireNonNull(((WebServerApplicationContext) service).getWebServer()).getPort();
  }

  @Override
  public final NetworkSegment segment() {
    return holder.segment(service);
  }

  /** A part of the service, for what its contract does not show. */
  public final <T> T bean(Class<T> type) {
    return service.getBean(type);
  }

  @Override
  public final ScriptedHolder holder() {
    return holder.holder();
  }

  @Override
  public final Instant now() {
    return clock.instant();
  }

  @Override
  public final void advance(Duration by) {
    clock.advance(by);
  }

  @Override
  public final void restart() {
    restartAfter(() -> {});
  }

  /** Restarts, and something happens while the service is down. */
  public final void restartAfter(Runnable meanwhile) {
    service.close();
    meanwhile.run();
    start();
  }

  /** Left running for the next test. */
  @Override
  public final void close() {}

  /** Ends the service and its holder. */
  public void stop() {
    service.close();
    holder.close();
  }
}

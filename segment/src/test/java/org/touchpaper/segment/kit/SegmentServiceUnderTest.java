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
 * The complete service of a segment on PostgreSQL, called over SOAP by a holder that is a service
 * too. One instance serves all tests of a class: the clock is advanced between tests, which leaves
 * an empty calendar ahead. Subclasses have their elements ready before they call {@link #start}.
 */
public abstract class SegmentServiceUnderTest implements SegmentUnderTest {

  protected final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  private final Class<?> application;
  private final SoapHolderService holder;
  private final TestDatabase database = TestDatabases.fresh();

  @SuppressWarnings("NullAway.Init") // set by start
  private ConfigurableApplicationContext service;

  /**
   * A service that is not started yet.
   *
   * @param application its main class
   * @param name the name its holder uses
   */
  protected SegmentServiceUnderTest(Class<?> application, String name) {
    this.application = application;
    this.holder = new SoapHolderService(name);
  }

  /** Its settings, including the ports of its elements. */
  protected abstract Stream<String> options();

  /** True if its elements have no items. */
  protected abstract boolean isEmpty();

  protected final void start() {
    var common =
        Stream.of(
            "--server.port=0",
            "--touchpaper.profile=demo",
            "--touchpaper.segment.missing-item-grace=0s"); // a removal counts at once
    var peers = holder.settings().entrySet().stream().map(option -> "--" + option);
    service =
        new SpringApplicationBuilder(application)
            .initializers(context -> context.getBeanFactory().registerSingleton("clock", clock))
            .run(
                Stream.of(common, options(), peers, Stream.of(database.args()))
                    .flatMap(option -> option)
                    .toArray(String[]::new));
  }

  /** The same service, with an empty calendar ahead and empty elements. */
  public final SegmentUnderTest fresh() {
    holder.reset();
    clock.advance(Duration.ofDays(3));
    await()
        .atMost(SegmentContractSupport.TIMEOUT)
        .until(() -> {
          clock.advance(Duration.ofMinutes(1)); // so that retries fall due
          return isEmpty();
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

  /** A bean of the service, for state that the contract does not show. */
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

  /** Restarts, and runs something while the service is down. */
  public final void restartAfter(Runnable meanwhile) {
    service.close();
    meanwhile.run();
    start();
  }

  /** Keeps the service running for the next test. */
  @Override
  public final void close() {}

  /** Stops the service and its holder. */
  public void stop() {
    service.close();
    holder.close();
  }
}

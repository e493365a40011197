package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementsession.CliSession;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptLine;
import org.touchpaper.elementsession.transcript.TranscriptLine.Direction;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;

/** An emulated 7600, a driver on it over telnet, and circuits through it. */
abstract class EdgeDriverTestBase {

  static final String NAME = EdgeFixture.NAME;
  static final String BORDER = "TenGigabitEthernet1/1";

  @TempDir Path folder;
  EmulatedElement edge;
  CliSession session;
  DriverItemNoteRepository claims;
  Ios7600Driver driver;
  CircuitExecutor circuits;

  @SuppressWarnings("NullAway.Init") // set before each test
  EdgeDriverTestBase() {}

  @BeforeEach
  void start() throws IOException {
    edge = EmulatedElement.start(ElementConfig.demo("EDGE-UCL", ElementModel.IOS_7600), folder);
    session = session();
    claims = EdgeFixture.CLAIMS.emptyFor("EDGE-UCL");
    restartDriver();
  }

  /** A restarted driver with the same database. */
  final void restartDriver() {
    driver = newDriver(session);
    circuits = new CircuitExecutor(DriverRegistry.of(List.of(driver)), Duration.ofSeconds(1));
  }

  final Ios7600Driver newDriver(CliSession through) {
    return new Ios7600Driver(
        "EDGE-UCL", through, EdgeFixture.SHORT, EdgeFixture.noUncertainCommands(), claims);
  }

  final CliSession session() {
    return CliSession.open(
        new ElementEndpoint("EDGE-UCL", "127.0.0.1", edge.port()),
        Credentials.ios("lightpath", "lightpath"),
        SessionTiming.defaults(Clock.systemUTC()),
        TranscriptSink.NONE);
  }

  @AfterEach
  void stop() {
    session.close();
    edge.close();
  }

  static List<ConfigItem> items(boolean tagged) {
    return EdgeFixture.items(tagged, EdgeFixture.BY_PORT);
  }

  static List<ConfigItem> byPseudowire() {
    return EdgeFixture.items(true, EdgeFixture.BY_PSEUDOWIRE);
  }

  final void assertComesUp(List<ConfigItem> wanted) {
    assertThat(circuits.apply(wanted, List.of())).isInstanceOf(CircuitExecutor.Applied.class);
  }

  final void assertCleared(List<ConfigItem> former) {
    assertThat(circuits.apply(List.of(), former)).isInstanceOf(CircuitExecutor.Applied.class);
  }

  /** An attribute of an edge's entity; {@code nothing} if it does not exist. */
  final String attributeOf(String kind, String name, String attribute) {
    return edge.listEntities().stream()
        .filter(entity -> entity.kind().equals(kind) && entity.name().equals(name))
        .map(entity -> entity.get(attribute))
        .findFirst()
        .orElse("nothing");
  }

  /** Nothing is edited, and the refusal names the conflict. */
  final void assertObstructed(List<ConfigItem> wanted, String... texts) {
    var before = edge.listEntities();
    assertThat(circuits.apply(wanted, List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            result -> assertThat(result.problem()).contains(texts));
    assertThat(edge.listEntities()).isEqualTo(before);
  }

  /** The lines typed that contain this text. */
  final List<String> typed(String texts) {
    return edge.transcript().stream()
        .filter(line -> line.direction() == Direction.RECEIVED)
        .map(TranscriptLine::text)
        .filter(text -> text.contains(texts))
        .toList();
  }
}

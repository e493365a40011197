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
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.Item;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.session.CliSession;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptLine;
import org.touchpaper.tl1.session.TranscriptLine.Direction;
import org.touchpaper.tl1.session.TranscriptSink;

/** An emulated 7600, a driver on it over telnet, and circuits through it. */
abstract class OnAnEdge {

  static final String NAME = EdgeUnderTest.NAME;
  static final String BORDER = "TenGigabitEthernet1/1";

  @TempDir Path folder;
  EmulatedElement edge;
  CliSession session;
  VlanClaims claims;
  Ios7600Driver driver;
  Circuits circuits;

  @SuppressWarnings("NullAway.Init") // set before each test
  OnAnEdge() {}

  @BeforeEach
  void start() throws IOException {
    edge = EmulatedElement.start(ElementConfig.demo("EDGE-UCL", Dialect.IOS_7600), folder);
    session = session();
    claims = EdgeUnderTest.CLAIMS.emptyFor("EDGE-UCL");
    beginAnotherLife();
  }

  /** Of ours, on the same books. */
  final void beginAnotherLife() {
    driver = life(session);
    circuits = new Circuits(Elements.of(List.of(driver)), Duration.ofSeconds(1));
  }

  final Ios7600Driver life(CliSession through) {
    return new Ios7600Driver(
        "EDGE-UCL", through, EdgeUnderTest.SHORT, EdgeUnderTest.noDoubt(), claims);
  }

  final CliSession session() {
    return CliSession.open(
        new Endpoint("EDGE-UCL", "127.0.0.1", edge.port()),
        Credentials.ios("lightpath", "lightpath"),
        Timing.usual(Clock.systemUTC()),
        TranscriptSink.NONE);
  }

  @AfterEach
  void stop() {
    session.close();
    edge.close();
  }

  static List<Item> items(boolean tagged) {
    return EdgeUnderTest.items(tagged, EdgeUnderTest.BY_PORT);
  }

  static List<Item> byPseudowire() {
    return EdgeUnderTest.items(true, EdgeUnderTest.BY_PSEUDOWIRE);
  }

  final void comesUp(List<Item> wanted) {
    assertThat(circuits.bring(wanted, List.of())).isInstanceOf(Circuits.Reached.class);
  }

  final void isCleared(List<Item> former) {
    assertThat(circuits.bring(List.of(), former)).isInstanceOf(Circuits.Reached.class);
  }

  /** What the edge holds, {@code nothing} if not that. */
  final String of(String kind, String name, String attribute) {
    return edge.holds().stream()
        .filter(each -> each.kind().equals(kind) && each.name().equals(name))
        .map(each -> each.get(attribute))
        .findFirst()
        .orElse("nothing");
  }

  /** Nothing is touched, and people are told. */
  final void isHeld(List<Item> wanted, String... words) {
    var before = edge.holds();
    assertThat(circuits.bring(wanted, List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class, it -> assertThat(it.problem()).contains(words));
    assertThat(edge.holds()).isEqualTo(before);
  }

  /** The lines it was told that have these words in them. */
  final List<String> typed(String words) {
    return edge.transcript().stream()
        .filter(line -> line.direction() == Direction.RECEIVED)
        .map(TranscriptLine::text)
        .filter(text -> text.contains(words))
        .toList();
  }
}

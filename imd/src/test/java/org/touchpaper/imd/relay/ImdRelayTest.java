package org.touchpaper.imd.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.imd.EmulatedEngine;
import org.touchpaper.imd.connection.ImdConnection;
import org.touchpaper.imd.message.ImdMessage;
import org.touchpaper.imd.message.ImdMessage.Mdcomm;
import org.touchpaper.imd.viewer.ImdFrame;
import org.touchpaper.imd.viewer.ImdViewer;

@Timeout(60)
class ImdRelayTest {

  private static final Mdcomm PULL = Mdcomm.of(0, 0, 0, -5);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final List<String> log = new CopyOnWriteArrayList<>();
  private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();

  @AfterEach
  void closeAll() throws Exception {
    for (var each : open.reversed()) {
      each.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aViewerSeesTheSameThroughTheRelay(int version) throws IOException {
    var engine = engine(version, 100);
    var relay = relay(engine, Duration.ofSeconds(30));
    for (var i = 0; i < 2; i++) {
      try (var viewer = viewer(relay)) {
        assertThat(viewer.session().version()).isEqualTo(version);
        var first = frame(viewer);
        assertThat(Objects.requireNonNull(first.positions()).count()).isEqualTo(100);
        assertThat(first.bytes()).isEqualTo(12 * 100 + 8 + (version == 3 ? 32 : 48));
        assertThat(frame(viewer).positions()).isNotNull();
      }
      await().until(() -> relay.viewers().isEmpty());
    }
    assertThat(engine.sessions()).isEqualTo(1);
    assertThat(engine.death()).isNull();
  }

  @Test
  void withoutARelayAVanishedViewerEndsTheRun() throws IOException {
    var engine = engine(3, 100);
    vanish(engine.address());
    await().untilAsserted(() -> assertThat(engine.death()).isNotNull());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void theRunOutlivesViewersThatVanish(int version) throws IOException {
    var engine = engine(version, 5_000);
    var relay = relay(engine, Duration.ofSeconds(30));
    vanish(relay.address());
    vanish(relay.address());
    await()
        .until(() ->
            relay.viewers().isEmpty()
                && log.stream().filter(ImdRelayTest::saysThatAViewerIsGone).count() == 2);
    var step = engine.step();
    await().until(() -> engine.step() > step);
    assertThat(engine.death()).isNull();
    try (var viewer = viewer(relay)) {
      assertThat(frame(viewer).positions()).isNotNull();
    }
  }

  @Test
  void severalWatchAndOneSteers() throws IOException {
    var engine = engine(3, 10);
    var relay = relay(engine, Duration.ofSeconds(30));
    try (var steerer = viewer(relay);
        var watcher = viewer(relay)) {
      steerer.steer(PULL);
      await().until(() -> engine.received().contains(PULL));
      watcher.steer(Mdcomm.of(1, 0, 0, 7));
      watcher.steer(Mdcomm.of(1, 0, 0, 7));
      watcher.kill();
      await().until(() -> relay.viewers().stream().anyMatch(viewer -> viewer.refused() == 3));
      var z = 0f;
      while (z > -0.1f) { // the watcher sees what the other does
        z = Objects.requireNonNull(frame(watcher).positions()).z(0);
      }
      assertThat(engine.death()).isNull();
      assertThat(engine.received()).doesNotContain(Mdcomm.of(1, 0, 0, 7));
      assertThat(log)
          .filteredOn(line -> line.contains("ignored"))
          .singleElement()
          .asString()
          .contains("sent MDCOMM while");
    }
  }

  @Test
  void aForceDoesNotOutliveTheViewerThatMadeIt() throws IOException {
    var engine = engine(3, 10);
    var relay = relay(engine, Duration.ofSeconds(30));
    try (var watcher = viewer(relay)) {
      var steering = connection(relay.address());
      steering.write(PULL);
      steering.write(new ImdMessage.Pause());
      await().until(() -> engine.received().contains(new ImdMessage.Pause()));
      steering.close();
      await().until(() -> engine.received().contains(PULL.withoutForce()));
      await().until(() -> engine.received().getLast().equals(new ImdMessage.Resume()));
      watcher.steer(PULL);
      await().until(() -> engine.received().getLast().equals(PULL));
    }
  }

  @Test
  void aSlowWatcherMissesFramesAndDelaysNobody() throws IOException {
    var engine = engine(3, 20_000);
    var relay = relay(engine, Duration.ofSeconds(30));
    try (var slow = connection(relay.address());
        var steerer = viewer(relay)) {
      steerer.steer(PULL);
      await()
          .until(() -> {
            assertThat(frame(steerer).positions()).isNotNull();
            return relay.viewers().stream().anyMatch(viewer -> viewer.dropped() > 20);
          });
      assertThat(relay.viewers())
          .filteredOn(ViewerReport::steers)
          .singleElement()
          .satisfies(report -> {
            assertThat(report.viewer()).isNotEqualTo(slow.peer());
            assertThat(report.dropped()).isZero();
            assertThat(report.frames().bytes()).isPositive();
          });
    }
  }

  @Test
  void theEngineWaitsForTheViewerThatSteers() throws IOException {
    var engine = engine(3, 20_000);
    var relay = relay(engine, Duration.ofSeconds(30));
    try (var steerer = viewer(relay)) {
      steerer.steer(PULL);
      await().until(engine::isHeldUp);
      assertThat(relay.viewers())
          .singleElement()
          .satisfies(report -> assertThat(report.steers()).isTrue());
      var previous = 0L;
      for (var i = 0; i < 30; i++) { // every step from the first force on is there
        var time = Objects.requireNonNull(frame(steerer).time()).step();
        assertThat(i > 5 && time != previous + 1).isFalse();
        previous = time;
      }
    }
  }

  @Test
  void aSteeringViewerThatTakesNothingIsDroppedAndTheRunGoesOn() throws IOException {
    var engine = engine(3, 20_000);
    var relay = relay(engine, Duration.ofMillis(500));
    var dead = connection(relay.address());
    dead.write(PULL);
    await().until(() -> log.stream().anyMatch(line -> line.contains("took nothing")));
    await().until(() -> relay.viewers().isEmpty());
    var step = engine.step();
    await().until(() -> engine.step() > step + 100);
    assertThat(engine.received()).contains(PULL.withoutForce());
  }

  @Test
  void aViewerChoosesItsOwnRate() throws IOException {
    var engine = engine(3, 10);
    var relay = relay(engine, Duration.ofSeconds(30));
    try (var tenth = ImdViewer.connect(relay.address(), PATIENCE, 10)) {
      assertThat(frame(tenth).time()).isNotNull();
      await().until(() -> step(tenth) + 10 == step(tenth));
      assertThat(engine.received()).containsExactly(new ImdMessage.Trate(1));
    }
  }

  @Test
  void bytesThatAreNotImdEndTheViewerAndNothingElse() throws IOException {
    var engine = engine(3, 10);
    var relay = relay(engine, Duration.ofSeconds(30));
    try (var viewer = viewer(relay);
        var rogue = connection(relay.address())) {
      rogue.write("GET / HTTP/1.1\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      await().until(() -> relay.viewers().size() == 1);
      assertThat(log).anyMatch(line -> line.contains("is no IMD message"));
      assertThat(frame(viewer).positions()).isNotNull();
    }
  }

  @Test
  void theSteererEndsTheRunAndTheRelay() throws Exception {
    var engine = engine(3, 10);
    var relay = relay(engine, Duration.ofSeconds(30));
    try (var viewer = viewer(relay)) {
      viewer.kill();
      while (viewer.nextFrame().isPresent()) {
        assertThat(engine.sessions()).isEqualTo(1);
      }
      relay.awaitEnd();
      assertThat(engine.death()).isEqualTo("terminated on IMD request");
    }
  }

  @Test
  void aRelayThatIsStoppedLeavesTheRunAlive() throws IOException {
    var engine = engine(3, 5_000);
    var relay = relay(engine, Duration.ofSeconds(30));
    try (var viewer = viewer(relay)) {
      assertThat(frame(viewer).positions()).isNotNull();
      relay.close();
      relay.close();
      while (viewer.nextFrame().isPresent()) {
        assertThat(engine.death()).isNull();
      }
    }
    try (var next = ImdViewer.connect(engine.address(), PATIENCE, 1)) {
      assertThat(frame(next).positions()).isNotNull();
    }
    assertThat(engine.sessions()).isEqualTo(2);
  }

  @Test
  void aViewerIsTurnedAwayWhenNoEngineComes() throws IOException {
    try (var taken = new Socket()) {
      taken.bind(local()); // nobody else gets the port, and nobody listens on it
      var relay =
          start(
              new RelayOptions(
                  (InetSocketAddress) taken.getLocalSocketAddress(),
                  local(),
                  SteeringRuleKind.FIRST_TO_STEER,
                  false,
                  Duration.ofMillis(50),
                  PATIENCE));
      try (var viewer = new Socket(relay.address().getAddress(), relay.address().getPort())) {
        assertThat(viewer.getInputStream().read()).isEqualTo(-1);
      }
      await()
          .untilAsserted(() -> assertThat(log).anyMatch(line -> line.contains("no IMD engine at")));
    }
  }

  private EmulatedEngine engine(int version, int atoms) throws IOException {
    var engine = new EmulatedEngine(version, atoms);
    open.add(engine);
    return engine;
  }

  private ImdRelay relay(EmulatedEngine engine, Duration stallLimit) throws IOException {
    return start(
        new RelayOptions(
            engine.address(),
            local(),
            SteeringRuleKind.FIRST_TO_STEER,
            false,
            PATIENCE,
            stallLimit));
  }

  private ImdRelay start(RelayOptions options) throws IOException {
    var relay = ImdRelay.start(options, log::add);
    open.add(relay);
    return relay;
  }

  private static InetSocketAddress local() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private static ImdViewer viewer(ImdRelay relay) throws IOException {
    return ImdViewer.connect(relay.address(), PATIENCE, 1);
  }

  /** A viewer that reads nothing after the engine's greeting. */
  private ImdConnection connection(InetSocketAddress address) throws IOException {
    var connection = ImdConnection.open(address, PATIENCE);
    open.add(connection);
    connection.readSession(PATIENCE);
    connection.write(new ImdMessage.Go());
    return connection;
  }

  /** A reset that the writing thread sees first looks like an end to the reading one. */
  private static boolean saysThatAViewerIsGone(String line) {
    return line.contains(" was lost") || line.contains(" left;");
  }

  /** Watches and is gone without a word, with data under way: the peer's TCP is reset. */
  private static void vanish(InetSocketAddress address) throws IOException {
    try (var socket = new Socket(address.getAddress(), address.getPort())) {
      var connection = new ImdConnection(socket);
      connection.readSession(PATIENCE);
      connection.write(new ImdMessage.Go());
      assertThat(connection.read()).isNotNull();
      socket.setSoLinger(true, 0);
    }
  }

  private static ImdFrame frame(ImdViewer viewer) throws IOException {
    return viewer.nextFrame().orElseThrow();
  }

  private static long step(ImdViewer viewer) throws IOException {
    return Objects.requireNonNull(frame(viewer).time()).step();
  }
}

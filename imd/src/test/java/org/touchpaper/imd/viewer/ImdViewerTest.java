package org.touchpaper.imd.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.imd.EmulatedEngine;
import org.touchpaper.imd.message.ImdMessage;
import org.touchpaper.imd.message.ImdMessage.Mdcomm;

@Timeout(30)
class ImdViewerTest {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aViewerReceivesTheFramesOfEachStep(int version) throws IOException {
    try (var engine = new EmulatedEngine(version, 100);
        var viewer = ImdViewer.connect(engine.address(), PATIENCE, 1)) {
      assertThat(viewer.session().version()).isEqualTo(version);
      for (var step = 1; step <= 3; step++) {
        var frame = viewer.nextFrame().orElseThrow();
        assertThat(Objects.requireNonNull(frame.positions()).count()).isEqualTo(100);
        assertThat(frame.bytes()).isEqualTo(12 * 100 + 8 + (version == 3 ? 32 : 48));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aForceMovesItsAtomUntilTheNext(int version) throws IOException {
    try (var engine = new EmulatedEngine(version, 10);
        var viewer = ImdViewer.connect(engine.address(), PATIENCE, 1)) {
      viewer.steer(Mdcomm.of(4, 0, 0, -5));
      var z = 0f;
      while (z > -0.1f) {
        z = Objects.requireNonNull(viewer.nextFrame().orElseThrow().positions()).z(4);
      }
      assertThat(engine.received()).contains(Mdcomm.of(4, 0, 0, -5));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aPausedSimulationStandsStillUntilItIsResumed(int version) throws IOException {
    try (var engine = new EmulatedEngine(version, 10);
        var viewer = ImdViewer.connect(engine.address(), PATIENCE, 1)) {
      viewer.pause();
      viewer.pause();
      await().until(() -> engine.received().contains(new ImdMessage.Pause()));
      viewer.resume();
      viewer.resume();
      var step = engine.step();
      await().until(() -> engine.step() > step);
      assertThat(engine.death()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aViewerThatClosesLeavesTheSimulationAlive(int version) throws IOException {
    try (var engine = new EmulatedEngine(version, 5_000)) {
      for (var i = 1; i <= 5; i++) {
        try (var viewer = ImdViewer.connect(engine.address(), PATIENCE, 1)) {
          assertThat(viewer.nextFrame()).isPresent();
        }
        assertThat(engine.sessions()).isEqualTo(i);
      }
      assertThat(engine.death()).isNull();
    }
  }

  @Test
  void anEngineThatEndsIsAnEmptyFrame() throws IOException {
    try (var engine = new EmulatedEngine(3, 10);
        var viewer = ImdViewer.connect(engine.address(), PATIENCE, 1)) {
      viewer.kill();
      while (viewer.nextFrame().isPresent()) {
        assertThat(engine.atoms()).isEqualTo(10);
      }
      assertThat(engine.death()).isEqualTo("terminated on IMD request");
    }
  }

  @Test
  void anAddressWithoutAnEngineIsNamed() throws IOException {
    var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    var port = free.getLocalPort();
    free.close();
    assertThatThrownBy(() ->
            ImdViewer.connect(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                Duration.ofMillis(100),
                1))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("no IMD engine at localhost:" + port);
  }

  @Test
  void aServerThatIsNoEngineIsRefused() throws IOException {
    try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(() -> {
            try (var socket = other.accept()) {
              socket.getOutputStream().write(new byte[] {0, 0, 0, 3, 0, 0, 0, 0});
            } catch (IOException e) {
              throw new java.io.UncheckedIOException(e);
            }
          });
      assertThatThrownBy(() ->
              ImdViewer.connect((InetSocketAddress) other.getLocalSocketAddress(), PATIENCE, 1))
          .hasMessage("the peer is no IMD engine: its first message is no handshake");
    }
  }
}

package org.touchpaper.imd.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.HexFormat;
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

  /**
   * The bytes that GROMACS 2022.5 sent of three atoms; it speaks version 2, with energies first.
   */
  @Test
  void theFramesOfGromacsAreRead() throws IOException {
    var sent =
        "0000000402000000"
            + "000000010000000101000000b8e69543727720c86d133ec8a88bf84614f75ec8"
            + "00000000000000000000000000000000"
            + "000000020000000372b30e4046c1cd40a67f7d3f6a72c03f2c85c5402659d03fed0919407dc2b5407581b23e";
    try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> play(listener, HexFormat.of().parseHex(sent)));
      var address = new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
      try (var viewer = ImdViewer.connect(address, PATIENCE, 1)) {
        assertThat(viewer.session().version()).isEqualTo(2);
        assertThat(viewer.session().order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        var frame = viewer.nextFrame().orElseThrow();
        assertThat(frame.bytes()).isEqualTo(8 + 40 + 8 + 3 * 12);
        var energies = Objects.requireNonNull(frame.energies());
        assertThat(energies.step()).isEqualTo(1);
        assertThat(energies.temperature()).isCloseTo(299.8f, within(0.1f));
        var positions = Objects.requireNonNull(frame.positions());
        assertThat(positions.count()).isEqualTo(3);
        assertThat(positions.z(0)).isCloseTo(0.99f, within(0.01f));
        assertThat(viewer.nextFrame()).isEmpty();
      }
    }
  }

  /** Sends the bytes to a viewer, and then reads until that goes. */
  private static void play(ServerSocket listener, byte[] bytes) {
    try (var socket = listener.accept()) {
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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

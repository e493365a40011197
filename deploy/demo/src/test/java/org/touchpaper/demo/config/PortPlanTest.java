package org.touchpaper.demo.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PortPlanTest {
  private static final PortPlan PORTS = new PortPlan(0);

  @ParameterizedTest
  @CsvSource({
    "bar-ucl,8080",
    "bar-manchester,8090",
    "lnsap-ucl,8081",
    "lnsap-manchester,8091",
    "nsap,8082",
    "acceptor-1,8101",
    "acceptor-3,8103",
    "rm-newton,8112",
    "elements,10200",
    "LONDON,10201",
    "EDGE-MAN,10208",
    "METRO-EDI,10210",
    "postgresql,54320"
  })
  void assignsTheDocumentedPorts(String name, int port) {
    assertThat(PORTS.of(name)).isEqualTo(port);
    assertThat(new PortPlan(1000).of(name)).isEqualTo(port + 1000);
  }

  @Test
  void assignsNoPortTwice() {
    assertThat(PORTS.names().stream().map(PORTS::of)).doesNotHaveDuplicates();
  }

  @Test
  void allowsTheBaseAtWhichTheHighestPortIsStillInRange() {
    var ports = new PortPlan(PortPlan.MAX_BASE);
    assertThat(ports.names().stream().mapToInt(ports::of).max()).hasValue(65_535);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 11_216, 65_535})
  void refusesABaseOutOfRange(int base) {
    assertThatThrownBy(() -> new PortPlan(base))
        .hasMessageContaining("--port-base")
        .hasMessageContaining("0 to 11215");
  }

  @Test
  void listsBusyPortsAndSuggestsABase() {
    var taken = Set.of(8080, 54_320, 9101);
    assertThat(PORTS.listBusy(taken::contains))
        .containsExactly("port 8080 for bar-ucl is in use", "port 54320 for postgresql is in use");
    assertThat(PORTS.advice(taken::contains)).endsWith("; --port-base 2000 is free");
    assertThat(PORTS.advice(_ -> true)).isEqualTo(PortPlan.OPTION + " moves every port up by N");
    assertThat(new PortPlan(11_000).advice(_ -> false)).doesNotContain("is free");
  }

  @Test
  void detectsAListener() throws IOException {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
      assertThat(PortPlan.isBusy(port)).isTrue();
    }
    assertThat(PortPlan.isBusy(port)).isFalse();
  }
}

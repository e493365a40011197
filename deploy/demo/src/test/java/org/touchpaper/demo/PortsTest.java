package org.touchpaper.demo;

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

class PortsTest {
  private static final Ports PORTS = new Ports(0);

  @ParameterizedTest
  @CsvSource({
    "bar-ucl,8080",
    "bar-manchester,8090",
    "lnsap-ucl,8081",
    "lnsap-manchester,8091",
    "nsap,8082",
    "acceptor-1,8101",
    "acceptor-3,8103",
    "rm-network,8111",
    "rm-newton,8112",
    "elements,10200",
    "LONDON,10201",
    "EDGE-MAN,10208",
    "METRO-EDI,10210",
    "postgresql,54320"
  })
  void listensWhereTheDesignSays(String name, int port) {
    assertThat(PORTS.of(name)).isEqualTo(port);
    assertThat(new Ports(1000).of(name)).isEqualTo(port + 1000);
  }

  @Test
  void givesNoPortTwice() {
    assertThat(PORTS.names().stream().map(PORTS::of)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 11_216, 65_535})
  void refusesAShiftThatLeavesTheRange(int base) {
    assertThatThrownBy(() -> new Ports(base))
        .hasMessageContaining("--port-base")
        .hasMessageContaining("0 to 11215");
  }

  @Test
  void namesEveryBusyPortAndTheWayOut() {
    var taken = Set.of(8080, 54_320, 9101);
    assertThat(PORTS.busy(taken::contains))
        .containsExactly(
            "port 8080, for bar-ucl, is in use", "port 54320, for postgresql, is in use");
    assertThat(PORTS.advice(taken::contains)).endsWith("; --port-base 2000 would do");
    assertThat(PORTS.advice(_ -> true)).isEqualTo(Ports.OPTION + " moves every port by N");
    assertThat(new Ports(11_000).advice(_ -> false)).doesNotContain("would do");
  }

  @Test
  void seesWhoListens() throws IOException {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
      assertThat(Ports.isBusy(port)).isTrue();
    }
    assertThat(Ports.isBusy(port)).isFalse();
  }
}

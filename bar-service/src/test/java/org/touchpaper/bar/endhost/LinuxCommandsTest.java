package org.touchpaper.bar.endhost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinuxCommandsTest {

  private static final String NAME = "lightpath-019ad3f5";

  @Test
  void aTaggedLightpathHasAnInterfaceOfItsOwn() {
    var end =
        new HostEndpoint(
            "vis.ucl",
            "EDGE-UCL",
            "GigabitEthernet3/1",
            101,
            true,
            9000,
            300,
            "10.88.0.2/31",
            null);

    assertThat(LinuxCommands.of(end, NAME, 10_000_000L))
        .isEqualTo(
            new LinuxCommands(
                "vis.ucl",
                """
                DEV=eth1  # replace eth1 by the interface connected to GigabitEthernet3/1 of EDGE-UCL
                [ "$(cat "/sys/class/net/$DEV/mtu")" -ge 9000 ] || sudo ip link set dev "$DEV" mtu 9000
                sudo ip link set dev "$DEV" up
                ip link show dev lightpath101 || sudo ip link add link "$DEV" name lightpath101 type vlan id 101
                sudo ip link set dev lightpath101 mtu 9000 up
                sudo ip addr replace 10.88.0.2/31 dev lightpath101
                sudo sh -c "test -e /run/lightpath-019ad3f5.sysctl || sysctl net.core.rmem_max net.core.wmem_max net.ipv4.tcp_rmem net.ipv4.tcp_wmem > /run/lightpath-019ad3f5.sysctl"
                [ "$(sysctl -n net.core.rmem_max)" -ge 10000000 ] || sudo sysctl -w net.core.rmem_max=10000000
                [ "$(sysctl -n net.core.wmem_max)" -ge 10000000 ] || sudo sysctl -w net.core.wmem_max=10000000
                [ "$(sysctl -n net.ipv4.tcp_rmem | cut -f3)" -ge 10000000 ] || sudo sysctl -w net.ipv4.tcp_rmem="4096 131072 10000000"
                [ "$(sysctl -n net.ipv4.tcp_wmem | cut -f3)" -ge 10000000 ] || sudo sysctl -w net.ipv4.tcp_wmem="4096 16384 10000000"
                """
                    .lines()
                    .toList(),
                """
                DEV=eth1  # replace eth1 by the interface connected to GigabitEthernet3/1 of EDGE-UCL
                # "$DEV" keeps its MTU, because other lightpaths may use it
                sudo ip link delete dev lightpath101
                sudo sysctl -p /run/lightpath-019ad3f5.sysctl && sudo rm /run/lightpath-019ad3f5.sysctl
                """
                    .lines()
                    .toList()));
  }

  @Test
  void anUntaggedLightpathUsesTheInterfaceItself() {
    var end =
        new HostEndpoint(
            "haptic.ucl",
            "EDGE-UCL",
            "GigabitEthernet3/2",
            null,
            false,
            1500,
            300,
            "fd00:88:0:0:0:0:0:2/127",
            null);

    assertThat(LinuxCommands.of(end, NAME, null))
        .isEqualTo(
            new LinuxCommands(
                "haptic.ucl",
                """
                DEV=eth1  # replace eth1 by the interface connected to GigabitEthernet3/2 of EDGE-UCL
                sudo ip link set dev "$DEV" up
                sudo ip addr replace fd00:88:0:0:0:0:0:2/127 dev "$DEV" nodad
                """
                    .lines()
                    .toList(),
                """
                DEV=eth1  # replace eth1 by the interface connected to GigabitEthernet3/2 of EDGE-UCL
                sudo ip addr delete fd00:88:0:0:0:0:0:2/127 dev "$DEV"
                """
                    .lines()
                    .toList()));
  }

  @Test
  void anUntaggedInterfaceGetsItsMtuBack() {
    var end = new HostEndpoint("h", "E", "1", null, false, 9000, 1, null, null);

    assertThat(LinuxCommands.of(end, NAME, null).tearDown())
        .contains(
            "sudo ip link set dev \"$DEV\" mtu \"$(cat /run/lightpath-019ad3f5.mtu)\""
                + " && sudo rm /run/lightpath-019ad3f5.mtu");
  }

  /** A limit that is higher on the host stays. */
  @Test
  void neverLowersTheLimitsOfTheKernel() {
    var end = new HostEndpoint("h", "E", "1", 4094, true, 1500, 1, null, null);

    assertThat(LinuxCommands.of(end, NAME, 1000L).setUp())
        .contains(
            "[ \"$(sysctl -n net.core.rmem_max)\" -ge 1000 ]"
                + " || sudo sysctl -w net.core.rmem_max=1000")
        .contains("sudo ip link set dev lightpath4094 mtu 1500 up");
  }

  /** A peer names element and port; neither may start a command. */
  @Test
  void aForeignNameStaysInItsComment() {
    var end = new HostEndpoint("h", "E\nreboot", "1\u2028x", 7, true, 1500, 1, null, null);

    assertThat(LinuxCommands.of(end, NAME, null).setUp().getFirst())
        .isEqualTo("DEV=eth1  # replace eth1 by the interface connected to 1?x of E?reboot");
  }
}

package org.touchpaper.bar.endhost;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The commands that set a Linux host up for a lightpath, to paste into a shell of an administrator,
 * and those that undo it. They may be repeated. They raise limits and never lower them, because the
 * kernel's own may be higher. What is changed for the whole host is kept in {@code /run} until it
 * is undone; like the settings themselves it does not survive a restart.
 *
 * @param host the host to run them on
 * @param setUp before the start
 * @param tearDown after the end
 */
public record LinuxCommands(String host, List<String> setUp, List<String> tearDown) {

  private static final int ETHERNET_MTU = 1500;

  private static final String LIMITS =
      "net.core.rmem_max net.core.wmem_max net.ipv4.tcp_rmem net.ipv4.tcp_wmem";

  public LinuxCommands {
    setUp = List.copyOf(setUp);
    tearDown = List.copyOf(tearDown);
  }

  /**
   * Writes the commands for one end.
   *
   * @param name unique among the lightpaths of the host; used in file names
   * @param bufferBytes the socket buffer; null if it is not known
   */
  static LinuxCommands of(HostEndpoint end, String name, @Nullable Long bufferBytes) {
    var setUp = new ArrayList<String>();
    var tearDown = new ArrayList<String>();
    setUp.add("DEV=eth1  # replace eth1 by the interface connected to " + end.place());
    tearDown.add(setUp.getFirst());
    if (end.vlan() == null) {
      addUntagged(end, name, setUp, tearDown);
    } else {
      addTagged(end, end.vlan(), setUp, tearDown);
    }
    if (bufferBytes != null) {
      addLimits("/run/" + name + ".sysctl", bufferBytes, setUp, tearDown);
    }
    return new LinuxCommands(end.host(), setUp, tearDown);
  }

  /** Frames carry a tag, so the lightpath has an interface of its own. */
  private static void addTagged(
      HostEndpoint end, int vlan, List<String> setUp, List<String> tearDown) {
    var device = "lightpath" + vlan; // at most 15 bytes (IFNAMSIZ)
    if (isJumbo(end)) {
      setUp.add(raiseMtu(end));
      tearDown.add("# \"$DEV\" keeps its MTU, because other lightpaths may use it");
    }
    setUp.add("sudo ip link set dev \"$DEV\" up");
    setUp.add(
        "ip link show dev %1$s || sudo ip link add link \"$DEV\" name %1$s type vlan id %2$d"
            .formatted(device, vlan));
    setUp.add("sudo ip link set dev %s%s up".formatted(device, mtuOption(end)));
    if (end.address() != null) {
      setUp.add(addAddress(end.address(), device));
    }
    tearDown.add("sudo ip link delete dev " + device);
  }

  private static void addUntagged(
      HostEndpoint end, String name, List<String> setUp, List<String> tearDown) {
    var mtuFile = "/run/" + name + ".mtu";
    if (isJumbo(end)) {
      setUp.add(
          "sudo sh -c \"test -e %1$s || cp /sys/class/net/$DEV/mtu %1$s\"".formatted(mtuFile));
      setUp.add(raiseMtu(end));
    }
    setUp.add("sudo ip link set dev \"$DEV\" up");
    if (end.address() != null) {
      setUp.add(addAddress(end.address(), "\"$DEV\""));
      tearDown.add("sudo ip addr delete %s dev \"$DEV\"".formatted(end.address()));
    }
    if (isJumbo(end)) {
      tearDown.add(
          "sudo ip link set dev \"$DEV\" mtu \"$(cat %1$s)\" && sudo rm %1$s".formatted(mtuFile));
    }
  }

  private static boolean isJumbo(HostEndpoint end) {
    return end.mtu() != null && end.mtu() > ETHERNET_MTU;
  }

  private static String raiseMtu(HostEndpoint end) {
    return "[ \"$(cat \"/sys/class/net/$DEV/mtu\")\" -ge %1$d ] || sudo ip link set dev \"$DEV\" mtu %1$d"
        .formatted(end.mtu());
  }

  private static String mtuOption(HostEndpoint end) {
    return end.mtu() == null ? "" : " mtu " + end.mtu();
  }

  private static String addAddress(String address, String device) {
    return "sudo ip addr replace %s dev %s%s"
        .formatted(address, device, address.contains(":") ? " nodad" : "");
  }

  private static void addLimits(
      String file, long bufferBytes, List<String> setUp, List<String> tearDown) {
    setUp.add("sudo sh -c \"test -e %1$s || sysctl %2$s > %1$s\"".formatted(file, LIMITS));
    for (var name : List.of("net.core.rmem_max", "net.core.wmem_max")) {
      setUp.add(
          "[ \"$(sysctl -n %1$s)\" -ge %2$d ] || sudo sysctl -w %1$s=%2$d"
              .formatted(name, bufferBytes));
    }
    setUp.add(raiseTcpLimit("net.ipv4.tcp_rmem", "4096 131072", bufferBytes));
    setUp.add(raiseTcpLimit("net.ipv4.tcp_wmem", "4096 16384", bufferBytes));
    tearDown.add("sudo sysctl -p %1$s && sudo rm %1$s".formatted(file));
  }

  /** The third value is the limit (tcp(7)); the others are the kernel's defaults. */
  private static String raiseTcpLimit(String name, String defaults, long bufferBytes) {
    return "[ \"$(sysctl -n %1$s | cut -f3)\" -ge %3$d ] || sudo sysctl -w %1$s=\"%2$s %3$d\""
        .formatted(name, defaults, bufferBytes);
  }
}

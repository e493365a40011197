package org.touchpaper.elementemulator.dataplane;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.elementemulator.dataplane.HostPacketCounters.CounterValues;

/**
 * The state of a data plane, as the inspection server shows it. Counters begin at {@code since}
 * with zero and only grow, so that two reports give the traffic between them.
 *
 * @param state {@code running}, {@code off} or {@code unavailable}
 * @param reason why it does not run, or what does not work
 */
public record DataPlaneReport(
    String state,
    @Nullable String reason,
    @Nullable Instant since,
    Instant at,
    Map<String, String> namespacesByHost,
    List<InterfaceReport> interfaces) {

  /**
   * An interface of a host.
   *
   * @param noPath why packets from here go nowhere; null if they reach a host
   * @param circuits counters by the circuit's name at the host's element
   */
  public record InterfaceReport(
      String host,
      String namespace,
      String name,
      int vlan,
      int mtu,
      String element,
      String port,
      @Nullable PathReport path,
      @Nullable String noPath,
      CounterValues counters,
      Map<String, CounterValues> circuits) {}

  /**
   * Where packets go.
   *
   * @param policedMbps the lowest rate of a policer; null if there is none
   * @param carriedBy what carries them on each element
   */
  public record PathReport(
      String host,
      int vlan,
      double delayMs,
      double rateMbps,
      @Nullable Double policedMbps,
      List<String> carriedBy) {}

  public static DataPlaneReport off() {
    return absent("off", "the emulator was started without a data plane");
  }

  public static DataPlaneReport unavailable(String reason) {
    return absent("unavailable", reason);
  }

  private static DataPlaneReport absent(String state, String reason) {
    return new DataPlaneReport(state, reason, null, Instant.now(), Map.of(), List.of());
  }
}

package org.touchpaper.bar.endhost;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to expect of a lightpath, and how to set up the hosts at its ends. The numbers are null if
 * the delay of the path is not known.
 *
 * @param roundTripMs the round-trip time over the links, in ms
 * @param bandwidthDelayProductBytes {@link TcpAdvice#bandwidthDelayBytes}
 * @param tcpBufferBytes {@link TcpAdvice#bufferBytes}
 * @param recoverySeconds {@link TcpAdvice#recovery}
 * @param delayedBytes {@link TcpAdvice#delayedBytes}
 * @param commands the commands for each end whose framing is known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EndHostAdvice(
    @Nullable BigDecimal roundTripMs,
    @Nullable Long bandwidthDelayProductBytes,
    @Nullable Long tcpBufferBytes,
    @Nullable BigDecimal recoverySeconds,
    @Nullable Long delayedBytes,
    List<LinuxCommands> commands) {

  private static final int ETHERNET_MTU = 1500;

  public EndHostAdvice {
    commands = List.copyOf(commands);
  }

  static EndHostAdvice of(List<HostEndpoint> endpoints, @Nullable Duration delay, String name) {
    if (delay == null) {
      return new EndHostAdvice(null, null, null, null, null, commands(endpoints, name, null));
    }
    var end = endpoints.getFirst();
    var roundTrip = delay.multipliedBy(2);
    var tcp = TcpAdvice.of(end.rateMbps(), roundTrip, maxSegmentBytes(end));
    return new EndHostAdvice(
        decimal(roundTrip, 6),
        tcp.bandwidthDelayBytes(),
        tcp.bufferBytes(),
        decimal(tcp.recovery(), 9),
        tcp.delayedBytes(),
        commands(endpoints, name, tcp.bufferBytes()));
  }

  private static int maxSegmentBytes(HostEndpoint end) {
    var isIpv6 = end.address() != null && end.address().contains(":");
    return (end.mtu() == null ? ETHERNET_MTU : end.mtu())
        - (isIpv6 ? TcpAdvice.IPV6_HEADERS : TcpAdvice.IPV4_HEADERS);
  }

  private static List<LinuxCommands> commands(
      List<HostEndpoint> endpoints, String name, @Nullable Long bufferBytes) {
    return endpoints.stream()
        .filter(HostEndpoint::isUsable)
        .map(end -> LinuxCommands.of(end, name, bufferBytes))
        .toList();
  }

  /** Nanoseconds divided by a power of ten, to three places. */
  private static BigDecimal decimal(Duration duration, int places) {
    return BigDecimal.valueOf(duration.toNanos(), places).setScale(3, RoundingMode.HALF_UP);
  }
}

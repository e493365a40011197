package org.touchpaper.pathcheck.agent;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.pathcheck.stamp.StampPacket;

/**
 * A check that an agent is asked for.
 *
 * @param target the reflector, as {@code ADDRESS:PORT}, an IPv6 address in brackets
 * @param count how many packets
 * @param interval the time between two
 * @param bytes the length of each, without the headers of UDP and IP
 */
public record CheckRequest(String target, int count, Duration interval, int bytes) {

  public static final int MAX_COUNT = 200_000;
  public static final int MAX_BYTES = 9000;

  /** The longest check. */
  public static final Duration MAX_DURATION = Duration.ofSeconds(10);

  /** Headers of UDP and IPv4, and an Ethernet frame with a tag. */
  public static final int HEADERS = 8 + 20 + 22;

  /** Returns what is wrong with it, for people; empty if an agent may carry it out. */
  @SuppressWarnings("ConstantValue") // JSON may lack a value
  Optional<String> mistake(int maxMbps) {
    if (target == null || address() == null) {
      return Optional.of(
          "target must be the address and port of a reflector, such as 10.88.0.2:862 or"
              + " [fd00::2]:862; it is "
              + target);
    }
    if (count < 1 || count > MAX_COUNT) {
      return Optional.of("count must be 1 to %d; it is %d".formatted(MAX_COUNT, count));
    }
    if (bytes < StampPacket.LENGTH || bytes > MAX_BYTES) {
      return Optional.of(
          "bytes must be %d to %d; it is %d".formatted(StampPacket.LENGTH, MAX_BYTES, bytes));
    }
    if (interval == null
        || !interval.isPositive()
        || interval.compareTo(MAX_DURATION.dividedBy(count)) > 0) {
      return Optional.of(
          "interval must be a duration such as PT0.001S, and %d intervals at most %s; it is %s"
              .formatted(count, MAX_DURATION, interval));
    }
    return megabits() <= maxMbps
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "this agent sends at most %d Mbit/s; the check needs %.0f",
                maxMbps,
                megabits()));
  }

  /** Mbit/s of frames. */
  double megabits() {
    return (bytes + HEADERS) * (double) Byte.SIZE * 1e3 / interval.toNanos();
  }

  /** Null if the target is no address; a name is none, so that nothing is looked up. */
  @Nullable InetSocketAddress address() {
    var colon = target.lastIndexOf(':');
    if (colon < 0 || !target.substring(colon + 1).matches("[1-9]\\d{0,4}")) {
      return null;
    }
    var port = Integer.parseInt(target.substring(colon + 1));
    if (port > 65_535) {
      return null;
    }
    try {
      var host = target.substring(0, colon);
      var isBracketed = host.startsWith("[") && host.endsWith("]");
      var address =
          InetAddress.ofLiteral(isBracketed ? host.substring(1, host.length() - 1) : host);
      return address.isMulticastAddress() || address.isAnyLocalAddress()
          ? null
          : new InetSocketAddress(address, port);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}

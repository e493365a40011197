package org.touchpaper.bar.pathcheck;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.touchpaper.platform.SecretFile;
import org.touchpaper.platform.SettingValueRange;

/**
 * How paths are checked, under {@code touchpaper.bar.path-check}. The directory names the agents.
 *
 * @param secret the bearer token of this site's path agents, unless {@code secret-file} is set
 * @param secretFile a file of mode 0600 with the token
 * @param port the UDP port of the reflectors beside hosts; RFC 8762 names 862
 * @param packets how many packets a check sends; if none of 3000 is lost, a loss above 0.1 % is
 *     ruled out
 * @param interval the time between two packets
 * @param excessRoundTrip how much longer than the topology says the shortest round trip may be
 * @param maxLoss the share of packets, 0 to 1, above which loss is a problem
 * @param maxThroughputLoss the share of packets at 95 % of the booked rate, 0 to 1, whose loss is a
 *     problem
 * @param confidence the probability, 0 to 1, with which a larger loss is ruled out
 */
@ConfigurationProperties("touchpaper.bar.path-check")
public record PathCheckProperties(
    @Nullable String secret,
    @Nullable Path secretFile,
    @DefaultValue("862") int port,
    @DefaultValue("3000") int packets,
    @DefaultValue("1ms") Duration interval,
    @DefaultValue("1ms") Duration excessRoundTrip,
    @DefaultValue("0.001") double maxLoss,
    @DefaultValue("0.01") double maxThroughputLoss,
    @DefaultValue("0.95") double confidence) {

  private static final String PREFIX = "touchpaper.bar.path-check.";
  private static final SettingValueRange<Integer> PORT = new SettingValueRange<>(1, 65_535);
  private static final SettingValueRange<Integer> PACKETS = new SettingValueRange<>(10, 100_000);
  private static final SettingValueRange<Duration> TIME =
      new SettingValueRange<>(Duration.ofNanos(100_000), Duration.ofSeconds(1));
  private static final SettingValueRange<Double> SHARE = new SettingValueRange<>(0.0, 1.0);
  private static final SettingValueRange<Double> CONFIDENCE = new SettingValueRange<>(0.5, 0.9999);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  public PathCheckProperties {
    PORT.check(PREFIX + "port", port);
    PACKETS.check(PREFIX + "packets", packets);
    TIME.check(PREFIX + "interval", interval);
    TIME.check(PREFIX + "excess-round-trip", excessRoundTrip);
    SHARE.check(PREFIX + "max-loss", maxLoss);
    SHARE.check(PREFIX + "max-throughput-loss", maxThroughputLoss);
    CONFIDENCE.check(PREFIX + "confidence", confidence);
    if (interval.multipliedBy(packets).compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "%spackets times %sinterval must be at most 10s; it is %s"
              .formatted(PREFIX, PREFIX, interval.multipliedBy(packets)));
    }
    secret = secret == null || secret.isBlank() ? null : secret;
  }

  /** The token; empty if none is configured. */
  Optional<String> token() {
    return Optional.ofNullable(secret)
        .or(() -> Optional.ofNullable(secretFile).map(SecretFile::read));
  }

  @Override
  public String toString() {
    return "PathCheckProperties[port=" + port + ", packets=" + packets + "]";
  }
}

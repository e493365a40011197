package org.touchpaper.bar.web.bookings;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.resource.NetworkTopology.WideAreaLink;
import org.touchpaper.bar.resource.NetworkTopologySource;

/**
 * Capacity and delay of the wide area's links, as last read. They are read again in the background
 * if that was long ago; the page that asks first waits for the answer a moment at most.
 */
@Component
class LinkCapacityAndDelayCache implements PathDrawing.LinkFacts {

  private static final Logger LOG = LoggerFactory.getLogger(LinkCapacityAndDelayCache.class);

  private static final Duration MAX_AGE = Duration.ofMinutes(5);
  private static final long PATIENCE_MS = 300;
  private static final int GBPS = 1000;

  private final NetworkTopologySource topology;
  private final Clock clock;
  private Instant askedAt = Instant.MIN;
  private volatile Map<String, String> known = Map.of();

  LinkCapacityAndDelayCache(NetworkTopologySource topology, Clock clock) {
    this.topology = topology;
    this.clock = clock;
  }

  @Override
  public Optional<String> apply(String name) {
    if (isDue()) {
      var reading =
          CompletableFuture.runAsync(this::refresh, task -> Thread.ofVirtual().start(task));
      if (known.isEmpty()) {
        reading.copy().completeOnTimeout(null, PATIENCE_MS, TimeUnit.MILLISECONDS).join();
      }
    }
    return Optional.ofNullable(known.get(name));
  }

  private synchronized boolean isDue() {
    var now = clock.instant();
    var isDue = now.minus(MAX_AGE).isAfter(askedAt) || askedAt.isAfter(now);
    if (isDue) {
      askedAt = now;
    }
    return isDue;
  }

  /** What was known stays known if the answer is missing. */
  private void refresh() {
    try {
      known = read();
    } catch (RuntimeException e) {
      LOG.info("links of the wide area are unknown: {}", e.toString());
    }
  }

  private Map<String, String> read() {
    return topology.read().links().stream()
        .collect(
            Collectors.toMap(
                WideAreaLink::id, LinkCapacityAndDelayCache::describe, (first, _) -> first));
  }

  static String describe(WideAreaLink link) {
    var capacity =
        link.capacityMbps() % GBPS == 0
            ? link.capacityMbps() / GBPS + " Gbit/s"
            : link.capacityMbps() + " Mbit/s";
    var latencyMs = link.latencyMs();
    return latencyMs == null
        ? capacity
        : capacity + ", " + latencyMs.stripTrailingZeros().toPlainString() + " ms";
  }
}

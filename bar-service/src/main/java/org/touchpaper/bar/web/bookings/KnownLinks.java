package org.touchpaper.bar.web.bookings;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.resource.SiteTopology.WideAreaLink;
import org.touchpaper.bar.resource.SiteTopologyReader;

/**
 * Capacity and delay of the wide area's links, as last read. They are read again in the background
 * if that was long ago; a page waits for the first answer a moment at most.
 */
@Component
class KnownLinks implements PathDrawing.LinkFacts {

  private static final Logger LOG = LoggerFactory.getLogger(KnownLinks.class);

  private static final Duration MAX_AGE = Duration.ofMinutes(5);
  private static final long PATIENCE_MS = 300;
  private static final int GBPS = 1000;

  private record Answer(Instant askedAt, CompletableFuture<Map<String, String>> links) {}

  private final SiteTopologyReader topology;
  private final Clock clock;
  private Answer last;

  KnownLinks(SiteTopologyReader topology, Clock clock) {
    this.topology = topology;
    this.clock = clock;
    this.last = new Answer(Instant.MIN, CompletableFuture.completedFuture(Map.of()));
  }

  @Override
  public Optional<String> apply(String name) {
    return Optional.ofNullable(current().get(name));
  }

  private Map<String, String> current() {
    var answer = latest();
    return answer
        .links()
        .copy()
        .completeOnTimeout(Map.of(), PATIENCE_MS, TimeUnit.MILLISECONDS)
        .join();
  }

  private synchronized Answer latest() {
    var now = clock.instant();
    if (now.minus(MAX_AGE).isAfter(last.askedAt()) || last.askedAt().isAfter(now)) {
      var before = last.links();
      var threads = Executors.newVirtualThreadPerTaskExecutor();
      last =
          new Answer(
              now,
              CompletableFuture.supplyAsync(this::read, threads)
                  .exceptionally(failure -> {
                    LOG.info("links of the wide area are unknown: {}", failure.toString());
                    return before.getNow(Map.of());
                  })
                  .whenComplete((_, _) -> threads.shutdown()));
    }
    return last;
  }

  private Map<String, String> read() {
    return topology.read().links().stream()
        .collect(Collectors.toMap(WideAreaLink::id, KnownLinks::describe, (first, _) -> first));
  }

  private static String describe(WideAreaLink link) {
    var capacity =
        link.capacityMbps() % GBPS == 0
            ? link.capacityMbps() / GBPS + " Gbit/s"
            : link.capacityMbps() + " Mbit/s";
    return capacity + ", " + link.latencyMs().stripTrailingZeros().toPlainString() + " ms";
  }
}

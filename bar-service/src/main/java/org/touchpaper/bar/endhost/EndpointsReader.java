package org.touchpaper.bar.endhost;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.directory.CurrentDirectory;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.segment.connection.ConnectionId;

/** Reads the endpoints of lightpaths and runs in co-allocations. */
@Component
public record EndpointsReader(LightpathService lightpaths, CurrentDirectory directory) {

  /** Returns empty if the part is not decided, refused or cancelled. */
  public Optional<LightpathEndpoints> find(Lightpath part) {
    return switch (part.status().state()) {
      case UNDECIDED, REFUSED, CANCELLED -> Optional.empty();
      case COMMITTED, ACTIVE, ENDED, FAILED ->
          lightpaths
              .find(
                  new ConnectionId(part.partId()),
                  reservation -> LightpathEndpoints.ofDecided(reservation, directory.get()))
              .flatMap(endpoints -> endpoints);
    };
  }

  /**
   * Returns where a run is reached: at the cluster's address on the lightpath to its viewer, or on
   * the only one that ends at the cluster; else at its first node. Empty if it has no port.
   *
   * @param parts all parts of the booking
   */
  public Optional<RunEndpoint> find(Compute part, List<CoAllocationPart> parts) {
    var run = part.run();
    var job = run == null ? null : run.status();
    var port = job == null ? null : job.port();
    if (run == null || job == null || port == null) {
      return Optional.empty();
    }
    var host = directory.get().cluster(part.resource()).map(Directory.Cluster::host).orElse("");
    var path = lightpathTo(host, run.spec().viewer(), parts);
    var address = path.flatMap(this::find).flatMap(ends -> addressAt(host, ends));
    var isReachable =
        job.state().isFinal()
            || path.map(it -> it.status().state() == BookingPhase.ACTIVE).orElse(true);
    var protocol = job.protocol() == null ? "tcp" : job.protocol();
    return address
        .or(() -> job.nodes().stream().findFirst())
        .map(name -> RunEndpoint.of(protocol, name, port, isReachable));
  }

  private static Optional<Lightpath> lightpathTo(
      String host, @Nullable String viewer, List<CoAllocationPart> parts) {
    var paths =
        parts.stream()
            .filter(Lightpath.class::isInstance)
            .map(Lightpath.class::cast)
            .filter(path -> path.source().equals(host) || path.destination().equals(host))
            .filter(path ->
                viewer == null || path.source().equals(viewer) || path.destination().equals(viewer))
            .toList();
    return paths.size() == 1 || (viewer != null && !paths.isEmpty())
        ? Optional.of(paths.getFirst())
        : Optional.empty();
  }

  /** Without the length of the prefix. */
  private static Optional<String> addressAt(String host, LightpathEndpoints ends) {
    return ends.endpoints().stream()
        .filter(end -> end.host().equals(host))
        .flatMap(end -> Stream.ofNullable(end.address()))
        .map(address -> address.replaceFirst("/.*", ""))
        .findFirst();
  }
}

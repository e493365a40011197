package org.touchpaper.bar.endhost;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.run.JobStatus;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.bar.reservation.pathcheck.PathCheckState;
import org.touchpaper.segment.connection.ConnectionId;

/** Reads the endpoints of lightpaths and runs in co-allocations. */
@Component
public record EndpointFinder(LightpathService lightpaths, CurrentNetworkDirectory directory) {

  /** Returns empty if the part is not decided, refused or cancelled. */
  public Optional<LightpathEndHostDetails> find(Lightpath part) {
    return switch (part.status().state()) {
      case UNDECIDED, REFUSED, CANCELLED -> Optional.empty();
      case COMMITTED, ACTIVE, ENDED, FAILED ->
          lightpaths
              .find(
                  new ConnectionId(part.partId()),
                  reservation -> LightpathEndHostDetails.ofDecided(reservation, directory.get()))
              .flatMap(endpoints -> endpoints);
    };
  }

  /**
   * Returns where a run is reached: at the cluster's address on the lightpath to its viewer, or on
   * the only one that ends at the cluster; at its production address while that lightpath cannot be
   * used; else at its first node. Empty if it has no port.
   *
   * @param parts all parts of the booking
   */
  public Optional<RunViewerAddress> find(Compute part, List<CoAllocationPart> parts) {
    var run = part.run();
    var job = run == null ? null : run.status();
    var port = job == null ? null : job.port();
    if (run == null || job == null || port == null) {
      return Optional.empty();
    }
    var host =
        directory.get().cluster(part.resource()).map(NetworkDirectory.Cluster::host).orElse("");
    var lightpath = lightpathTo(host, run.spec().viewer(), parts);
    var ends = lightpath.flatMap(this::find);
    var path =
        lightpath.flatMap(
            it -> ends.map(found -> ViewerNetworkChoice.of(it.status(), found.endpoints(), host)));
    var waitingFor = job.state().isFinal() ? null : waitingFor(lightpath, ends);
    var protocol = job.protocol() == null ? "tcp" : job.protocol();
    return switch (path.orElse(null)) {
      case ViewerNetworkChoice.OverLightpath(var address, _) ->
          Optional.of(
              new RunViewerAddress(
                  RunViewerAddress.url(protocol, address, port),
                  RunViewerAddress.LIGHTPATH,
                  null,
                  waitingFor));
      case ViewerNetworkChoice.OverProduction(var address, var reason) ->
          Optional.of(
              new RunViewerAddress(
                  RunViewerAddress.url(protocol, address, port),
                  RunViewerAddress.PRODUCTION,
                  reason,
                  null));
      case ViewerNetworkChoice.NoPath(var reason) ->
          atFirstNode(job, protocol, port, reason, waitingFor);
      case null -> atFirstNode(job, protocol, port, null, waitingFor);
    };
  }

  private static Optional<RunViewerAddress> atFirstNode(
      JobStatus job,
      String protocol,
      int port,
      @Nullable String reason,
      @Nullable String waitingFor) {
    return job.nodes().stream()
        .findFirst()
        .map(node ->
            new RunViewerAddress(
                RunViewerAddress.url(protocol, node, port), null, reason, waitingFor));
  }

  private static @Nullable String waitingFor(
      Optional<Lightpath> lightpath, Optional<LightpathEndHostDetails> ends) {
    if (lightpath.map(it -> it.status().state() != BookingPhase.ACTIVE).orElse(false)) {
      return RunViewerAddress.LIGHTPATH;
    }
    return ends.map(LightpathEndHostDetails::pathCheck)
        .filter(check -> check.state() == PathCheckState.PENDING)
        .map(_ -> RunViewerAddress.PATH_CHECK)
        .orElse(null);
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
}

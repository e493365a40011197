package org.touchpaper.lab.booking;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.CallResult;
import org.touchpaper.hlm.CoAllocationDto;
import org.touchpaper.hlm.CoAllocationRequest;
import org.touchpaper.hlm.FixedSchedule;
import org.touchpaper.hlm.HlmClient;
import org.touchpaper.lab.engine.EngineLivenessCheck;
import org.touchpaper.lab.engine.GromacsWaterModel;
import org.touchpaper.lab.engine.LammpsInstallation;
import org.touchpaper.lab.network.ClusterViewerNamespacePair;
import org.touchpaper.lab.result.BookedRun;
import org.touchpaper.lab.result.PathCheckSummary;

/**
 * A lightpath and nodes that the product booked in one call, with the engine on the nodes, which
 * Slurm started. Closing it stops all services, also before they have started.
 */
public final class LabBookingRunner implements EngineLivenessCheck, AutoCloseable {

  private static final String CLUSTER = "touchpaper-lab-newton";
  private static final String VIEWER = "touchpaper-lab-vis";
  private static final String CLUSTER_HOST = "newton.manchester";
  private static final String VIEWER_HOST = "vis.ucl";
  private static final Map<String, String> NAMESPACES =
      Map.of(CLUSTER_HOST, CLUSTER, VIEWER_HOST, VIEWER);

  private static final String USER = "scientist";
  private static final int MBPS = 300;
  private static final int NODES = 2;
  private static final int ATTEMPTS = 3;
  private static final int PING_MS = 500;

  /**
   * The start lies ahead: Slurm refuses one in the past, and the circuit needs time to be set up.
   */
  private static final Duration NOTICE = Duration.ofSeconds(12);

  private static final List<String> ENDED_RUN = List.of("completed", "failed", "canceled");
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final LabSlurmCluster cluster;
  private final LabServicesProcess services;
  private final HlmClient client;
  private final Consumer<String> progress;
  private final List<String> states = new ArrayList<>();
  private String id = "";
  private PathCheckSummary path = new PathCheckSummary(false, "not checked");
  private CoAllocationDto.@Nullable Run firstRun;
  private boolean hasStarted;
  private boolean isConfigured;

  private LabBookingRunner(
      LabSlurmCluster cluster, LabServicesProcess services, Consumer<String> progress) {
    this.cluster = cluster;
    this.services = services;
    this.client = new HlmClient(services.bar(), USER, USER, TIMEOUT);
    this.progress = progress;
  }

  /**
   * Nothing runs until {@link #start}.
   *
   * @param home where {@code touchpaper} is
   * @param data {@code network} and {@code slurm} in it are replaced
   * @param portBase of the demo network
   * @param water for {@link #launchWater}; null if that is not called
   */
  public static LabBookingRunner of(
      Path home,
      Path data,
      int portBase,
      LammpsInstallation engine,
      @Nullable GromacsWaterModel water,
      Consumer<String> progress)
      throws IOException {
    return new LabBookingRunner(
        LabSlurmCluster.in(CLUSTER, engine, water, data.resolve("slurm")),
        new LabServicesProcess(home, data.resolve("network"), portBase),
        progress);
  }

  /** Starts Slurm and the services. */
  public void start() throws IOException {
    hasStarted = true;
    for (var namespace : NAMESPACES.values()) {
      ClusterViewerNamespacePair.remove(namespace);
      ClusterViewerNamespacePair.create(namespace);
    }
    progress.accept("Slurm: starting " + SlurmClusterSettings.NODES + " nodes in " + CLUSTER);
    cluster.start();
    progress.accept("UKLight: starting its services and elements, with a data plane");
    services.start(NAMESPACES, cluster.settings().resourceManager());
  }

  /**
   * Books, and returns when the run can be steered.
   *
   * @param length for how long, unless {@link #end} comes first
   */
  public ClusterViewerNamespacePair book(Duration length) throws IOException {
    id = request(length).id();
    progress.accept("booking " + id + ": lightpath and nodes in one call");
    ConditionPoller.until(PATIENCE.plus(NOTICE), this::isReady, () -> "not ready: " + states);
    checkPath();
    firstRun = run(read());
    return place(firstRun);
  }

  private static ClusterViewerNamespacePair place(CoAllocationDto.Run run) {
    var endpoint = URI.create(Objects.requireNonNull(run.endpoint()));
    return new ClusterViewerNamespacePair(CLUSTER, VIEWER, endpoint.getHost(), endpoint.getPort());
  }

  /**
   * Stops the run and launches the second engine on the same nodes, in the same booking; returns
   * when that can be steered.
   */
  public ClusterViewerNamespacePair launchWater() throws IOException {
    var part = Objects.requireNonNull(read().compute().getFirst().id());
    value(client.stopRun(id, part, UUID.randomUUID().toString()));
    ConditionPoller.until(PATIENCE, this::hasRunEnded, () -> "the run does not stop: " + states);
    value(
        client.launch(
            id,
            part,
            new CoAllocationRequest.Run(
                SlurmClusterSettings.WATER, List.of(), Map.of(), null, VIEWER_HOST),
            UUID.randomUUID().toString()));
    ConditionPoller.until(PATIENCE, this::isReady, () -> "not ready: " + states);
    return place(run(read()));
  }

  private boolean hasRunEnded() throws IOException {
    var booking = read();
    note(booking);
    return ENDED_RUN.contains(run(booking).state());
  }

  /** A busy machine may be refused for want of votes in time: then nothing has changed. */
  private CoAllocationDto request(Duration length) throws IOException {
    var reason = "";
    var key = UUID.randomUUID().toString();
    var request = request(Instant.now().plus(NOTICE).truncatedTo(ChronoUnit.SECONDS), length);
    for (var i = 0; i < ATTEMPTS; i++) {
      switch (client.book(request, key)) {
        case CallResult.Done(var booking, _) -> {
          return booking;
        }
        case CallResult.Undecided(var booking, _) -> {
          return booking;
        }
        case CallResult.Refused(var problem, _) -> {
          reason = problem.summary();
          key = UUID.randomUUID().toString();
          request = request(Instant.now().plus(NOTICE).truncatedTo(ChronoUnit.SECONDS), length);
        }
        case CallResult.NotAllowed(var problem, _) -> throw new IOException(problem.summary());
        case CallResult.Unreachable(var why) -> reason = why;
        case CallResult.Unknown(var why) -> reason = why;
      }
      progress.accept("not booked: " + reason);
    }
    throw new IOException("cannot book: " + reason);
  }

  private static CoAllocationRequest request(Instant start, Duration length) {
    return new CoAllocationRequest(
        "the lab",
        new FixedSchedule(start, start.plus(length)),
        List.of(
            new CoAllocationRequest.Compute(
                null,
                SlurmClusterSettings.CLUSTER,
                NODES,
                new CoAllocationRequest.Run(
                    SlurmClusterSettings.APPLICATION, List.of(), Map.of(), null, VIEWER_HOST))),
        List.of(new CoAllocationRequest.Lightpath(VIEWER_HOST, CLUSTER_HOST, MBPS)));
  }

  private CoAllocationDto read() throws IOException {
    return value(client.find(id));
  }

  private static <T> T value(CallResult<T> result) throws IOException {
    return switch (result) {
      case CallResult.Done(var value, _) -> value;
      case CallResult.Undecided(var value, _) -> value;
      case CallResult.Refused(var problem, _) -> throw new IOException(problem.summary());
      case CallResult.NotAllowed(var problem, _) -> throw new IOException(problem.summary());
      case CallResult.Unreachable(var reason) -> throw new IOException(reason);
      case CallResult.Unknown(var reason) -> throw new IOException(reason);
    };
  }

  private static CoAllocationDto.Run run(CoAllocationDto booking) {
    return Objects.requireNonNull(booking.compute().getFirst().run(), "the booking has no run");
  }

  private boolean isReady() throws IOException {
    var booking = read();
    note(booking);
    var run = run(booking);
    if (List.of("REFUSED", "FAILED", "CANCELLED", "ENDED").contains(booking.state())
        || ENDED_RUN.contains(run.state())) {
      throw new IOException(
          "the booking is %s (%s), its run %s (%s) %s"
              .formatted(
                  booking.state(), booking.reason(), run.state(), run.message(), run.output()));
    }
    var lightpath = booking.lightpaths().getFirst();
    isConfigured = isConfigured || LightpathAddressConfigurator.configure(lightpath, NAMESPACES);
    return isConfigured
        && lightpath.state().equals("ACTIVE")
        && booking.state().equals("ACTIVE")
        && run.state().equals("active")
        && run.endpoint() != null
        && "lightpath".equals(run.endpointPath())
        && run.waitingFor() == null;
  }

  /**
   * Waits for what the agents beside the hosts find of the path, before the viewer connects. A busy
   * machine may hold up packets, so a bad path is checked again.
   */
  private void checkPath() throws IOException {
    for (var i = 0; i < ATTEMPTS && !path.passed(); i++) {
      if (i > 0) {
        progress.accept("path check: once more");
        var _ = client.checkPath(id, read().lightpaths().getFirst().connectionId(), false);
      }
      ConditionPoller.until(PATIENCE, this::isChecked, () -> "the path check does not end");
      path =
          PathCheckSummaryFactory.of(
              Objects.requireNonNull(read().lightpaths().getFirst().pathCheck()));
      progress.accept("path check: " + path.summary());
    }
  }

  private boolean isChecked() throws IOException {
    var check = read().lightpaths().getFirst().pathCheck();
    return check != null && !check.state().equals("pending");
  }

  /** Prints the states whenever one has changed. */
  private void note(CoAllocationDto booking) {
    var run = run(booking);
    var now =
        "%s: lightpath %s, nodes %s, run %s%s"
            .formatted(
                booking.state(),
                booking.lightpaths().getFirst().state(),
                booking.compute().getFirst().state(),
                run.state(),
                run.waitingFor() == null ? "" : ", waits for " + run.waitingFor());
    if (states.isEmpty() || !states.getLast().equals(now)) {
      states.add(now);
      progress.accept("  " + now);
    }
  }

  @Override
  public void check() throws IOException {
    var run = run(read());
    if (!run.state().equals("active")) {
      throw new IOException(
          "the booked run is %s: %s %s".formatted(run.state(), run.message(), run.output()));
    }
  }

  /**
   * Cancels the booking.
   *
   * @param place what {@link #book} returned
   * @return what was booked, and whether its job and its path are gone
   */
  public BookedRun end(ClusterViewerNamespacePair place) throws IOException {
    var run = Objects.requireNonNull(firstRun, "nothing is booked");
    var passedBefore = packetsPass(place);
    ConditionPoller.until(PATIENCE, this::isCancelled, () -> "cannot cancel the booking " + id);
    var isJobGone = ConditionPoller.holdsWithin(PATIENCE, () -> cluster.jobs().isEmpty());
    var isPathGone =
        passedBefore && ConditionPoller.holdsWithin(PATIENCE, () -> !packetsPass(place));
    var ended = read();
    note(ended);
    progress.accept(
        String.format(
            Locale.ROOT,
            "cancelled: job %s %s, packets %s",
            run.jobId(),
            isJobGone ? "is gone" : "IS STILL THERE",
            isPathGone ? "pass no longer" : "STILL PASS"));
    return new BookedRun(
        id,
        states,
        String.valueOf(run.jobId()),
        run.nodes(),
        String.valueOf(run.endpoint()),
        path,
        isJobGone,
        isPathGone);
  }

  private boolean isCancelled() throws IOException {
    return switch (client.cancel(id)) {
      case CallResult.Done<CoAllocationDto> _ -> true;
      case CallResult.Undecided<CoAllocationDto> _ -> false;
      case CallResult.Refused(var problem, _) -> throw new IOException(problem.summary());
      case CallResult.NotAllowed(var problem, _) -> throw new IOException(problem.summary());
      case CallResult.Unreachable<CoAllocationDto> _ -> false;
      case CallResult.Unknown<CoAllocationDto> _ -> false;
    };
  }

  private static boolean packetsPass(ClusterViewerNamespacePair place) throws IOException {
    return place.atViewer(() -> InetAddress.getByName(place.clusterAddress()).isReachable(PING_MS));
  }

  /** Facts of the run for a person: job, nodes and endpoint. */
  public String describe() throws IOException {
    var run = run(read());
    return "job %s on %s, %s"
        .formatted(run.jobId(), String.join(", ", run.nodes()), run.endpoint());
  }

  @Override
  public void close() throws IOException {
    if (hasStarted) {
      progress.accept("stopping the services and Slurm");
    }
    IOException failure = null;
    for (AutoCloseable each :
        List.<AutoCloseable>of(
            services, client, cluster, () -> ClusterViewerNamespacePair.remove(VIEWER))) {
      try {
        each.close();
      } catch (Exception e) {
        failure = new IOException("cannot stop everything: " + e.getMessage(), e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}

package org.touchpaper.lab;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import org.touchpaper.imd.message.AtomVectors;
import org.touchpaper.imd.message.ImdMessage.Mdcomm;
import org.touchpaper.imd.statistics.FrameMeter;
import org.touchpaper.imd.viewer.ImdViewer;
import org.touchpaper.lab.engine.EngineLivenessCheck;
import org.touchpaper.lab.network.ClusterViewerNamespacePair;
import org.touchpaper.lab.network.LabNetwork;
import org.touchpaper.lab.network.PathSettings;
import org.touchpaper.lab.network.TcpSettings;
import org.touchpaper.lab.result.FrameTimeByPathSeries;
import org.touchpaper.lab.result.LabResult;
import org.touchpaper.lab.result.LabResult.BulkRate;
import org.touchpaper.lab.result.PathFrameMeasurement;
import org.touchpaper.lab.result.SecondEngineMeasurement;

/**
 * Measures tables III and IV, the lightpath's gain, cross-traffic, the exchange of messages, and a
 * bulk transfer, one after another with one engine. Each cell is a new connection, since TCP's
 * settings and its memory belong to a connection.
 */
final class ExperimentRunner {

  private static final int BULK_PORT = 5001;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int WARM_UP_FRAMES = 8;
  private static final int MIN_FRAMES = 20;
  private static final int STEERED_FRAMES = 400;

  /**
   * Without loss t_s is a straight line over the delay; what bends it is other work of the machine.
   */
  private static final double QUIET_R_SQUARED = 0.98;

  private static final int MAX_REPEATS = 2;
  private static final double ONE_WAY_MS = 3.4;

  /** The lightpath, as a booked one is. */
  private static final PathSettings CLEAN = PathSettings.of(ONE_WAY_MS, 0);

  private static final Mdcomm INTO_THE_PORE = Mdcomm.of(0, 0, 0, -5);

  private final LabNetwork network;
  private final ClusterViewerNamespacePair emulated;
  private final ClusterViewerNamespacePair lightpath;
  private final List<EngineLivenessCheck> engines;
  private final ExperimentPlan plan;
  private final Consumer<String> progress;
  private final List<PathFrameMeasurement> onLightpath = new ArrayList<>();
  private final List<PathFrameMeasurement> onProduction = new ArrayList<>();
  private int atoms;
  private int bytesPerFrame;

  /**
   * ExperimentRunner that begin at {@link #run}.
   *
   * @param emulated the network's namespaces, and the port of the engine there
   * @param lightpath where the lightpath's side of a comparison is measured: a booked circuit, or
   *     the emulated path without impairments
   * @param engines in the clusters of both
   */
  ExperimentRunner(
      LabNetwork network,
      ClusterViewerNamespacePair emulated,
      ClusterViewerNamespacePair lightpath,
      List<EngineLivenessCheck> engines,
      ExperimentPlan plan,
      Consumer<String> progress) {
    this.network = network;
    this.emulated = emulated;
    this.lightpath = lightpath;
    this.engines = List.copyOf(engines);
    this.plan = plan;
    this.progress = progress;
  }

  /** The gain alone, for another engine. */
  SecondEngineMeasurement compare(String engine) throws IOException {
    use(TcpSettings.RENO_2005);
    network.impair(CLEAN);
    var version = lightpath.atViewer(() -> lookAtFirstFrame(lightpath));
    measureGain(engine + ", ");
    return new SecondEngineMeasurement(
        engine,
        version,
        atoms,
        bytesPerFrame,
        new FrameTimeByPathSeries("lightpath", onLightpath),
        new FrameTimeByPathSeries("production", onProduction));
  }

  private int lookAtFirstFrame(ClusterViewerNamespacePair place) throws IOException {
    try (var viewer = connect(place)) {
      var first = viewer.nextFrame().orElseThrow(() -> new IOException("the engine sent no frame"));
      atoms = Objects.requireNonNull(first.positions()).count();
      bytesPerFrame = first.bytes();
      return viewer.session().version();
    }
  }

  private void measureGain(String prefix) throws IOException {
    for (var i = 0; i < plan.repeats(); i++) {
      onLightpath.add(cell(lightpath, prefix + "lightpath", CLEAN, plan.cell()));
      onProduction.add(
          cell(emulated, prefix + "production", production(), plan.cell().multipliedBy(2)));
    }
  }

  LabResult run() throws IOException {
    use(TcpSettings.RENO_2005);
    network.impair(PathSettings.of(0, 0));
    var steered = lightpath.atViewer(() -> steer(lightpath));
    var delayAndLoss = delayAndLoss();
    var jitter = new ArrayList<FrameTimeByPathSeries>();
    for (var tcp : List.of(TcpSettings.RENO_2005, TcpSettings.RENO_WITHOUT_SACK)) {
      use(tcp);
      for (var series : plan.jitters()) {
        jitter.add(jitter(tcp, series));
      }
    }
    use(TcpSettings.RENO_2005);
    measureGain("");
    var crossTraffic =
        new CrossTrafficExperiment(
                emulated, lightpath, production(), CLEAN, plan, this::cell, progress)
            .run();
    var exchanges =
        new ExchangeExperiment(network, lightpath, production(), CLEAN, plan, progress).run();
    var bulk = bulk();
    return new LabResult(
        Instant.now(),
        atoms,
        bytesPerFrame,
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        Runtime.getRuntime().availableProcessors(),
        delayAndLoss,
        jitter,
        new FrameTimeByPathSeries("lightpath", onLightpath),
        new FrameTimeByPathSeries("production", onProduction),
        bulk,
        crossTraffic,
        exchanges,
        steered,
        !lightpath.equals(emulated),
        null,
        null);
  }

  private static PathSettings production() {
    return PathSettings.of(ONE_WAY_MS, 0.1).withJitter(1, false);
  }

  private List<FrameTimeByPathSeries> delayAndLoss() throws IOException {
    var rows = new ArrayList<FrameTimeByPathSeries>();
    for (var loss : plan.lossPercent()) {
      var row = row(loss);
      for (var i = 0;
          i < MAX_REPEATS && loss == 0 && row.medianFit().rSquared() < QUIET_R_SQUARED;
          i++) {
        progress.accept("the machine is busy: once more");
        row = row.bestOf(row(loss));
      }
      rows.add(row);
    }
    return rows;
  }

  private FrameTimeByPathSeries row(double loss) throws IOException {
    var label = ExperimentPlan.lossLabel(loss);
    var length = loss >= 1 ? plan.cell().multipliedBy(2) : plan.cell();
    var cells = new ArrayList<PathFrameMeasurement>();
    for (var delay : ExperimentPlan.DELAYS_MS) {
      cells.add(cell(emulated, "loss " + label, PathSettings.of(delay, loss), length));
    }
    return new FrameTimeByPathSeries(label, cells);
  }

  private FrameTimeByPathSeries jitter(TcpSettings tcp, ExperimentPlan.JitterSeries series)
      throws IOException {
    var cells = new ArrayList<PathFrameMeasurement>();
    for (var sigma : series.jitterMs()) {
      cells.add(
          cell(
              emulated,
              "jitter " + sigma + " ms, " + tcp,
              PathSettings.of(series.delayMs(), 0).withJitter(sigma, true),
              plan.cell()));
    }
    return new FrameTimeByPathSeries(
        String.format(Locale.ROOT, "%s, %.0f ms", tcp.description(), series.delayMs()), cells);
  }

  private void use(TcpSettings tcp) throws IOException {
    emulated.use(tcp);
    lightpath.use(tcp);
  }

  private PathFrameMeasurement cell(
      ClusterViewerNamespacePair place, String name, PathSettings path, Duration length)
      throws IOException {
    for (var engine : engines) {
      engine.check();
    }
    if (place.equals(emulated)) {
      network.impair(path);
    }
    var cell = place.atViewer(() -> measure(place, path, length));
    progress.accept(
        String.format(
            Locale.ROOT,
            "%s, delay %.1f ms: t_s %.1f ms (median %.1f, %d frames)",
            name,
            path.delayMs(),
            cell.frames().meanMs(),
            cell.frames().p50Ms(),
            cell.frames().frames()));
    return cell;
  }

  private static PathFrameMeasurement measure(
      ClusterViewerNamespacePair place, PathSettings path, Duration length) throws IOException {
    var meter = new FrameMeter(WARM_UP_FRAMES);
    try (var viewer = connect(place)) {
      var end = System.nanoTime() + length.toNanos();
      var limit = end + 3 * length.toNanos();
      var now = System.nanoTime();
      for (var i = 0; now < end || (i < WARM_UP_FRAMES + MIN_FRAMES && now < limit); i++) {
        var frame =
            viewer.nextFrame().orElseThrow(() -> new IOException("the engine ended the session"));
        now = System.nanoTime();
        meter.frame(now, frame.bytes());
      }
    }
    return new PathFrameMeasurement(path, meter.statistics());
  }

  private static ImdViewer connect(ClusterViewerNamespacePair place) throws IOException {
    var viewer =
        ImdViewer.connect(
            new InetSocketAddress(place.clusterAddress(), place.enginePort()), PATIENCE, 1);
    viewer.limitReads(Duration.ofSeconds(30));
    return viewer;
  }

  /**
   * How far the first bead of the chain moves along the pore while it is pulled for some hundred
   * steps.
   */
  private double steer(ClusterViewerNamespacePair place) throws IOException {
    try (var viewer = connect(place)) {
      var first = viewer.nextFrame().orElseThrow(() -> new IOException("the engine sent no frame"));
      var start = Objects.requireNonNull(first.positions());
      atoms = start.count();
      bytesPerFrame = first.bytes();
      viewer.steer(INTO_THE_PORE);
      AtomVectors last = start;
      var meter = new FrameMeter(WARM_UP_FRAMES);
      for (var i = 0; i < STEERED_FRAMES; i++) {
        var frame = viewer.nextFrame().orElseThrow(() -> new IOException("the engine ended"));
        meter.frame(System.nanoTime(), frame.bytes());
        last = Objects.requireNonNull(frame.positions());
      }
      var frames = meter.statistics();
      var moved = (double) last.z(0) - start.z(0);
      progress.accept(
          String.format(
              Locale.ROOT,
              "steered for %d frames: %.0f frames/s, t_s %.1f ms; the first bead moved by %.2f along the pore",
              STEERED_FRAMES,
              frames.framesPerSecond(),
              frames.meanMs(),
              moved));
      return moved;
    }
  }

  private List<BulkRate> bulk() throws IOException {
    var rates = new ArrayList<BulkRate>();
    network.impair(production());
    rates.add(bulk(emulated, "production", TcpSettings.RENO_2005));
    network.impair(CLEAN);
    rates.add(bulk(lightpath, "lightpath, untuned", TcpSettings.RENO_2005));
    rates.add(bulk(lightpath, "lightpath, tuned", TcpSettings.TUNED));
    return rates;
  }

  private BulkRate bulk(ClusterViewerNamespacePair place, String path, TcpSettings tcp)
      throws IOException {
    use(tcp);
    var listener = place.atCluster(() -> new ServerSocket(BULK_PORT));
    try (listener) {
      Thread.ofPlatform().daemon().name("bulk-sender").start(() -> send(listener));
      var rate = new BulkRate(path, tcp, place.atViewer(() -> receive(place)));
      progress.accept(
          String.format(Locale.ROOT, "bulk, %s: %.1f MB/s", path, rate.megabytesPerSecond()));
      return rate;
    }
  }

  /** An accepted socket is in the namespace of its listener. */
  private static void send(ServerSocket listener) {
    try (var socket = listener.accept()) {
      var zeros = new byte[65_536];
      while (true) {
        socket.getOutputStream().write(zeros);
      }
    } catch (IOException e) {
      // the receiver has seen enough
    }
  }

  private double receive(ClusterViewerNamespacePair place) throws IOException {
    try (var socket = new Socket(place.clusterAddress(), BULK_PORT)) {
      var buffer = new byte[65_536];
      var start = System.nanoTime();
      var length = plan.cell().toNanos();
      var bytes = 0L;
      while (System.nanoTime() - start < length) {
        bytes += Math.max(0, socket.getInputStream().read(buffer));
      }
      return bytes * 1e3 / (System.nanoTime() - start);
    }
  }
}

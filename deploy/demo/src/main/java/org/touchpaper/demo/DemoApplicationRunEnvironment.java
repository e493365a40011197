package org.touchpaper.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.DemoNetworkVariant;
import org.touchpaper.demo.config.PortPlan;
import org.touchpaper.demo.probe.DemoHttpClient;
import org.touchpaper.demo.run.DemoApplicationSetup;
import org.touchpaper.demo.run.ImdViewerClient;
import org.touchpaper.demo.run.InstalledEngine;
import org.touchpaper.elementemulator.dataplane.LinuxRequirements;
import org.touchpaper.elementemulator.dataplane.NetworkMapReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs of the demo and what carries their packets.
 *
 * @param runs what may be launched
 * @param namespaces of the data plane's hosts; empty if this machine can have no data plane
 * @param missing what a data plane needs and this machine lacks
 */
record DemoApplicationRunEnvironment(
    DemoApplicationSetup runs,
    PortPlan ports,
    Map<String, String> namespaces,
    List<String> missing) {

  private static final String CLUSTER_HOST = "newton.manchester";
  private static final String HOME_BAR = "bar-ucl";
  private static final int FIRST_PORT = 8901;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Describes the engine to the demo. */
  private record EngineReport(boolean isInstalled, String noDataPlane) {}

  static DemoApplicationRunEnvironment of(
      InstalledEngine engine, DataDirectory data, PortPlan ports) {
    var missing = LinuxRequirements.listMissing();
    return new DemoApplicationRunEnvironment(
        new DemoApplicationSetup(data.of("newton"), engine, FIRST_PORT + ports.base()),
        ports,
        missing.isEmpty() ? namespaces(ports) : Map.of(),
        missing);
  }

  /** Names of its own, since another network on this machine may have a data plane, too. */
  private static Map<String, String> namespaces(PortPlan ports) {
    try {
      var names = new TreeMap<String, String>();
      for (var host : NetworkMapReader.read(DemoNetworkVariant.UKLIGHT.maps()).hosts()) {
        names.put(host.host(), "tp-demo-" + ports.base() + "-" + host.host());
      }
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void prepare() {
    runs.prepare(Optional.ofNullable(namespaces.get(CLUSTER_HOST)));
  }

  EmulatorRunSettings elements() {
    return new EmulatorRunSettings("", !namespaces.isEmpty(), namespaces);
  }

  Map<String, String> resourceManager() {
    return runs.resourceManager();
  }

  /** What the demo may launch, as JSON. */
  String describe(DemoHttpClient calls) {
    var reason =
        namespaces.isEmpty() ? String.join(", ", missing) : calls.findDataPlaneProblem().orElse("");
    if (!namespaces.isEmpty() && !reason.isEmpty()) {
      runs.prepare(Optional.empty()); // the registry is read again
    }
    return JSON.writeValueAsString(new EngineReport(true, reason));
  }

  ImdViewerClient viewer(DemoHttpClient calls) {
    var carries = !namespaces.isEmpty() && calls.findDataPlaneProblem().isEmpty();
    return new ImdViewerClient(
        URI.create(String.valueOf(ports.url(HOME_BAR))), carries ? namespaces : Map.of());
  }
}

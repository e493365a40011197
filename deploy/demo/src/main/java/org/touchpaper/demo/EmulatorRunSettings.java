package org.touchpaper.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.touchpaper.demo.config.DemoNetworkVariant;

/**
 * How the emulated elements run.
 *
 * @param faults their fault plan, as {@code up --faults} reads it; empty for none
 * @param hasDataPlane whether they carry packets
 * @param namespaces network namespaces of hosts, where they have other names than {@code tp-<host>}
 */
record EmulatorRunSettings(String faults, boolean hasDataPlane, Map<String, String> namespaces) {

  static final EmulatorRunSettings NONE = new EmulatorRunSettings("", false, Map.of());

  EmulatorRunSettings {
    namespaces = Map.copyOf(namespaces);
  }

  /** Whether an agent beside each host checks lightpaths: where packets pass, in UKLight. */
  boolean hasPathAgents(DemoNetworkVariant network) {
    return hasDataPlane && network == DemoNetworkVariant.UKLIGHT;
  }

  /** The options of {@code up} that mean this. */
  List<String> asArguments() {
    var arguments = new ArrayList<String>();
    if (!faults.isBlank()) {
      arguments.addAll(List.of("--faults", faults));
    }
    if (hasDataPlane) {
      arguments.add("--data-plane");
    }
    arguments.addAll(namespaceArguments());
    return arguments;
  }

  /** One option for each namespace, as {@code up} and the emulator read it. */
  List<String> namespaceArguments() {
    return namespaces.entrySet().stream()
        .flatMap(entry -> List.of("--namespace", entry.getKey() + "=" + entry.getValue()).stream())
        .toList();
  }
}

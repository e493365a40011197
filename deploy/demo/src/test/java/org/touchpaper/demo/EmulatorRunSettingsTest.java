package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.DemoNetworkVariant;
import org.touchpaper.demo.config.PortPlan;
import org.touchpaper.elementemulator.dataplane.NetworkMapReader;

/** The options of {@code up} that reach the emulated elements. */
class EmulatorRunSettingsTest {

  @TempDir Path folder;

  private List<String> command(EmulatorRunSettings settings) {
    return new ProcessCommands(new DataDirectory(folder), new PortPlan(0))
        .elements(DemoNetworkVariant.UKLIGHT, settings);
  }

  @Test
  void elementsHaveADataPlaneOnRequestOnly() {
    assertThat(command(EmulatorRunSettings.NONE))
        .doesNotContain("--data-plane", "--namespace", "--path-agent");
    assertThat(EmulatorRunSettings.NONE.asArguments()).isEmpty();

    var settings = new EmulatorRunSettings("seed=7", true, Map.of("vis.ucl", "viewer"));
    assertThat(command(settings))
        .containsSequence("--data-plane", String.join(",", DemoNetworkVariant.UKLIGHT.maps()))
        .containsSequence("--namespace", "vis.ucl=viewer")
        .containsSequence("--path-agent-secret", folder.resolve("secrets/path-agents").toString())
        .containsSequence("--path-agent", "vis.ucl=10221")
        .containsSequence("--path-agent", "newton.manchester=10222");
    assertThat(settings.asArguments())
        .containsExactly("--faults", "seed=7", "--data-plane", "--namespace", "vis.ucl=viewer");
  }

  @Test
  void theDirectoryNamesTheAgentsBesideHostsOfTheMaps() throws Exception {
    var ports = new PortPlan(1000);
    assertThat(new NetworkDirectoryWriter(ports).text())
        .contains("    - name: vis.ucl\n      pathAgent: http://127.0.0.1:11221\n")
        .contains("    - name: newton.manchester\n      pathAgent: http://127.0.0.1:11222\n");
    assertThat(NetworkMapReader.read(DemoNetworkVariant.UKLIGHT.maps()).hosts())
        .extracting(host -> host.host())
        .containsAll(ports.pathAgents().keySet());
  }

  @ParameterizedTest
  @EnumSource(DemoNetworkVariant.class)
  void theMapsOfEachNetworkHaveHosts(DemoNetworkVariant network) throws Exception {
    assertThat(NetworkMapReader.read(network.maps()).hosts()).hasSizeGreaterThan(1);
  }
}

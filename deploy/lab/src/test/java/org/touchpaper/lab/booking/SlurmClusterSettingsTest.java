package org.touchpaper.lab.booking;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SlurmClusterSettingsTest {

  private final SlurmClusterSettings settings =
      new SlurmClusterSettings(Path.of("/tmp/tp-lab1"), Path.of("/data/slurm"), "ns", "host");

  @Test
  void slurmHasFourNodesAndFilesOfItsOwn() {
    assertThat(settings.slurmConfiguration().lines())
        .contains(
            "SlurmctldHost=host(127.0.0.1)",
            "AuthInfo=socket=/tmp/tp-lab1/run/munge.socket",
            "SlurmdSpoolDir=/tmp/tp-lab1/spool/%n",
            "SlurmdLogFile=/data/slurm/slurmd-%n.log")
        .filteredOn(line -> line.startsWith("NodeName="))
        .hasSize(4)
        .last()
        .asString()
        .startsWith("NodeName=newton4 NodeHostname=host NodeAddr=127.0.0.1 Port=17004 ");
  }

  @Test
  void theResourceManagerEntersTheNamespaceForEachCommand() {
    assertThat(settings.resourceManager())
        .containsEntry("touchpaper.rm.kind", "slurm")
        .containsEntry("touchpaper.rm.accounts.scientist", "daemon")
        .containsEntry("touchpaper.rm.slurm.sbatch[0]", "nsenter")
        .containsEntry("touchpaper.rm.slurm.sbatch[1]", "--net=/run/netns/ns")
        .containsEntry("touchpaper.rm.slurm.sbatch[2]", "sbatch")
        .containsEntry("touchpaper.rm.applications", "/tmp/tp-lab1/applications.yaml");
  }

  @Test
  void theRegistryKnowsThePoreWhereJobsSeeIt() {
    assertThat(settings.applications(Path.of("/e/lmp"), Path.of("/e/lib")))
        .contains(
            "name: pore",
            "executable: /e/lmp",
            "\"/tmp/tp-lab1/model/in.pore\"",
            "\"LD_LIBRARY_PATH=/e/lib\"",
            "protocol: imd");
  }

  @Test
  void theSecondEngineIsAnEntryMore() {
    var registry =
        settings.applications(Path.of("/e/lmp"), Path.of("/e/lib"))
            + settings.waterApplication(Path.of("/usr/bin/gmx"));
    assertThat(registry.lines().filter(line -> line.startsWith("    - name: ")))
        .containsExactly("    - name: pore", "    - name: water");
    assertThat(registry)
        .contains(
            "executable: /usr/bin/gmx",
            "[\"mdrun\", \"-s\", \"/tmp/tp-lab1/water.tpr\"",
            "\"-imdport\", \"{port}\"");
  }
}

package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.demo.DemoServiceSettings.Database;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.DemoNetworkVariant;
import org.touchpaper.demo.config.DemoService;
import org.touchpaper.demo.config.PortPlan;

class DemoServiceSettingsTest {
  private static final Database DATABASE =
      new Database("jdbc:postgresql://127.0.0.1:1/x", "u", "p");

  private final DemoServiceSettings settings =
      new DemoServiceSettings(
          new DataDirectory(Path.of("/data")), new PortPlan(100), DemoNetworkVariant.UKLIGHT);

  @Test
  void haveAServicesNamePortsAndPeers() {
    assertThat(settings.of(DemoService.LNSAP_UCL, DATABASE))
        .isEqualTo(
            Map.ofEntries(
                Map.entry("server.port", "8181"),
                Map.entry("spring.datasource.url", "jdbc:postgresql://127.0.0.1:1/x"),
                Map.entry("spring.datasource.username", "u"),
                Map.entry("spring.datasource.password", "p"),
                Map.entry("touchpaper.name", "lnsap-ucl"),
                Map.entry("touchpaper.profile", "demo"),
                Map.entry("touchpaper.data", "/data/lnsap-ucl"),
                Map.entry("touchpaper.element-port-base", "100"),
                Map.entry("touchpaper.peers.demo.roles", "requester"),
                Map.entry("touchpaper.peers.demo.secret-file", "/data/secrets/demo--lnsap-ucl"),
                Map.entry("touchpaper.peers.bar-ucl.url", "http://127.0.0.1:8180"),
                Map.entry("touchpaper.peers.bar-ucl.roles", "holder,requester,operator,officer"),
                Map.entry(
                    "touchpaper.peers.bar-ucl.secret-file", "/data/secrets/bar-ucl--lnsap-ucl")));
  }

  @Test
  void giveBothPeersTheSameSecret() {
    assertThat(settings.peers("bar-ucl").get("touchpaper.peers.nsap.secret-file"))
        .isNotNull()
        .isEqualTo(settings.peers("nsap").get("touchpaper.peers.bar-ucl.secret-file"));
  }

  @Test
  void giveAcceptorsAndResourceManagersTheSitesOfBrokers() {
    for (var name : List.of("acceptor-2", "rm-newton")) {
      assertThat(settings.peers(name))
          .containsEntry("touchpaper.peers.bar-ucl.sites", "ucl")
          .containsEntry("touchpaper.peers.bar-manchester.sites", "manchester");
    }
  }

  @Test
  void giveEachSitesNetworkRmItsOwnSecretsWithAcceptors() {
    var key = "touchpaper.bar.network-resource-manager.peers.acceptor-1.secret-file";
    var acceptor = settings.peers("acceptor-1");
    assertThat(settings.of(DemoService.BAR_UCL, DATABASE))
        .containsEntry(key, acceptor.get("touchpaper.peers.rm-network.secret-file"));
    assertThat(settings.of(DemoService.BAR_MANCHESTER, DATABASE))
        .containsEntry(key, acceptor.get("touchpaper.peers.rm-network-manchester.secret-file"));
  }

  @Test
  void giveBrokersTheAgentsBesideHostsWherePacketsPass() {
    var key = "touchpaper.bar.path-check.secret-file";
    assertThat(settings.of(DemoService.BAR_UCL, DATABASE)).doesNotContainKey(key);
    var withAgents =
        new DemoServiceSettings(
            settings.data(), settings.ports(), DemoNetworkVariant.UKLIGHT, Map.of(), true);
    for (var bar : List.of(DemoService.BAR_UCL, DemoService.BAR_MANCHESTER)) {
      assertThat(withAgents.of(bar, DATABASE))
          .containsEntry(key, "/data/secrets/path-agents")
          .containsEntry("touchpaper.bar.directory", "file:/data/config/directory.yaml");
    }
  }

  @Test
  void giveEachServiceADatabaseOfItsOwn() {
    assertThat(Arrays.stream(DemoService.values()).map(DemoService::database))
        .doesNotHaveDuplicates();
  }

  @Test
  void ofAServiceInTheDataDirectoryOverrideTheLaunchers(@TempDir Path directory)
      throws IOException {
    var own =
        new DemoServiceSettings(
            new DataDirectory(directory), new PortPlan(0), DemoNetworkVariant.UKLIGHT);
    Files.createDirectory(directory.resolve("settings"));
    Files.writeString(
        directory.resolve("settings/rm-newton.properties"),
        "touchpaper.rm.kind=slurm\ntouchpaper.rm.sites=ucl\n");
    assertThat(own.of(DemoService.RM_NEWTON, DATABASE))
        .containsEntry("touchpaper.rm.kind", "slurm")
        .containsEntry("touchpaper.rm.sites", "ucl");
    assertThat(own.of(DemoService.NSAP, DATABASE)).doesNotContainKey("touchpaper.rm.kind");
  }

  @Test
  void areReadableOnlyByTheOwnerAndReadBackUnchanged(@TempDir Path directory) throws IOException {
    var file = directory.resolve("x.properties");
    var written = Map.of("touchpaper.a", "b = c\\d", "e[0]", "#!\u00e9");
    DemoServiceSettings.write(file, written);
    DemoServiceSettings.write(file, written);

    var read = new Properties();
    try (var in = Files.newBufferedReader(file)) {
      read.load(in);
    }
    assertThat(read).isEqualTo(written);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }
}

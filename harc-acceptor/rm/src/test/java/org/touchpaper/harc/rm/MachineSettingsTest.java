package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.touchpaper.harc.rm.backend.calendar.Machine;
import org.touchpaper.harc.rm.backend.network.NetworkSettings;
import org.touchpaper.harc.rm.backend.slurm.Cluster;
import org.touchpaper.harc.rm.ownership.AccountMapping;

/** The required settings of a machine, cluster or network. */
class MachineSettingsTest {
  private static final String UKLIGHT =
      "--spring.config.additional-location=classpath:samples/uklight/";

  /**
   * Only the part of the service that reads settings. It is not annotated as a configuration, so
   * that no scan of this package finds it.
   */
  @EnableConfigurationProperties(ResourceManagerProperties.class)
  static class Settings {
    @Bean
    Machine machine(ResourceManagerProperties rm) {
      return rm.calendar().machine(AccountMapping.NONE);
    }
  }

  @EnableConfigurationProperties(ResourceManagerProperties.class)
  static class SlurmSettings {
    @Bean
    Cluster cluster(ResourceManagerProperties rm) {
      return rm.slurm().cluster("rm-grace", AccountMapping.NONE);
    }
  }

  @EnableConfigurationProperties(ResourceManagerProperties.class)
  static class NetworkRmSettings {
    @Bean
    NetworkSettings network(ResourceManagerProperties rm) {
      return NetworkConfiguration.network(rm, NetworkConfiguration.hosts(rm));
    }
  }

  private static ConfigurableApplicationContext start(Class<?> settings, String... own) {
    var args = new ArrayList<>(List.of("--spring.config.name=rm"));
    args.addAll(List.of(own));
    return new SpringApplicationBuilder(settings)
        .web(WebApplicationType.NONE)
        .run(args.toArray(String[]::new));
  }

  @Test
  void theDefaultClusterIsThatOfThePaper() {
    try (var newton = start(Settings.class, UKLIGHT + "rm-newton.yml")) {
      assertThat(newton.getBean(Machine.class))
          .isEqualTo(new Machine("newton", 128, "newton%03d", AccountMapping.NONE));
    }
  }

  /** Otherwise it would book nodes that do not exist. */
  @ParameterizedTest
  @CsvSource({
    "nodes=4;node-name=g%d,                touchpaper.rm.calendar.cluster must be set",
    "cluster=grace;node-name=g%d,          touchpaper.rm.calendar.nodes must be the number of nodes"
        + " of grace",
    "cluster=grace;nodes=4,                touchpaper.rm.calendar.node-name must be set",
    "cluster=grace;nodes=-1;node-name=g%d, touchpaper.rm.calendar.nodes must be the number of nodes"
        + " of grace",
    "cluster=grace;nodes=0;node-name=g%d,  touchpaper.rm.calendar.nodes must be the number of nodes"
        + " of grace",
    "cluster=grace;nodes=4;node-name=g,    touchpaper.rm.calendar.node-name gives nodes 1 and 4",
    "cluster=grace;nodes=4;node-name=g%q,  touchpaper.rm.calendar.node-name must be a format",
  })
  void aCalendarWithoutAMachineDescriptionDoesNotStart(String settings, String sentence) {
    var args = new ArrayList<>(List.of("--touchpaper.rm.kind=calendar"));
    List.of(settings.split(";", -1))
        .forEach(setting -> args.add("--touchpaper.rm.calendar." + setting));
    assertThatThrownBy(() -> start(Settings.class, args.toArray(String[]::new)))
        .hasStackTraceContaining(sentence);
  }

  @Test
  void theOnlyNodeOfAMachineMayHaveAnyName() {
    try (var context =
        start(
            Settings.class,
            "--touchpaper.rm.kind=calendar",
            "--touchpaper.rm.calendar.cluster=grace",
            "--touchpaper.rm.calendar.nodes=1",
            "--touchpaper.rm.calendar.node-name=grace")) {
      assertThat(context.getBean(Machine.class).nodeCount()).isEqualTo(1);
    }
  }

  @Test
  void aSlurmClusterNeedsANameAndThePrefixDefaultsToThePeerName() {
    var slurm = "--touchpaper.rm.kind=slurm";
    var named = "--touchpaper.rm.slurm.cluster=grace";
    assertThatThrownBy(() -> start(SlurmSettings.class, slurm))
        .hasStackTraceContaining("touchpaper.rm.slurm.cluster must be set");
    try (var grace = start(SlurmSettings.class, slurm, named)) {
      assertThat(grace.getBean(Cluster.class).prefix()).isEqualTo("rm-grace");
    }
    try (var grace = start(SlurmSettings.class, slurm, named, "--touchpaper.rm.slurm.prefix=tp")) {
      assertThat(grace.getBean(Cluster.class).prefix()).isEqualTo("tp");
    }
    assertThatThrownBy(
            () -> start(SlurmSettings.class, slurm, named, "--touchpaper.rm.slurm.prefix=T P"))
        .hasStackTraceContaining("touchpaper.rm.slurm.prefix");
  }

  @Test
  void theLocalSitesOfANetworkAreItsAdminSites() {
    try (var ucl =
        start(NetworkRmSettings.class, UKLIGHT + "rm-network.yml", "--touchpaper.rm.sites=ucl")) {
      assertThat(ucl.getBean(NetworkSettings.class).localSites()).containsExactly("ucl");
    }
  }
}

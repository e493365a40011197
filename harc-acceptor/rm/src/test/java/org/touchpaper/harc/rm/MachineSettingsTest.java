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
import org.springframework.context.annotation.Configuration;
import org.touchpaper.harc.rm.calendar.Machine;
import org.touchpaper.harc.rm.network.Network;
import org.touchpaper.harc.rm.owner.Accounts;
import org.touchpaper.harc.rm.slurm.Cluster;

/** What has to be said of a machine, or a network, before anything is promised of it. */
class MachineSettingsTest {
  private static final String NEWTON = "newton";
  private static final String ELSEWHERE = "elsewhere";

  /** No more of the service than reads its settings. */
  @Configuration(proxyBeanMethods = false)
  @EnableConfigurationProperties(RmProperties.class)
  static class Settings {
    @Bean
    Machine machine(RmProperties rm) {
      return rm.calendar().machine(Accounts.NONE);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableConfigurationProperties(RmProperties.class)
  static class SlurmSettings {
    @Bean
    Cluster cluster(RmProperties rm) {
      return rm.slurm().cluster("rm-grace", Accounts.NONE);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableConfigurationProperties(RmProperties.class)
  static class NetworkSettings {
    @Bean
    Network network(RmProperties rm) {
      return NetworkConfiguration.network(rm);
    }
  }

  private static ConfigurableApplicationContext start(
      Class<?> settings, String profile, String... own) {
    var args =
        new ArrayList<>(List.of("--spring.config.name=rm", "--spring.profiles.active=" + profile));
    args.addAll(List.of(own));
    return new SpringApplicationBuilder(settings)
        .web(WebApplicationType.NONE)
        .run(args.toArray(String[]::new));
  }

  @Test
  void theDemosClusterIsThePapers() {
    try (var newton = start(Settings.class, NEWTON)) {
      assertThat(newton.getBean(Machine.class))
          .isEqualTo(new Machine("newton", 128, "newton%03d", Accounts.NONE));
    }
  }

  /** It would promise nodes that nobody has. */
  @ParameterizedTest
  @CsvSource({
    "nodes=4;node-name=g%d,                touchpaper.rm.calendar.cluster must be set",
    "cluster=grace;node-name=g%d,          touchpaper.rm.calendar.nodes is how many nodes grace has",
    "cluster=grace;nodes=4,                touchpaper.rm.calendar.node-name must be set",
    "cluster=grace;nodes=-1;node-name=g%d, touchpaper.rm.calendar.nodes is how many nodes grace has",
    "cluster=grace;nodes=0;node-name=g%d,  touchpaper.rm.calendar.nodes is how many nodes grace has",
    "cluster=grace;nodes=4;node-name=g,    touchpaper.rm.calendar.node-name calls nodes 1 and 4",
    "cluster=grace;nodes=4;node-name=g%q,  touchpaper.rm.calendar.node-name is no name",
  })
  void aCalendarOfAMachineThatIsNotDescribedDoesNotStart(String told, String sentence) {
    var own = new ArrayList<>(List.of("--touchpaper.rm.kind=calendar"));
    List.of(told.split(";", -1)).forEach(each -> own.add("--touchpaper.rm.calendar." + each));
    assertThatThrownBy(() -> start(Settings.class, ELSEWHERE, own.toArray(String[]::new)))
        .hasStackTraceContaining(sentence);
  }

  @Test
  void aMachineOfOneNodeMayCallItWhatItWill() {
    try (var one =
        start(
            Settings.class,
            ELSEWHERE,
            "--touchpaper.rm.kind=calendar",
            "--touchpaper.rm.calendar.cluster=grace",
            "--touchpaper.rm.calendar.nodes=1",
            "--touchpaper.rm.calendar.node-name=grace")) {
      assertThat(one.getBean(Machine.class).nodeCount()).isEqualTo(1);
    }
  }

  @Test
  void aClusterOfSlurmsHasANameAndItsReservationsAreCalledAfterWhoMakesThem() {
    var slurm = "--touchpaper.rm.kind=slurm";
    var named = "--touchpaper.rm.slurm.cluster=grace";
    assertThatThrownBy(() -> start(SlurmSettings.class, ELSEWHERE, slurm))
        .hasStackTraceContaining("touchpaper.rm.slurm.cluster must be set");
    try (var grace = start(SlurmSettings.class, ELSEWHERE, slurm, named)) {
      assertThat(grace.getBean(Cluster.class).prefix()).isEqualTo("rm-grace");
    }
    try (var grace =
        start(SlurmSettings.class, ELSEWHERE, slurm, named, "--touchpaper.rm.slurm.prefix=tp")) {
      assertThat(grace.getBean(Cluster.class).prefix()).isEqualTo("tp");
    }
    assertThatThrownBy(() ->
            start(SlurmSettings.class, ELSEWHERE, slurm, named, "--touchpaper.rm.slurm.prefix=T P"))
        .hasStackTraceContaining("touchpaper.rm.slurm.prefix");
  }

  @Test
  void theAdminsOfANetworkAreThoseOfTheLocalSites() {
    try (var ucl = start(NetworkSettings.class, "network", "--touchpaper.rm.sites=ucl")) {
      assertThat(ucl.getBean(Network.class).local()).containsExactly("ucl");
    }
  }
}

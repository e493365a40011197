package org.touchpaper.bar.networkrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.touchpaper.bar.BarApplication;
import org.touchpaper.bar.fixture.TestClassExcludeFilter;
import org.touchpaper.platform.postgres.TestDatabases;

/** When the BAR starts the network's resource manager. */
class LightpathsAloneTest {

  @Test
  void aBarForLightpathsAloneStartsWithoutAcceptors() {
    try (var bar = start("--touchpaper.bar.acceptors=", "--touchpaper.bar.network-rm=")) {
      assertThat(bar).isInstanceOf(WebServerApplicationContext.class);
      assertThat(bar.getBeanProvider(EmbeddedResourceManager.class).getIfAvailable()).isNull();
    }
  }

  @Test
  void aBarWithAcceptorsNamesEverySecretThatIsMissing() {
    assertThatThrownBy(() ->
            start(
                "--touchpaper.bar.acceptors=a1,a2",
                "--touchpaper.peers.a1.url=http://127.0.0.1:9",
                "--touchpaper.peers.a1.secret=s",
                "--touchpaper.peers.a2.url=http://127.0.0.1:9",
                "--touchpaper.peers.a2.secret=s"))
        .rootCause()
        .hasMessageContaining("touchpaper.bar.network-resource-manager.peers.a1.secret-file")
        .hasMessageContaining("touchpaper.bar.network-resource-manager.peers.a2.secret-file")
        .hasMessageContaining("touchpaper.bar.network-resource-manager.enabled=false");
  }

  private static ConfigurableApplicationContext start(String... settings) {
    var args = new ArrayList<>(List.of(TestDatabases.fresh().args()));
    args.addAll(
        List.of(
            "--spring.config.name=bar",
            "--spring.config.additional-location=classpath:samples/uklight/bar-ucl.yml",
            "--server.port=0",
            "--touchpaper.profile=demo"));
    for (var segment : List.of("nsap", "lnsap-ucl", "bar-manchester")) {
      args.add("--touchpaper.peers." + segment + ".url=http://127.0.0.1:9");
      args.add("--touchpaper.peers." + segment + ".secret=s");
    }
    args.addAll(List.of(settings));
    return new SpringApplicationBuilder(BarApplication.class)
        .initializers(context ->
            context
                .getBeanFactory()
                .registerSingleton("onlyTheService", new TestClassExcludeFilter()))
        .run(args.toArray(String[]::new));
  }
}

package org.touchpaper.harc.rm;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.touchpaper.harc.rm.backend.network.ScriptedBar;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.segment.soap.SegmentSoapConfiguration;

/** A scripted BAR as a separate service, reached over SOAP like a real one. */
final class RunningBar implements AutoCloseable {
  private final ConfigurableApplicationContext context;

  /**
   * Not annotated as a configuration, because the resource manager's component scan covers this
   * package.
   */
  @EnableAutoConfiguration
  @Import(SegmentSoapConfiguration.class)
  static class Service {
    @Bean
    ScriptedBar segment() {
      return new ScriptedBar();
    }
  }

  RunningBar() {
    var args = new ArrayList<>(List.of(TestDatabases.fresh().args()));
    args.addAll(
        List.of(
            "--spring.config.name=bar-double",
            "--spring.flyway.locations=classpath:platform/db/migration",
            "--server.port=0",
            "--touchpaper.name=bar-ucl",
            "--touchpaper.profile=demo",
            "--touchpaper.schedule.manual=true",
            "--touchpaper.peers.rm-network.secret=between the bar and us",
            "--touchpaper.peers.rm-network.roles=holder,rm"));
    context = new SpringApplicationBuilder(Service.class).run(args.toArray(String[]::new));
  }

  URI url() {
    var server = ((WebServerApplicationContext) context).getWebServer();
    return URI.create("http://127.0.0.1:" + (server == null ? 0 : server.getPort()));
  }

  /** What the BAR itself reports as held. */
  Set<String> reservationStates() {
    return context.getBean(ScriptedBar.class).reservationStates();
  }

  @Override
  public void close() {
    context.close();
  }
}

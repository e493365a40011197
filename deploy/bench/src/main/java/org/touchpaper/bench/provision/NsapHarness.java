package org.touchpaper.bench.provision;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.touchpaper.nsap.NsapConfiguration;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.postgres.EmbeddedCluster;
import org.touchpaper.platform.schedule.ScheduleAutoConfiguration;
import org.touchpaper.segment.config.SegmentConfiguration;

/** The complete NSAP without its SOAP interface. */
final class NsapHarness {

  private NsapHarness() {}

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    DataSourceAutoConfiguration.class,
    DataSourceTransactionManagerAutoConfiguration.class,
    TransactionAutoConfiguration.class,
    JdbcTemplateAutoConfiguration.class,
    JdbcClientAutoConfiguration.class,
    FlywayAutoConfiguration.class,
    JacksonAutoConfiguration.class,
    ScheduleAutoConfiguration.class
  })
  @Import({NsapConfiguration.class, SegmentConfiguration.class})
  @EnableConfigurationProperties(TouchpaperProperties.class)
  static class HarnessConfiguration {}

  /** Starts the NSAP for that many circuits; its log is in the folder. */
  static ConfigurableApplicationContext start(
      EmbeddedCluster cluster,
      FourElementChain elements,
      Path folder,
      int circuits,
      Clock clock,
      DataPlaneRecordingSegmentHolder holder)
      throws IOException {
    var topology = FourElementChain.topology(folder, circuits);
    var options =
        Stream.concat(
            elements.options(),
            List.of(
                "--spring.config.name=nsap",
                "--spring.main.banner-mode=off",
                "--spring.datasource.url=" + cluster.url("nsap"),
                "--spring.datasource.username=" + cluster.user(),
                "--spring.datasource.password=" + cluster.password(),
                "--logging.config=classpath:org/touchpaper/bench/provision/logback.xml",
                "--logging.file.name=" + folder.resolve("nsap.log"),
                "--touchpaper.name=nsap",
                "--touchpaper.profile=demo",
                "--touchpaper.topology=" + topology.toUri())
                .stream());
    return new SpringApplicationBuilder(HarnessConfiguration.class)
        .web(WebApplicationType.NONE)
        .initializers(context -> {
          context.getBeanFactory().registerSingleton("clock", clock);
          context.getBeanFactory().registerSingleton("holders", holder);
        })
        .run(options.toArray(String[]::new));
  }
}

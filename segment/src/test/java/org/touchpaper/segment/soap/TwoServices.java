package org.touchpaper.segment.soap;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.soap.SoapClient;
import org.touchpaper.platform.soap.SoapServiceDefinition;
import org.touchpaper.segment.kit.ScriptedHolder;

/** A segment {@code nsap} and a holder {@code bar}, as services over sockets. */
final class TwoServices implements AutoCloseable {

  private static final String SECRET = "between nsap and bar";

  private final ConfigurableApplicationContext nsap;
  private final ConfigurableApplicationContext bar;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(SegmentSoapConfiguration.class)
  static class Service {
    @Bean
    RecordingSegment segment() {
      return new RecordingSegment();
    }

    @Bean
    ScriptedHolder holder() {
      return new ScriptedHolder();
    }

    @Bean
    SoapServiceDefinition holderEndpoint(
        SegmentAndHolderContracts contracts, ScriptedHolder holder) {
      return SegmentHolderCallbackEndpoint.of(contracts, holder);
    }
  }

  TwoServices() {
    nsap =
        start(
            "nsap",
            "--touchpaper.peers.bar.url=http://127.0.0.1:9",
            "--touchpaper.peers.bar.secret=" + SECRET,
            "--touchpaper.peers.bar.roles=holder");
    bar =
        start(
            "bar",
            "--touchpaper.peers.nsap.url=" + url(nsap),
            "--touchpaper.peers.nsap.secret=" + SECRET,
            "--touchpaper.peers.nsap.roles=segment",
            "--touchpaper.peers.absent.url=http://127.0.0.1:9",
            "--touchpaper.peers.absent.secret=x");
  }

  private static ConfigurableApplicationContext start(String name, String... args) {
    var all = new ArrayList<>(List.of(TestDatabases.fresh().args()));
    all.add("--touchpaper.name=" + name);
    all.add("--server.port=0");
    all.add("--touchpaper.users.ada.password=ada");
    all.add("--spring.flyway.locations=classpath:platform/db/migration");
    all.addAll(List.of(args));
    return new SpringApplicationBuilder(Service.class).run(all.toArray(String[]::new));
  }

  private static String url(ConfigurableApplicationContext service) {
    var server = ((WebServerApplicationContext) service).getWebServer();
    return "http://127.0.0.1:" + (server == null ? 0 : server.getPort());
  }

  /** The holder's clients. */
  SegmentClients bar() {
    return bar.getBean(SegmentClients.class);
  }

  /** The segment's clients, configured with the holder's address. */
  SegmentClients nsap() {
    var peers = nsap.getBean(PeerRegistry.class);
    var known = peers.get("bar");
    var found = new Peer("bar", URI.create(url(bar)), known.secret(), known.roles());
    return new SegmentClients(
        new PeerRegistry("nsap", List.of(found)),
        nsap.getBean(SoapClient.class),
        nsap.getBean(SegmentAndHolderContracts.class));
  }

  RecordingSegment recorded() {
    return nsap.getBean(RecordingSegment.class);
  }

  ScriptedHolder holder() {
    return bar.getBean(ScriptedHolder.class);
  }

  @Override
  public void close() {
    nsap.close();
    bar.close();
  }
}

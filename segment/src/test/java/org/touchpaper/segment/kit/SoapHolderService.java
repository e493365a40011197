package org.touchpaper.segment.kit;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.platform.soap.SoapClient;
import org.touchpaper.platform.soap.SoapServiceDefinition;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.SegmentHolder;
import org.touchpaper.segment.soap.SegmentAndHolderContracts;
import org.touchpaper.segment.soap.SegmentClients;
import org.touchpaper.segment.soap.SegmentHolderCallbackEndpoint;

/**
 * The scripted holder as a service: it calls the segment under test over SOAP, and is called over
 * SOAP.
 */
public final class SoapHolderService implements AutoCloseable {

  private static final String SECRET = "between the kit's holder and the segment";

  private volatile ScriptedHolder holder = new ScriptedHolder();
  private final ConfigurableApplicationContext service;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Service {
    @Bean
    SegmentAndHolderContracts contracts() {
      return SegmentAndHolderContracts.load();
    }

    @Bean
    SoapServiceDefinition holderEndpoint(
        SegmentAndHolderContracts contracts, SegmentHolder holder) {
      return SegmentHolderCallbackEndpoint.of(contracts, holder);
    }
  }

  /** Starts it, for calls from a segment of this name. */
  public SoapHolderService(String segment) {
    var arguments = new ArrayList<>(List.of(TestDatabases.fresh().args()));
    arguments.addAll(
        List.of(
            "--spring.config.name=kit-holder",
            "--server.port=0",
            "--touchpaper.name=" + ScriptedHolder.PEER,
            "--touchpaper.profile=demo",
            "--spring.flyway.locations=classpath:platform/db/migration",
            "--touchpaper.peers." + segment + ".secret=" + SECRET,
            "--touchpaper.peers." + segment + ".roles=segment"));
    this.service =
        new SpringApplicationBuilder(Service.class)
            .initializers(context ->
                ((GenericApplicationContext) context)
                    .registerBean("holder", SegmentHolder.class, this::listener))
            .run(arguments.toArray(String[]::new));
  }

  /** Delegates to the current holder. */
  private SegmentHolder listener() {
    return new SegmentHolder() {
      @Override
      public Outcome outcome(RequesterIdentity requester, ConnectionId segment, int version) {
        return holder.outcome(requester, segment, version);
      }

      @Override
      public void notify(RequesterIdentity requester, Notification notification) {
        holder.notify(requester, notification);
      }
    };
  }

  /** The settings with which a segment knows it. */
  public Map<String, String> settings() {
    var prefix = "touchpaper.peers." + ScriptedHolder.PEER + ".";
    return Map.of(
        prefix + "url", url(service), prefix + "secret", SECRET, prefix + "roles", "holder");
  }

  /** A client of a segment. */
  public NetworkSegment segment(ConfigurableApplicationContext segment) {
    var peer = new Peer("segment", URI.create(url(segment)), SECRET, Set.of(PeerRole.SEGMENT));
    return new SegmentClients(
            new PeerRegistry(ScriptedHolder.PEER, List.of(peer)),
            service.getBean(SoapClient.class),
            service.getBean(SegmentAndHolderContracts.class))
        .segment("segment");
  }

  private static String url(ConfigurableApplicationContext service) {
    var server = ((WebServerApplicationContext) service).getWebServer();
    return "http://127.0.0.1:" + Objects.requireNonNull(server).getPort();
  }

  public ScriptedHolder holder() {
    return holder;
  }

  /** Replaces the holder by a new one. */
  public void reset() {
    holder = new ScriptedHolder();
  }

  @Override
  public void close() {
    service.close();
  }
}

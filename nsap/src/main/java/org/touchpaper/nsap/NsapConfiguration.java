package org.touchpaper.nsap;

import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.nsap.circuit.WideAreaAdmission;
import org.touchpaper.nsap.element.Access;
import org.touchpaper.nsap.element.ElementSessions;
import org.touchpaper.nsap.element.Makes;
import org.touchpaper.nsap.element.WideAreaConfiguration;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.peers.PeerAccess;
import org.touchpaper.platform.peers.PeerRole;
import org.touchpaper.segment.provider.Admission;
import org.touchpaper.segment.provider.CircuitConfiguration;
import org.touchpaper.segment.provider.ElementProperties;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptSink;

/** Puts the NSAP together. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({NsapProperties.class, ElementProperties.class})
class NsapConfiguration {

  private static final Logger TRANSCRIPT = LoggerFactory.getLogger("org.touchpaper.transcript");

  @Bean
  Topology topology(NsapProperties properties) {
    return TopologyFile.read(properties.topology());
  }

  @Bean
  Admission admission(
      Topology topology, Makes makes, NsapProperties properties, JdbcTemplate jdbc) {
    return WideAreaAdmission.on(topology, makes, properties.limits(), jdbc);
  }

  @Bean
  Makes makes(Topology topology) {
    return Makes.of(topology);
  }

  @Bean
  CircuitConfiguration circuitConfiguration(Makes makes) {
    return new WideAreaConfiguration(makes);
  }

  @Bean(destroyMethod = "close")
  ElementSessions elements(
      Topology topology, Makes makes, ElementProperties properties, TouchpaperProperties service) {
    TranscriptSink transcript = line -> TRANSCRIPT.debug("{}", line);
    // a session waits and keeps alive by real time, whatever the service's clock shows
    var timing =
        Timing.usual(Clock.systemUTC())
            .answering(properties.elementTimeout(), properties.elementTimeout().multipliedBy(6));
    return ElementSessions.open(
        topology,
        makes,
        tid ->
            new Access(
                new Endpoint(tid, properties.host(tid), properties.port(tid)),
                Credentials.tl1(
                    properties.user(tid, service.profile()),
                    properties.password(tid, service.profile())),
                timing,
                transcript));
  }

  @Bean
  PeerAccess topologyAccess() {
    return PeerAccess.to(
        TopologyController.PATH, PeerRole.HOLDER, PeerRole.REQUESTER, PeerRole.SEGMENT);
  }
}

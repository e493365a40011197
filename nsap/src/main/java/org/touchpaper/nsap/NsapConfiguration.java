package org.touchpaper.nsap;

import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.nsap.circuit.WideAreaAdmission;
import org.touchpaper.nsap.element.Access;
import org.touchpaper.nsap.element.ElementSessions;
import org.touchpaper.nsap.element.Makes;
import org.touchpaper.nsap.element.MarkRows;
import org.touchpaper.nsap.element.WideAreaConfiguration;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.peers.PeerAccess;
import org.touchpaper.platform.peers.PeerRole;
import org.touchpaper.segment.access.ElementAccess;
import org.touchpaper.segment.operator.OperatedElements;
import org.touchpaper.segment.provider.Admission;
import org.touchpaper.segment.provider.CircuitConfiguration;
import org.touchpaper.segment.provider.ElementProperties;
import org.touchpaper.segment.provider.SegmentProperties;

/** Puts the NSAP together. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({NsapProperties.class, ElementProperties.class})
public class NsapConfiguration {

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

  @Bean
  ElementAccess elementAccess(
      ElementProperties properties, TouchpaperProperties service, SegmentProperties segment) {
    return ElementAccess.of(properties, service, segment);
  }

  @Bean(destroyMethod = "close")
  ElementSessions elements(
      Topology topology,
      Makes makes,
      ElementAccess access,
      SegmentProperties properties,
      JdbcClient sql,
      Clock clock) {
    return ElementSessions.open(
        topology,
        makes,
        tid ->
            new Access(
                    access.endpoint(tid),
                    access.tl1(tid),
                    access.timing(),
                    access.manners(tid),
                    access.sink())
                .remembering(new MarkRows(sql, clock, tid))
                .inDoubtFor(properties.inDoubtFor()));
  }

  @Bean
  OperatedElements operatedElements(ElementSessions elements) {
    return elements.operated();
  }

  @Bean
  PeerAccess topologyAccess() {
    return PeerAccess.to(
        TopologyController.PATH, PeerRole.HOLDER, PeerRole.REQUESTER, PeerRole.SEGMENT);
  }
}

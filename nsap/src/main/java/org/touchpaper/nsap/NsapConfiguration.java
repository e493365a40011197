package org.touchpaper.nsap;

import java.time.Clock;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.nsap.circuit.WideAreaAdmission;
import org.touchpaper.nsap.element.ElementSettings;
import org.touchpaper.nsap.registry.ElementSessions;
import org.touchpaper.nsap.registry.NodeElementTypes;
import org.touchpaper.nsap.registry.WideAreaItemPlanner;
import org.touchpaper.nsap.topology.Attachment;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.platform.security.PeerAccessRule;
import org.touchpaper.platform.security.PeerRegistryRequirement;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.segment.capacity.CapacityAdmission;
import org.touchpaper.segment.cut.CuttableNetwork;
import org.touchpaper.segment.inventory.ElementNoteRepository;
import org.touchpaper.segment.operator.OperatedElements;
import org.touchpaper.segment.reservation.SegmentProperties;
import org.touchpaper.segment.session.ElementProperties;
import org.touchpaper.segment.session.ElementSessionSettings;

/** Defines the NSAP's beans. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({NsapProperties.class, ElementProperties.class})
@Import({WideAreaItemPlanner.class, ElementSessionSettings.class})
public class NsapConfiguration {

  @Bean
  Topology topology(NsapProperties properties) {
    return TopologyFile.read(properties.topology());
  }

  @Bean
  CapacityAdmission admission(
      Topology topology, NodeElementTypes types, NsapProperties properties, JdbcTemplate jdbc) {
    return WideAreaAdmission.create(topology, types, properties.limits(), jdbc);
  }

  @Bean
  NodeElementTypes elementTypes(Topology topology) {
    return NodeElementTypes.of(topology);
  }

  @Bean(destroyMethod = "close")
  ElementSessions elements(
      Topology topology,
      NodeElementTypes types,
      ElementSessionSettings access,
      SegmentProperties properties,
      JdbcClient sql,
      Clock clock) {
    return ElementSessions.open(
        topology,
        types,
        tid ->
            new ElementSettings(
                access.endpoint(tid),
                access.tl1Credentials(tid),
                access.timing(),
                access.loginProfile(tid),
                access.transcriptSink(),
                new ElementNoteRepository(sql, clock, tid),
                topology.ports(tid),
                properties.uncertainEffectTimeout()));
  }

  @Bean
  OperatedElements operatedElements(ElementSessions elements) {
    return elements.operated();
  }

  @Bean
  CuttableNetwork cuttableNetwork(Topology topology) {
    return new CuttableNetwork(
        topology.network(),
        "the wide area " + topology.network(),
        topology.attachments().stream()
            .collect(Collectors.toMap(Attachment::name, Attachment::name)));
  }

  @Bean
  PeerRegistryRequirement holderRequirement() {
    return PeerRegistryRequirement.anyWith(PeerRole.HOLDER);
  }

  @Bean
  PeerAccessRule topologyAccess() {
    return PeerAccessRule.to(
        WideAreaTopologyController.PATH, PeerRole.HOLDER, PeerRole.REQUESTER, PeerRole.SEGMENT);
  }
}

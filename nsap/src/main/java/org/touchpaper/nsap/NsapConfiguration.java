package org.touchpaper.nsap;

import java.time.Clock;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.nsap.circuit.WideAreaCapacityAllocator;
import org.touchpaper.nsap.element.ElementSettings;
import org.touchpaper.nsap.registry.NodeElementPlugins;
import org.touchpaper.nsap.registry.WideAreaDriverRegistry;
import org.touchpaper.nsap.registry.WideAreaItemPlanner;
import org.touchpaper.nsap.topology.Attachment;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.platform.security.PeerAccessRule;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.platform.security.RequiredPeersRule;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.cut.CuttableNetworkDescription;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;
import org.touchpaper.segment.operator.OperatedElements;
import org.touchpaper.segment.reservation.SegmentProperties;
import org.touchpaper.segment.session.ElementProperties;
import org.touchpaper.segment.session.ElementSessionSettingsResolver;

/** Defines the NSAP's beans. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({NsapProperties.class, ElementProperties.class})
@Import({WideAreaItemPlanner.class, ElementSessionSettingsResolver.class})
public class NsapConfiguration {

  @Bean
  Topology topology(NsapProperties properties) {
    return TopologyFile.read(properties.topology());
  }

  @Bean
  CapacityAllocator admission(
      Topology topology, NodeElementPlugins types, NsapProperties properties, JdbcTemplate jdbc) {
    return WideAreaCapacityAllocator.create(topology, types, properties.limits(), jdbc);
  }

  @Bean
  NodeElementPlugins elementTypes(Topology topology) {
    return NodeElementPlugins.of(topology);
  }

  @Bean(destroyMethod = "close")
  WideAreaDriverRegistry elements(
      Topology topology,
      NodeElementPlugins types,
      ElementSessionSettingsResolver access,
      SegmentProperties properties,
      JdbcClient sql,
      Clock clock) {
    return WideAreaDriverRegistry.open(
        topology,
        types,
        tid ->
            new ElementSettings(
                access.endpoint(tid),
                access.tl1Credentials(tid),
                access.timing(),
                access.loginRequirements(tid),
                access.transcriptSink(),
                new DriverItemNoteRepository(sql, clock, tid),
                topology.ports(tid),
                properties.uncertainEffectTimeout()));
  }

  @Bean
  OperatedElements operatedElements(WideAreaDriverRegistry elements) {
    return elements.operated();
  }

  @Bean
  CuttableNetworkDescription cuttableNetwork(Topology topology) {
    return new CuttableNetworkDescription(
        topology.network(),
        "the wide area " + topology.network(),
        topology.attachments().stream()
            .collect(Collectors.toMap(Attachment::name, Attachment::name)));
  }

  @Bean
  RequiredPeersRule holderRequirement() {
    return RequiredPeersRule.anyWith(PeerRole.HOLDER);
  }

  @Bean
  PeerAccessRule topologyAccess() {
    return PeerAccessRule.to(
        WideAreaTopologyController.PATH, PeerRole.HOLDER, PeerRole.REQUESTER, PeerRole.SEGMENT);
  }
}

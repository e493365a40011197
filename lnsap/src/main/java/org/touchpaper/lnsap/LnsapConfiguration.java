package org.touchpaper.lnsap;

import java.time.Clock;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.elementsession.CliSession;
import org.touchpaper.lnsap.campus.CampusFile;
import org.touchpaper.lnsap.campus.Host;
import org.touchpaper.lnsap.circuit.CampusCapacityAllocator;
import org.touchpaper.lnsap.element.CampusItemPlanner;
import org.touchpaper.lnsap.element.Ios7600Driver;
import org.touchpaper.lnsap.element.UncertainCommandPortBlocker;
import org.touchpaper.lnsap.policy.SitePolicy;
import org.touchpaper.platform.security.PeerAccessRule;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.platform.security.RequiredPeersRule;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.cut.CuttableNetworkDescription;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.element.PollPolicy;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;
import org.touchpaper.segment.inventory.InterruptedEditRepository;
import org.touchpaper.segment.operator.OperatedElement;
import org.touchpaper.segment.operator.OperatedElements;
import org.touchpaper.segment.reservation.SegmentProperties;
import org.touchpaper.segment.session.ElementProperties;
import org.touchpaper.segment.session.ElementSessionSettingsResolver;

/** Defines the L-NSAP's beans. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({LnsapProperties.class, ElementProperties.class})
@Import({CampusItemPlanner.class, ElementSessionSettingsResolver.class})
class LnsapConfiguration {

  @Bean
  SitePolicy sitePolicy(LnsapProperties properties) {
    var file = CampusFile.read(properties.campus());
    return new SitePolicy(file.campus(), file.policy());
  }

  @Bean
  CuttableNetworkDescription cuttableNetwork(SitePolicy policy) {
    var campus = policy.campus();
    return new CuttableNetworkDescription(
        campus.network(),
        campus.title(),
        campus.hosts().stream().collect(Collectors.toMap(Host::host, Host::name)));
  }

  @Bean
  RequiredPeersRule holderRequirement() {
    return RequiredPeersRule.anyWith(PeerRole.HOLDER);
  }

  @Bean
  PeerAccessRule campusAccess() {
    return PeerAccessRule.to(CampusHostsController.PATH, PeerRole.HOLDER);
  }

  @Bean
  CapacityAllocator admission(SitePolicy policy, JdbcTemplate jdbc) {
    return CampusCapacityAllocator.create(policy, jdbc);
  }

  @Bean(destroyMethod = "close")
  CliSession edgeSession(SitePolicy policy, ElementSessionSettingsResolver access) {
    var edge = policy.campus().edge();
    return CliSession.open(
        access.endpoint(edge),
        access.iosCredentials(edge),
        access.timing(),
        access.loginRequirements(edge).loginSerializer(),
        access.transcriptSink());
  }

  @Bean
  OperatedElements operatedElements(CliSession edgeSession) {
    return new OperatedElements(List.of(new OperatedElement("ios7600", edgeSession)));
  }

  @Bean
  DriverRegistry elements(
      SitePolicy policy,
      CliSession edgeSession,
      Clock clock,
      SegmentProperties properties,
      InterruptedEditRepository interruptedEditRepository,
      JdbcClient sql) {
    var edge = policy.campus().edge();
    var notes = new DriverItemNoteRepository(sql, clock, edge);
    var uncertainCommandPortBlocker =
        new UncertainCommandPortBlocker(clock, properties.uncertainEffectTimeout());
    interruptedEditRepository
        .listByElement(edge)
        .forEach(edit -> uncertainCommandPortBlocker.add(edit.item(), edit.until()));
    return DriverRegistry.of(
        List.of(
            new Ios7600Driver(
                edge,
                edgeSession,
                PollPolicy.PEER_SIGNALLING,
                uncertainCommandPortBlocker,
                notes)));
  }
}

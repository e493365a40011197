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
import org.touchpaper.lnsap.circuit.CampusAdmission;
import org.touchpaper.lnsap.element.CampusItemPlanner;
import org.touchpaper.lnsap.element.Ios7600Driver;
import org.touchpaper.lnsap.element.UncertainCommands;
import org.touchpaper.lnsap.policy.SitePolicy;
import org.touchpaper.platform.security.PeerAccessRule;
import org.touchpaper.platform.security.PeerRegistryRequirement;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.segment.capacity.CapacityAdmission;
import org.touchpaper.segment.cut.CuttableNetwork;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.element.PollPolicy;
import org.touchpaper.segment.inventory.ElementNoteRepository;
import org.touchpaper.segment.inventory.InterruptedEditRepository;
import org.touchpaper.segment.operator.OperatedElement;
import org.touchpaper.segment.operator.OperatedElements;
import org.touchpaper.segment.reservation.SegmentProperties;
import org.touchpaper.segment.session.ElementProperties;
import org.touchpaper.segment.session.ElementSessionSettings;

/** Defines the L-NSAP's beans. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({LnsapProperties.class, ElementProperties.class})
@Import({CampusItemPlanner.class, ElementSessionSettings.class})
class LnsapConfiguration {

  @Bean
  SitePolicy sitePolicy(LnsapProperties properties) {
    var file = CampusFile.read(properties.campus());
    return new SitePolicy(file.campus(), file.policy());
  }

  @Bean
  CuttableNetwork cuttableNetwork(SitePolicy policy) {
    var campus = policy.campus();
    return new CuttableNetwork(
        campus.network(),
        campus.title(),
        campus.hosts().stream().collect(Collectors.toMap(Host::host, Host::name)));
  }

  @Bean
  PeerRegistryRequirement holderRequirement() {
    return PeerRegistryRequirement.anyWith(PeerRole.HOLDER);
  }

  @Bean
  PeerAccessRule campusAccess() {
    return PeerAccessRule.to(CampusController.PATH, PeerRole.HOLDER);
  }

  @Bean
  CapacityAdmission admission(SitePolicy policy, JdbcTemplate jdbc) {
    return CampusAdmission.create(policy, jdbc);
  }

  @Bean(destroyMethod = "close")
  CliSession edgeSession(SitePolicy policy, ElementSessionSettings access) {
    var edge = policy.campus().edge();
    return CliSession.open(
        access.endpoint(edge),
        access.iosCredentials(edge),
        access.timing(),
        access.loginProfile(edge).loginSerializer(),
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
    var notes = new ElementNoteRepository(sql, clock, edge);
    var uncertainCommands = new UncertainCommands(clock, properties.uncertainEffectTimeout());
    interruptedEditRepository
        .listByElement(edge)
        .forEach(edit -> uncertainCommands.add(edit.item(), edit.until()));
    return DriverRegistry.of(
        List.of(
            new Ios7600Driver(
                edge, edgeSession, PollPolicy.PEER_SIGNALLING, uncertainCommands, notes)));
  }
}

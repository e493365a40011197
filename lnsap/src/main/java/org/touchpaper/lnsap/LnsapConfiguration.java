package org.touchpaper.lnsap;

import java.time.Clock;
import java.util.List;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ResourceLoader;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.lnsap.campus.CampusFile;
import org.touchpaper.lnsap.circuit.CampusAdmission;
import org.touchpaper.lnsap.element.CampusConfiguration;
import org.touchpaper.lnsap.element.Ios7600Driver;
import org.touchpaper.lnsap.element.LateLines;
import org.touchpaper.lnsap.element.VlanClaimRows;
import org.touchpaper.lnsap.policy.SitePolicy;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.segment.access.ElementAccess;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.Patience;
import org.touchpaper.segment.operator.OperatedElement;
import org.touchpaper.segment.operator.OperatedElements;
import org.touchpaper.segment.provider.Admission;
import org.touchpaper.segment.provider.CircuitConfiguration;
import org.touchpaper.segment.provider.ElementProperties;
import org.touchpaper.segment.provider.Outstanding;
import org.touchpaper.segment.provider.SegmentProperties;
import org.touchpaper.tl1.session.CliSession;

/** Puts an L-NSAP together. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({LnsapProperties.class, ElementProperties.class})
class LnsapConfiguration {

  @Bean
  SitePolicy sitePolicy(LnsapProperties properties, ResourceLoader resources) {
    var file = CampusFile.read(properties.campusFile(resources));
    return new SitePolicy(file.campus(), file.policy());
  }

  @Bean
  Admission admission(SitePolicy policy, JdbcTemplate jdbc) {
    return CampusAdmission.on(policy, jdbc);
  }

  @Bean
  CircuitConfiguration circuitConfiguration() {
    return new CampusConfiguration();
  }

  @Bean
  ElementAccess elementAccess(
      ElementProperties properties, TouchpaperProperties service, SegmentProperties segment) {
    return ElementAccess.of(properties, service, segment);
  }

  @Bean(destroyMethod = "close")
  CliSession edgeSession(SitePolicy policy, ElementAccess access) {
    var edge = policy.campus().edge();
    return CliSession.open(
        access.endpoint(edge),
        access.ios(edge),
        access.timing(),
        access.manners(edge).turn(),
        access.sink());
  }

  @Bean
  OperatedElements operatedElements(CliSession edgeSession) {
    return new OperatedElements(List.of(new OperatedElement("ios7600", edgeSession)));
  }

  @Bean
  Elements elements(
      SitePolicy policy,
      CliSession edgeSession,
      Clock clock,
      SegmentProperties properties,
      Outstanding outstanding,
      JdbcClient sql) {
    var edge = policy.campus().edge();
    var claims = new VlanClaimRows(sql, edge);
    var lateLines = new LateLines(clock, properties.inDoubtFor());
    outstanding.listOn(edge).forEach(edit -> lateLines.remember(edit.item(), edit.until()));
    return Elements.of(
        List.of(new Ios7600Driver(edge, edgeSession, Patience.WITH_PEERS, lateLines, claims)));
  }
}

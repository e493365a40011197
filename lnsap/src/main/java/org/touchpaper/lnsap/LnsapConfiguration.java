package org.touchpaper.lnsap;

import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ResourceLoader;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.lnsap.campus.CampusFile;
import org.touchpaper.lnsap.circuit.CampusAdmission;
import org.touchpaper.lnsap.element.CampusConfiguration;
import org.touchpaper.lnsap.element.Ios7600Driver;
import org.touchpaper.lnsap.policy.SitePolicy;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.provider.Admission;
import org.touchpaper.segment.provider.CircuitConfiguration;
import org.touchpaper.segment.provider.ElementProperties;
import org.touchpaper.tl1.session.CliSession;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;

/** Puts an L-NSAP together. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({LnsapProperties.class, ElementProperties.class})
class LnsapConfiguration {

  private static final Logger TRANSCRIPT = LoggerFactory.getLogger("org.touchpaper.transcript");

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

  @Bean(destroyMethod = "close")
  CliSession edgeSession(
      SitePolicy policy, ElementProperties properties, TouchpaperProperties service) {
    var edge = policy.campus().edge();
    return CliSession.open(
        new Endpoint(edge, properties.host(edge), properties.port(edge)),
        Credentials.ios(
            properties.password(edge, service.profile()),
            properties.enablePassword(edge, service.profile())),
        timing(properties),
        line -> TRANSCRIPT.debug("{}", line));
  }

  @Bean
  Elements elements(SitePolicy policy, CliSession edgeSession, ElementProperties properties) {
    var edge = policy.campus().edge();
    return Elements.of(List.of(new Ios7600Driver(edge, edgeSession, properties.elementTimeout())));
  }

  /** A session waits by real time, whatever the service's clock shows. */
  private static Timing timing(ElementProperties properties) {
    return Timing.usual(Clock.systemUTC())
        .answering(properties.elementTimeout(), properties.elementTimeout().multipliedBy(6));
  }
}

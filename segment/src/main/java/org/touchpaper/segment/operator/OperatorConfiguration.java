package org.touchpaper.segment.operator;

import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.peers.PeerAccess;
import org.touchpaper.platform.peers.PeerRole;
import org.touchpaper.platform.peers.PeopleAccess;
import org.touchpaper.segment.access.ElementAccess;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.provider.Holdings;
import org.touchpaper.segment.provider.Impairments;
import org.touchpaper.segment.provider.Repairs;
import org.touchpaper.segment.provider.SegmentProvider;

/**
 * What a segment service imports for its operators; it provides {@link OperatedElements} and an
 * {@link ElementAccess}.
 */
@Configuration(proxyBeanMethods = false)
@Import(ElementController.class)
public class OperatorConfiguration {

  @Bean
  Followers transcriptFollowers(ElementAccess access) {
    return new Followers(access.transcripts());
  }

  @Bean
  ElementDesk elementDesk(
      TouchpaperProperties service,
      OperatedElements operated,
      Circuits circuits,
      ElementAccess access,
      SegmentProvider provider,
      Repairs repairs,
      Impairments impairments,
      JdbcClient sql,
      Clock clock) {
    return new ElementDesk(
        service.name(),
        operated,
        new Readings(circuits.elements(), clock, System::nanoTime, Readings.PATIENCE),
        access.transcripts(),
        new Holdings(sql),
        provider::listDrifts,
        repairs,
        impairments,
        clock);
  }

  @Bean
  PeopleAccess elementsForOperators() {
    return rules ->
        rules.requestMatchers(ElementController.PEOPLE + "/**").hasAnyRole("OPERATOR", "ADMIN");
  }

  /** For a broker that shows them to its own operators. */
  @Bean
  PeerAccess elementsForPeers() {
    return PeerAccess.to(ElementController.PEERS + "/**", PeerRole.HOLDER);
  }
}

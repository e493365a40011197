package org.touchpaper.segment.traffic;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.touchpaper.platform.security.PeerAccessRule;
import org.touchpaper.platform.security.PeerRole;

/** The Spring configuration of the interface to the history of traffic. */
@Configuration(proxyBeanMethods = false)
@Import(TrafficController.class)
public class TrafficApiConfiguration {

  /** For the broker that has booked the circuits. */
  @Bean
  PeerAccessRule circuitMomentForPeers() {
    return PeerAccessRule.to(TrafficController.MOMENT_PATH, PeerRole.HOLDER);
  }

  /** For the broker that has booked the circuit. */
  @Bean
  PeerAccessRule circuitTrafficForPeers() {
    return PeerAccessRule.to("/circuits/*/traffic", PeerRole.HOLDER);
  }
}

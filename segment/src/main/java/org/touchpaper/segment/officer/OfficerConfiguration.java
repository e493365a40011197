package org.touchpaper.segment.officer;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.touchpaper.platform.security.PeerAccess;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.platform.security.UserAccess;

/** The Spring configuration of the security officer's interface. */
@Configuration(proxyBeanMethods = false)
@Import(CutController.class)
public class OfficerConfiguration {

  @Bean
  UserAccess cutsForOfficers() {
    return rules ->
        rules
            .requestMatchers(
                CutController.OFFICER_CUTS,
                CutController.OFFICER_CUTS + "/**",
                CutController.OFFICER_USAGE)
            .hasAnyRole("OFFICER", "ADMIN");
  }

  /** For a broker through whose pages officers of this site cut. */
  @Bean
  PeerAccess cutsForPeers() {
    return PeerAccess.to(CutController.PEER_CUTS + "/**", PeerRole.OFFICER);
  }

  @Bean
  PeerAccess usageForPeers() {
    return PeerAccess.to(CutController.PEER_USAGE, PeerRole.OFFICER);
  }
}

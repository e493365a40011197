package org.touchpaper.segment.officer;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.touchpaper.platform.security.PeerAccessRule;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.platform.security.UserAccessRules;

/** The Spring configuration of the security officer's interface. */
@Configuration(proxyBeanMethods = false)
@Import(CutOrderController.class)
public class OfficerConfiguration {

  @Bean
  UserAccessRules cutsForOfficers() {
    return rules ->
        rules
            .requestMatchers(
                CutOrderController.OFFICER_CUTS,
                CutOrderController.OFFICER_CUTS + "/**",
                CutOrderController.OFFICER_USAGE)
            .hasAnyRole("OFFICER", "ADMIN");
  }

  /** For a broker through whose pages officers of this site cut. */
  @Bean
  PeerAccessRule cutsForPeers() {
    return PeerAccessRule.to(CutOrderController.PEER_CUTS + "/**", PeerRole.OFFICER);
  }

  @Bean
  PeerAccessRule usageForPeers() {
    return PeerAccessRule.to(CutOrderController.PEER_USAGE, PeerRole.OFFICER);
  }
}

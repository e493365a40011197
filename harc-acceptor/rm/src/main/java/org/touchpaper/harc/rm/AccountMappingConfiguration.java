package org.touchpaper.harc.rm;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.touchpaper.harc.rm.ownership.AccountMapping;

/** The account mapping, for schedulers that book for a local account. */
@Configuration(proxyBeanMethods = false)
class AccountMappingConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(AccountMappingConfiguration.class);

  /** Lazy: the warning appears only for a scheduler that uses accounts. */
  @Bean
  @Lazy
  AccountMapping accounts(ResourceManagerProperties rm) {
    if (rm.sites().isEmpty()) {
      LOG.warn(
          "touchpaper.rm.sites is not set: users with the same name at different sites share an account. List"
              + " the sites whose users are known by name alone");
    }
    return rm.accountMapping();
  }
}

package org.touchpaper.harc.rm;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.touchpaper.harc.rm.owner.Accounts;

/** Whom people from afar are here, for schedulers that book for somebody's account. */
@Configuration(proxyBeanMethods = false)
class AccountsConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(AccountsConfiguration.class);

  /** Where nobody asks for them, nobody need be warned. */
  @Bean
  @Lazy
  Accounts accounts(RmProperties rm) {
    if (rm.sites().isEmpty()) {
      LOG.warn(
          "touchpaper.rm.sites is not set: people of the same name at different sites share an account here");
    }
    return rm.people();
  }
}

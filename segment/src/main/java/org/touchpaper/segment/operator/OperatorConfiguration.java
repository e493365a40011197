package org.touchpaper.segment.operator;

import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.security.PeerAccessRule;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.platform.security.UserAccessRules;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.inventory.DriftRepository;
import org.touchpaper.segment.inventory.ExpectedItemRepository;
import org.touchpaper.segment.reconcile.ElementEventListener;
import org.touchpaper.segment.reconcile.Reconciler;
import org.touchpaper.segment.session.ElementSessionSettingsResolver;

/**
 * The Spring configuration of the operator interface to elements. The service provides {@link
 * OperatedElements} and {@link ElementSessionSettingsResolver}.
 */
@Configuration(proxyBeanMethods = false)
@Import({ElementApiController.class, TranscriptSubscribers.class})
public class OperatorConfiguration {

  @Bean
  ElementOperations elementOperations(
      TouchpaperProperties service,
      OperatedElements operated,
      CircuitExecutor executor,
      ElementSessionSettingsResolver sessionSettings,
      DriftRepository drifts,
      Reconciler reconciler,
      ObjectProvider<ElementEventListener> events,
      JdbcClient sql,
      Clock clock) {
    var readCache =
        new ElementReadCache(
            executor.drivers(), clock, System::nanoTime, ElementReadCache.MAX_WAIT);
    reconciler.onChange(readCache::forget);
    return new ElementOperations(
        service.name(),
        operated,
        readCache,
        sessionSettings.transcripts(),
        new ExpectedItemRepository(sql),
        drifts::list,
        new ReconcilerFindings.ByReconciler(reconciler, events),
        clock);
  }

  @Bean
  UserAccessRules elementsForOperators() {
    return rules ->
        rules
            .requestMatchers(ElementApiController.OPERATOR_PATH + "/**")
            .hasAnyRole("OPERATOR", "ADMIN");
  }

  /**
   * For a broker whose own operators restore items; applies before the rule for all of PEER_PATH.
   */
  @Bean
  @Order(1)
  PeerAccessRule restoreForPeers() {
    return PeerAccessRule.to(ElementApiController.PEER_PATH + "/*/restore", PeerRole.OPERATOR);
  }

  /** For a broker that shows elements to its own operators. */
  @Bean
  @Order(2)
  PeerAccessRule elementsForPeers() {
    return PeerAccessRule.to(ElementApiController.PEER_PATH + "/**", PeerRole.HOLDER);
  }
}

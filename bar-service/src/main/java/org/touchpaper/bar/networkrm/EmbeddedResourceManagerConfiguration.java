package org.touchpaper.bar.networkrm;

import java.time.Clock;
import java.util.Set;
import java.util.UUID;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.harc.rm.backend.network.HostStps;
import org.touchpaper.harc.rm.transport.ResourceManagerQueryController;
import org.touchpaper.platform.FairBulkhead;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerAccessRule;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.segment.connection.NetworkSegment;

/** Starts the network's resource manager with the BAR, and serves its clients on the BAR's port. */
@Configuration(proxyBeanMethods = false)
@Conditional(EmbeddedResourceManagerConfiguration.AcceptorsConfigured.class)
class EmbeddedResourceManagerConfiguration {

  /**
   * The resource manager is a peer as over SOAP. Its secret is random and is not stored, so no
   * other process can use its name.
   */
  @Bean
  PeerRegistry peers(TouchpaperProperties service, BarProperties properties) {
    return PeerRegistry.from(service)
        .with(
            new Peer(
                String.valueOf(properties.networkRm()),
                null,
                UUID.randomUUID().toString(),
                Set.of(PeerRole.RM)));
  }

  @Bean
  EmbeddedResourceManager networkResourceManager(
      EmbeddedResourceManagerArguments settings,
      BarProperties properties,
      CurrentNetworkDirectory directory,
      NetworkSegment bar,
      FairBulkhead resourceManagerBulkhead,
      OutgoingPeerCallInterceptor outbound,
      Clock clock) {
    var segment =
        new InProcessBarClient(
            bar, String.valueOf(properties.networkRm()), resourceManagerBulkhead);
    HostStps hosts = name -> directory.get().host(name).flatMap(NetworkDirectory.Host::port);
    return new EmbeddedResourceManager(
        context -> {
          var beans = context.getBeanFactory();
          beans.registerSingleton("bar", segment);
          beans.registerSingleton("hostStps", hosts);
          beans.registerSingleton("clock", clock);
          beans.registerSingleton("peerCallInterceptor", outbound);
        },
        settings.asArguments());
  }

  /** Lazy: the resource manager starts after this bean is registered as a handler of requests. */
  @Bean
  @Lazy
  ResourceManagerQueryController resourceManagerQueryController(EmbeddedResourceManager rm) {
    return rm.bean(ResourceManagerQueryController.class);
  }

  @Bean
  PeerAccessRule queryIsForClients() {
    return PeerAccessRule.to("/harc/query", PeerRole.REQUESTER);
  }

  @Bean
  PeerAccessRule timetableIsForClients() {
    return PeerAccessRule.to("/harc/timetable", PeerRole.REQUESTER);
  }

  @Bean
  HealthIndicator networkResourceManagerHealthIndicator(EmbeddedResourceManager rm) {
    return () ->
        rm.isRunning()
            ? rm.bean("transactionsHealthIndicator", HealthIndicator.class).health()
            : Health.down().withDetail("problem", "not running").build();
  }

  /** True for a BAR with a network resource manager and acceptors, unless that is switched off. */
  static final class AcceptorsConfigured extends SpringBootCondition {
    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      var binder = Binder.get(context.getEnvironment());
      var isEnabled =
          binder
              .bind("touchpaper.bar.network-resource-manager.enabled", Boolean.class)
              .orElse(true);
      var hasParticipants =
          binder
              .bind("touchpaper.bar", BarProperties.class)
              .map(bar -> bar.networkRm() != null && !bar.acceptors().isEmpty())
              .orElse(false);
      return new ConditionOutcome(
          isEnabled && hasParticipants,
          ConditionMessage.of(
              "enabled: " + isEnabled + ", has a name and acceptors: " + hasParticipants));
    }
  }
}

package org.touchpaper.harc.rm;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.backend.network.HostStps;
import org.touchpaper.harc.rm.backend.network.LightpathVersionRepository;
import org.touchpaper.harc.rm.backend.network.NetworkScheduler;
import org.touchpaper.harc.rm.backend.network.NetworkSettings;
import org.touchpaper.harc.rm.booking.TransactionResultRepository;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.RequiredPeersRule;
import org.touchpaper.platform.soap.SoapClient;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.soap.SegmentAndHolderContracts;
import org.touchpaper.segment.soap.SegmentClients;
import tools.jackson.databind.json.JsonMapper;

/** A resource manager in front of a BAR. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "touchpaper.rm.kind", havingValue = "network")
class NetworkConfiguration {

  /** Reaches the BAR over SOAP, unless the BAR starts this resource manager and gives itself. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = "touchpaper.rm.kind", havingValue = "network")
  @ConditionalOnMissingBean(NetworkSegment.class)
  static class SoapBarConfiguration {

    @Bean
    @ConditionalOnMissingBean
    SegmentAndHolderContracts segmentContracts() {
      return SegmentAndHolderContracts.load();
    }

    @Bean
    NetworkSegment bar(
        ResourceManagerProperties rm,
        PeerRegistry peers,
        SoapClient soap,
        SegmentAndHolderContracts contracts) {
      return new SegmentClients(peers, soap, contracts).segment(rm.network().bar());
    }

    @Bean
    RequiredPeersRule barRequirement(ResourceManagerProperties rm) {
      return RequiredPeersRule.of(
          rm.network().bar(), List.of("segment", "requester"), "the BAR of this resource manager");
    }
  }

  @Bean
  NetworkScheduler networkScheduler(
      ResourceManagerProperties rm,
      HostStps hosts,
      PeerRegistry peers,
      NetworkSegment bar,
      JdbcClient jdbc,
      JsonMapper json,
      TransactionTemplate database,
      Clock clock) {
    return new NetworkScheduler(
        peers.self(),
        bar,
        network(rm, hosts),
        new LightpathVersionRepository(jdbc),
        new TransactionResultRepository(jdbc, json, clock, NetworkScheduler::canonicalBookingId),
        database,
        clock);
  }

  static NetworkSettings network(ResourceManagerProperties rm, HostStps hosts) {
    return new NetworkSettings(hosts, rm.network().setupLead(), rm.sites());
  }

  /** The configured hosts, unless the BAR starts this resource manager and gives its directory. */
  @Bean
  @ConditionalOnMissingBean
  static HostStps hosts(ResourceManagerProperties rm) {
    return HostStps.of(
        rm.hosts().entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> Stp.parse(e.getValue()))));
  }
}

package org.touchpaper.harc.rm;

import java.time.Clock;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.harc.rm.answer.Answers;
import org.touchpaper.harc.rm.network.Hosts;
import org.touchpaper.harc.rm.network.Lightpaths;
import org.touchpaper.harc.rm.network.Network;
import org.touchpaper.harc.rm.network.NetworkScheduler;
import org.touchpaper.platform.peers.Peers;
import org.touchpaper.platform.soap.SoapClient;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.soap.SegmentClients;
import org.touchpaper.segment.soap.SegmentContracts;
import tools.jackson.databind.json.JsonMapper;

/** A resource manager that stands in front of a BAR. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "touchpaper.rm.kind", havingValue = "network")
class NetworkConfiguration {

  @Bean
  @ConditionalOnMissingBean
  SegmentContracts segmentContracts() {
    return SegmentContracts.load();
  }

  @Bean
  NetworkScheduler networkScheduler(
      RmProperties rm,
      Peers peers,
      SoapClient soap,
      SegmentContracts contracts,
      JdbcClient jdbc,
      JsonMapper json,
      TransactionTemplate database,
      Clock clock) {
    return new NetworkScheduler(
        peers.self(),
        new SegmentClients(peers, soap, contracts).segment(rm.network().bar()),
        network(rm),
        new Lightpaths(jdbc),
        new Answers(jdbc, json, clock, NetworkScheduler::bookingOf),
        database,
        clock);
  }

  static Network network(RmProperties rm) {
    return new Network(hosts(rm.hosts()), rm.network().setupLead(), rm.sites());
  }

  private static Hosts hosts(Map<String, String> configured) {
    return new Hosts(
        configured.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> Stp.parse(e.getValue()))));
  }
}

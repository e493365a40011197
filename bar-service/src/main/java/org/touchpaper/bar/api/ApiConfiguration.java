package org.touchpaper.bar.api;

import java.time.Clock;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.platform.security.OutboundInterceptor;
import org.touchpaper.platform.security.PeerRegistry;
import tools.jackson.databind.json.JsonMapper;

/** Beans shared by the controllers. */
@Configuration(proxyBeanMethods = false)
class ApiConfiguration {

  @Bean
  CurrentUser currentUser(Directory directory) {
    return new CurrentUser(directory);
  }

  @Bean(destroyMethod = "close")
  TopologyClient topologyClient(
      PeerRegistry peers, JsonMapper json, Directory directory, OutboundInterceptor outbound) {
    var nsap = peers.get(directory.nsap());
    return new TopologyClient(nsap, peers.self(), json, outbound, TopologyClient.TIMEOUT);
  }

  @Bean(destroyMethod = "close")
  SegmentElementsClient segmentElementsClient(
      PeerRegistry peers, Directory directory, OutboundInterceptor outbound) {
    var ownSegments = List.of(peers.get(directory.lnsap()), peers.get(directory.nsap()));
    return new SegmentElementsClient(
        ownSegments, peers.self(), outbound, SegmentElementsClient.TIMEOUT);
  }

  @Bean
  EventBroadcaster eventBroadcaster(Clock clock) {
    return new EventBroadcaster(clock);
  }
}

package org.touchpaper.bar.api;

import java.time.Clock;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.platform.peers.Peers;
import tools.jackson.databind.json.JsonMapper;

/** What the controllers share. */
@Configuration(proxyBeanMethods = false)
class ApiConfiguration {

  @Bean
  Persons persons(Directory directory) {
    return new Persons(directory);
  }

  @Bean(destroyMethod = "close")
  WideArea wideArea(Peers peers, JsonMapper json, Directory directory, Outbound outbound) {
    var nsap = peers.get(directory.nsap());
    return new WideArea(nsap, peers.self(), json, outbound, WideArea.TIMEOUT);
  }

  @Bean(destroyMethod = "close")
  SegmentElements segmentElements(Peers peers, Directory directory, Outbound outbound) {
    var ours = List.of(peers.get(directory.lnsap()), peers.get(directory.nsap()));
    return new SegmentElements(ours, peers.self(), outbound, SegmentElements.TIMEOUT);
  }

  @Bean
  Watchers watchers(Clock clock) {
    return new Watchers(clock);
  }
}

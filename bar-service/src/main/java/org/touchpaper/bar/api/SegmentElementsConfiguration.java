package org.touchpaper.bar.api;

import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.platform.security.PeerRegistry;

/** Wires the client of this site's segments. */
@Configuration(proxyBeanMethods = false)
class SegmentElementsConfiguration {

  @Bean(destroyMethod = "close")
  SegmentElementsClient segmentElementsClient(
      PeerRegistry peers, BarProperties bar, OutgoingPeerCallInterceptor outbound) {
    var ownSegments = Stream.of(bar.ownSegment(), bar.nsap()).distinct().toList();
    return new SegmentElementsClient(ownSegments, peers, outbound, SegmentElementsClient.TIMEOUT);
  }
}

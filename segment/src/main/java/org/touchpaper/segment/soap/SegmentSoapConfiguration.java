package org.touchpaper.segment.soap;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.touchpaper.platform.peers.Peers;
import org.touchpaper.platform.soap.SoapClient;
import org.touchpaper.platform.soap.SoapService;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.provider.Holders;

/**
 * Puts a service's {@link NetworkSegment} bean at {@code /services/Segment} and gives it {@link
 * SegmentClients} and {@link Holders} over SOAP. Who is a holder too adds a bean {@link
 * SegmentHolderEndpoint#of}.
 */
@Configuration(proxyBeanMethods = false)
public class SegmentSoapConfiguration {

  @Bean
  SegmentContracts segmentContracts() {
    return SegmentContracts.load();
  }

  @Bean
  SegmentClients segmentClients(Peers peers, SoapClient soap, SegmentContracts contracts) {
    return new SegmentClients(peers, soap, contracts);
  }

  @Bean
  Holders segmentHolders(Peers peers, SegmentClients clients) {
    return new PeerHolders(peers, clients);
  }

  @Bean
  SoapService segmentEndpoint(SegmentContracts contracts, NetworkSegment segment) {
    return SegmentEndpoint.of(contracts, segment);
  }
}

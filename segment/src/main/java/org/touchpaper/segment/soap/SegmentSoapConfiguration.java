package org.touchpaper.segment.soap;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.soap.SoapClient;
import org.touchpaper.platform.soap.SoapService;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.reservation.HolderRegistry;

/**
 * Serves the {@link NetworkSegment} bean of a service at {@code /services/Segment}, and provides
 * {@link SegmentClients} and a {@link HolderRegistry} over SOAP. A service that is a holder too
 * adds a bean {@link SegmentHolderEndpoint#of}.
 */
@Configuration(proxyBeanMethods = false)
public class SegmentSoapConfiguration {

  @Bean
  SegmentContracts segmentContracts() {
    return SegmentContracts.load();
  }

  @Bean
  SegmentClients segmentClients(PeerRegistry peers, SoapClient soap, SegmentContracts contracts) {
    return new SegmentClients(peers, soap, contracts);
  }

  @Bean
  HolderRegistry segmentHolders(PeerRegistry peers, SegmentClients clients) {
    return new ConfiguredHolders(peers, clients);
  }

  @Bean
  SoapService segmentEndpoint(SegmentContracts contracts, NetworkSegment segment) {
    return SegmentEndpoint.of(contracts, segment);
  }
}

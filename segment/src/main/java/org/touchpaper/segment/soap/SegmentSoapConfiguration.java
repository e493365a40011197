package org.touchpaper.segment.soap;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.touchpaper.platform.soap.SoapServiceDefinition;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.reservation.HolderClientRegistry;

/**
 * Serves the {@link NetworkSegment} bean of a service at {@code /services/Segment}, and provides
 * {@link SegmentClients} and a {@link HolderClientRegistry} over SOAP. A service that is a holder
 * too adds a bean {@link SegmentHolderCallbackEndpoint#of}.
 */
@Configuration(proxyBeanMethods = false)
@Import({ConfiguredHolderClientRegistry.class, SegmentClients.class})
public class SegmentSoapConfiguration {

  @Bean
  SegmentAndHolderContracts segmentContracts() {
    return SegmentAndHolderContracts.load();
  }

  @Bean
  SoapServiceDefinition segmentEndpoint(
      SegmentAndHolderContracts contracts, NetworkSegment segment) {
    return SegmentEndpoint.of(contracts, segment);
  }
}

package org.touchpaper.segment.soap;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.touchpaper.platform.soap.SoapService;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.reservation.AllowedHolders;

/**
 * Serves the {@link NetworkSegment} bean of a service at {@code /services/Segment}, and provides
 * {@link SegmentClients} and a {@link AllowedHolders} over SOAP. A service that is a holder too
 * adds a bean {@link SegmentHolderCallbackEndpoint#of}.
 */
@Configuration(proxyBeanMethods = false)
@Import({ConfiguredHolders.class, SegmentClients.class})
public class SegmentSoapConfiguration {

  @Bean
  SegmentContracts segmentContracts() {
    return SegmentContracts.load();
  }

  @Bean
  SoapService segmentEndpoint(SegmentContracts contracts, NetworkSegment segment) {
    return SegmentEndpoint.of(contracts, segment);
  }
}

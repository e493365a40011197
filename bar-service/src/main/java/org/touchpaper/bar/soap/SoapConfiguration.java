package org.touchpaper.bar.soap;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.touchpaper.bar.coordination.Segments;
import org.touchpaper.platform.soap.SoapService;
import org.touchpaper.segment.connection.SegmentHolder;
import org.touchpaper.segment.soap.SegmentClients;
import org.touchpaper.segment.soap.SegmentContracts;
import org.touchpaper.segment.soap.SegmentHolderEndpoint;
import org.touchpaper.segment.soap.SegmentSoapConfiguration;

/**
 * The segment contract in both directions: a broker is a segment to some and a holder to others.
 */
@Configuration(proxyBeanMethods = false)
@Import(SegmentSoapConfiguration.class)
public class SoapConfiguration {

  @Bean
  @ConditionalOnMissingBean
  Segments segments(SegmentClients clients) {
    return clients::segment;
  }

  @Bean
  SoapService segmentHolderEndpoint(SegmentContracts contracts, SegmentHolder holder) {
    return SegmentHolderEndpoint.of(contracts, holder);
  }
}

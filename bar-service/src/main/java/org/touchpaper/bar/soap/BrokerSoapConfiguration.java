package org.touchpaper.bar.soap;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.touchpaper.bar.aggregator.SegmentRegistry;
import org.touchpaper.platform.soap.SoapServiceDefinition;
import org.touchpaper.segment.connection.SegmentHolder;
import org.touchpaper.segment.soap.SegmentAndHolderContracts;
import org.touchpaper.segment.soap.SegmentClients;
import org.touchpaper.segment.soap.SegmentHolderCallbackEndpoint;
import org.touchpaper.segment.soap.SegmentSoapConfiguration;

/**
 * The SOAP side of the segment contract: the broker serves it as a segment and calls it as a
 * holder.
 */
@Configuration(proxyBeanMethods = false)
@Import(SegmentSoapConfiguration.class)
public class BrokerSoapConfiguration {

  @Bean
  @ConditionalOnMissingBean
  SegmentRegistry segmentRegistry(SegmentClients clients) {
    return clients::segment;
  }

  @Bean
  SoapServiceDefinition segmentHolderEndpoint(
      SegmentAndHolderContracts contracts, SegmentHolder holder) {
    return SegmentHolderCallbackEndpoint.of(contracts, holder);
  }
}

package org.touchpaper.bar.aggregator;

import java.net.URI;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.event.BookingChangeRecorder;
import org.touchpaper.bar.listing.BookingPageFinder;
import org.touchpaper.bar.listing.PostgresCustomPlanExecutor;
import org.touchpaper.platform.TouchpaperProperties;

/** The broker with its database and without its interfaces. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@AutoConfigurationPackage(
    basePackages = {"org.touchpaper.bar.reservation", "org.touchpaper.bar.history"})
@ComponentScan
@EnableConfigurationProperties(BarProperties.class)
@Import({CurrentNetworkDirectory.class, BookingPageFinder.class, PostgresCustomPlanExecutor.class})
class BrokerTestApplication {

  @Bean
  BookingChangeRecorder changeRecorder() {
    return (_, _) -> {};
  }

  @Bean
  BrokerIdentity brokerIdentity(TouchpaperProperties service, BarProperties bar) {
    return new BrokerIdentity(service.name(), URI.create("http://127.0.0.1:9"), bar.campus());
  }
}

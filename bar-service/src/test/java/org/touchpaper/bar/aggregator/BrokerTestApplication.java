package org.touchpaper.bar.aggregator;

import java.net.URI;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.platform.TouchpaperProperties;

/** The broker with its database and without its interfaces. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@AutoConfigurationPackage(
    basePackages = {"org.touchpaper.bar.reservation", "org.touchpaper.bar.history"})
@ComponentScan
@EnableConfigurationProperties(Directory.class)
class BrokerTestApplication {

  @Bean
  BrokerIdentity brokerIdentity(TouchpaperProperties service, Directory directory) {
    return new BrokerIdentity(
        service.name(), URI.create("http://127.0.0.1:9"), directory.home().id());
  }
}

package org.touchpaper.bar.coordination;

import java.net.URI;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.platform.TouchpaperProperties;

/** The broker and its database without its front doors: what most tests need. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@AutoConfigurationPackage(basePackages = "org.touchpaper.bar.reservation")
@ComponentScan
@EnableConfigurationProperties(Directory.class)
class BrokerAlone {

  @Bean
  Self self(TouchpaperProperties service, Directory directory) {
    return new Self(service.name(), URI.create("http://127.0.0.1:9"), directory.home().id());
  }
}

package org.touchpaper.platform.log;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.touchpaper.platform.TouchpaperProperties;

/** Adds the service's name to its log lines. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties(TouchpaperProperties.class)
public class LogAutoConfiguration {

  @Bean
  FilterRegistrationBean<ServiceNameMdcFilter> serviceNameMdcFilter(
      TouchpaperProperties properties) {
    var registration = new FilterRegistrationBean<>(new ServiceNameMdcFilter(properties.name()));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 5);
    return registration;
  }
}

package org.touchpaper.platform.log;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.touchpaper.platform.TouchpaperProperties;

/** The service's name in its log. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties(TouchpaperProperties.class)
public class LogAutoConfiguration {

  @Bean
  FilterRegistrationBean<ServiceInLog> serviceInLog(TouchpaperProperties properties) {
    var registration = new FilterRegistrationBean<>(new ServiceInLog(properties.name()));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 5);
    return registration;
  }
}

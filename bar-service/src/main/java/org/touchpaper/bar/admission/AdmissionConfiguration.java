package org.touchpaper.bar.admission;

import com.zaxxer.hikari.HikariDataSource;
import org.apache.coyote.AbstractProtocol;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.touchpaper.platform.problem.Problems;

/** Puts the gates behind the doors, where callers are known, and shares the pool. */
@Configuration(proxyBeanMethods = false)
class AdmissionConfiguration {

  @Bean
  FilterRegistrationBean<AdmissionFilter> admissionFilter(Admission admission, Problems problems) {
    var registration = new FilterRegistrationBean<>(new AdmissionFilter(admission, problems));
    registration.setOrder(SecurityFilterProperties.DEFAULT_FILTER_ORDER + 10);
    return registration;
  }

  /** Reading ends when nothing comes; between two requests a connection may rest as before. */
  @Bean
  WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> readingEnds(Admission admission) {
    return factory ->
        factory.addConnectorCustomizers(connector -> {
          if (connector.getProtocolHandler() instanceof AbstractProtocol<?> protocol) {
            protocol.setKeepAliveTimeout(protocol.getKeepAliveTimeout());
            protocol.setConnectionTimeout(Math.toIntExact(admission.body().toMillis()));
          }
        });
  }

  /** The pool is made before most other beans, so its share is read from the environment. */
  @Bean
  static BeanPostProcessor sharedPool(Environment environment) {
    var kept =
        environment.getProperty("touchpaper.bar.admission.connections-for-peers", Integer.class, 2);
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof HikariDataSource pool) {
          var forPeople = Math.max(1, pool.getMaximumPoolSize() - kept);
          return new SharedPool(pool, forPeople, pool.getConnectionTimeout());
        }
        return bean;
      }
    };
  }
}

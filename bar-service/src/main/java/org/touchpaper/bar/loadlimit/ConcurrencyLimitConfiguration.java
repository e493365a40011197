package org.touchpaper.bar.loadlimit;

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
import org.touchpaper.platform.FairBulkhead;
import org.touchpaper.platform.problem.ProblemWriter;

/** Registers the concurrency filter after authentication, and the quota on the connection pool. */
@Configuration(proxyBeanMethods = false)
class ConcurrencyLimitConfiguration {

  @Bean
  FilterRegistrationBean<ConcurrencyLimitFilter> concurrencyLimitFilter(
      ConcurrencyLimitProperties limits, ProblemWriter problems) {
    var registration = new FilterRegistrationBean<>(new ConcurrencyLimitFilter(limits, problems));
    registration.setOrder(SecurityFilterProperties.DEFAULT_FILTER_ORDER + 10);
    return registration;
  }

  /** The network's resource manager is called back while a user's request waits for it. */
  @Bean
  FairBulkhead resourceManagerBulkhead(ConcurrencyLimitProperties limits) {
    return limits.resourceManager().newBulkhead();
  }

  /** Bounds the wait for request data; the keep-alive timeout between requests is unchanged. */
  @Bean
  WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> connectionTimeout(
      ConcurrencyLimitProperties limits) {
    return factory ->
        factory.addConnectorCustomizers(connector -> {
          if (connector.getProtocolHandler() instanceof AbstractProtocol<?> protocol) {
            protocol.setKeepAliveTimeout(protocol.getKeepAliveTimeout());
            protocol.setConnectionTimeout(Math.toIntExact(limits.body().toMillis()));
          }
        });
  }

  /** Reads the quota from the environment, because the pool is created before most other beans. */
  @Bean
  static BeanPostProcessor quotaDataSource(Environment environment) {
    var reservedForPeers =
        environment.getProperty("touchpaper.bar.admission.connections-for-peers", Integer.class, 2);
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof HikariDataSource pool) {
          var forPeople = Math.max(1, pool.getMaximumPoolSize() - reservedForPeers);
          return new QuotaDataSource(pool, forPeople, pool.getConnectionTimeout());
        }
        return bean;
      }
    };
  }
}

package org.touchpaper.platform.health;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.touchpaper.platform.TouchpaperProperties;

/** Registers {@code GET /health} and the health check of the database. */
@AutoConfiguration(after = DataSourceAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties(TouchpaperProperties.class)
public class HealthAutoConfiguration {

  @Bean
  @ConditionalOnBean(JdbcConnectionDetails.class)
  DatabaseHealthCheck databaseHealth(JdbcConnectionDetails database) {
    return new DatabaseHealthCheck(database);
  }

  @Bean
  HealthController healthController(
      TouchpaperProperties properties, ObjectProvider<HealthCheck> checks) {
    return new HealthController(properties.name(), checks.orderedStream().toList());
  }
}

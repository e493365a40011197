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

/** The health of a service: its database, and whatever else it names. */
@AutoConfiguration(after = DataSourceAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties(TouchpaperProperties.class)
public class HealthAutoConfiguration {

  @Bean
  @ConditionalOnBean(JdbcConnectionDetails.class)
  DatabaseHealth databaseHealth(JdbcConnectionDetails database) {
    return new DatabaseHealth(database);
  }

  @Bean
  HealthController healthController(
      TouchpaperProperties properties, ObjectProvider<HealthPart> parts) {
    return new HealthController(properties.name(), parts.orderedStream().toList());
  }
}

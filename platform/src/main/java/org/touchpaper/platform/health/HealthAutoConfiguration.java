package org.touchpaper.platform.health;

import java.util.Objects;
import java.util.Properties;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.web.EndpointMediaTypes;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.jdbc.health.DataSourceHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.touchpaper.platform.TouchpaperProperties;

/** Adds the service's name to its health, and checks the database apart from the pool. */
@AutoConfiguration(
    after = DataSourceAutoConfiguration.class,
    before = WebEndpointAutoConfiguration.class,
    beforeName =
        "org.springframework.boot.jdbc.autoconfigure.health.DataSourceHealthContributorAutoConfiguration")
@EnableConfigurationProperties(TouchpaperProperties.class)
public class HealthAutoConfiguration {

  private static final String TIMEOUT_SECONDS = "1";

  @Bean
  HealthIndicator serviceHealthIndicator(TouchpaperProperties properties) {
    return () -> Health.up().withDetail("name", properties.name()).build();
  }

  /** Plain JSON, as other responses, instead of Actuator's own types. */
  @Bean
  EndpointMediaTypes healthMediaTypes() {
    return new EndpointMediaTypes("application/json");
  }

  /** Not by the service's pool, where it would wait for the service's other work. */
  @Bean
  @ConditionalOnBean(JdbcConnectionDetails.class)
  HealthIndicator dbHealthIndicator(JdbcConnectionDetails database) {
    var properties = new Properties(); // the names are pgjdbc's
    properties.setProperty("user", Objects.requireNonNullElse(database.getUsername(), ""));
    properties.setProperty("password", Objects.requireNonNullElse(database.getPassword(), ""));
    properties.setProperty("connectTimeout", TIMEOUT_SECONDS);
    properties.setProperty("socketTimeout", TIMEOUT_SECONDS);
    return new DataSourceHealthIndicator(
        new DriverManagerDataSource(database.getJdbcUrl(), properties));
  }
}

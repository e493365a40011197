package org.touchpaper.platform.postgres;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.touchpaper.platform.TouchpaperProperties;

/** Starts an embedded cluster if no database is configured. */
@AutoConfiguration(before = DataSourceAutoConfiguration.class)
@EnableConfigurationProperties(TouchpaperProperties.class)
@Conditional(PostgresAutoConfiguration.NoDatabaseConfigured.class)
@ConditionalOnMissingBean(JdbcConnectionDetails.class)
public class PostgresAutoConfiguration {

  private static final Logger log = LoggerFactory.getLogger(PostgresAutoConfiguration.class);

  @Bean(destroyMethod = "close")
  EmbeddedCluster embeddedCluster(TouchpaperProperties properties) {
    var cluster = EmbeddedCluster.start(properties.data().resolve("postgres"), 0);
    cluster.keepRunning(log::warn);
    return cluster;
  }

  @Bean
  JdbcConnectionDetails jdbcConnectionDetails(
      EmbeddedCluster cluster, TouchpaperProperties properties) {
    var database = properties.name().replace('-', '_');
    cluster.createDatabase(database);
    return new JdbcConnectionDetails() {
      @Override
      public String getUsername() {
        return cluster.user();
      }

      @Override
      public String getPassword() {
        return cluster.password();
      }

      @Override
      public String getJdbcUrl() {
        return cluster.url(database);
      }
    };
  }

  static final class NoDatabaseConfigured extends SpringBootCondition {
    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      var configured = context.getEnvironment().containsProperty("spring.datasource.url");
      return new ConditionOutcome(
          !configured, ConditionMessage.of("spring.datasource.url is set: " + configured));
    }
  }
}

package org.touchpaper.platform.problem;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.touchpaper.platform.TouchpaperProperties;
import tools.jackson.databind.json.JsonMapper;

/** Problems for controllers, filters and servlets, and the limit on bodies. */
@AutoConfiguration(after = JacksonAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties(TouchpaperProperties.class)
public class ProblemAutoConfiguration {

  @Bean
  Problems problems(JsonMapper json) {
    return new Problems(json);
  }

  @Bean
  ProblemAdvice problemAdvice(TouchpaperProperties properties) {
    return new ProblemAdvice(properties.maxBody().toBytes());
  }

  @Bean
  ProblemTypes problemTypes() {
    return new ProblemTypes();
  }

  /** Before anything else reads. */
  @Bean
  FilterRegistrationBean<BodyLimit> bodyLimit(TouchpaperProperties properties, Problems problems) {
    var registration =
        new FilterRegistrationBean<>(new BodyLimit(properties.maxBody().toBytes(), problems));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 10);
    return registration;
  }
}

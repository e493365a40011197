package org.touchpaper.platform.problem;

import org.apache.catalina.core.StandardHost;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorViewResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.touchpaper.platform.TouchpaperProperties;
import tools.jackson.databind.json.JsonMapper;

/** Problems for controllers, filters and servlets, and the limit on bodies. */
@AutoConfiguration(after = JacksonAutoConfiguration.class, before = ErrorMvcAutoConfiguration.class)
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

  @Bean
  ErrorAnswers errorAnswers(ObjectProvider<ErrorViewResolver> pages, Problems problems) {
    return new ErrorAnswers(pages, problems);
  }

  /** After Boot's own, which is then too late: the innermost valve reports. */
  @Bean
  @Order(Ordered.LOWEST_PRECEDENCE)
  WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> containerErrors(
      Problems problems) {
    return factory ->
        factory.addContextCustomizers(context -> {
          if (context.getParent() instanceof StandardHost host) {
            host.setErrorReportValveClass(ContainerErrors.class.getName()); // or it adds another
            host.getPipeline().addValve(new ContainerErrors(problems));
          }
        });
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

package org.touchpaper.platform.problem;

import java.time.Instant;
import java.time.OffsetDateTime;
import org.apache.catalina.core.StandardHost;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorViewResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.format.FormatterRegistry;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.touchpaper.platform.TouchpaperProperties;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/** Problem responses for controllers, filters and servlets, and the body limit. */
@AutoConfiguration(after = JacksonAutoConfiguration.class, before = ErrorMvcAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties(TouchpaperProperties.class)
public class ProblemAutoConfiguration {

  @Bean
  ProblemWriter problems(JsonMapper json) {
    return new ProblemWriter(json);
  }

  @Bean
  ProblemAdvice problemAdvice(TouchpaperProperties properties) {
    return new ProblemAdvice(properties.maxBody().toBytes());
  }

  @Bean
  DefaultProblemTypeAdvice problemTypes() {
    return new DefaultProblemTypeAdvice();
  }

  @Bean
  StrictJsonAdvice strictJson() {
    return new StrictJsonAdvice();
  }

  @Bean
  JacksonModule jsonIntegers() {
    return new SimpleModule("integers")
        .addDeserializer(Integer.class, new IntegralNumberDeserializer());
  }

  /** Refuses numbers and truth values for a text. */
  @Bean
  JsonMapperBuilderCustomizer jsonTexts() {
    return json ->
        json.withCoercionConfig(
            LogicalType.Textual,
            texts ->
                texts
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail));
  }

  /**
   * Unknown parameters are refused in controllers that answer with data; pages may have parameters
   * of their own. Instants are RFC 3339: Spring also takes a number of milliseconds.
   */
  @Bean
  WebMvcConfigurer strictParameters() {
    return new WebMvcConfigurer() {
      @Override
      public void addFormatters(FormatterRegistry registry) {
        registry.addConverter(
            String.class, Instant.class, text -> OffsetDateTime.parse(text).toInstant());
      }

      @Override
      public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new QueryParameterInterceptor());
      }
    };
  }

  @Bean
  FilterRegistrationBean<InvalidParameterFilter> invalidParameters(ProblemWriter problems) {
    var registration = new FilterRegistrationBean<>(new InvalidParameterFilter(problems));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 9);
    return registration;
  }

  @Bean
  ErrorPageOrProblemResolver errorAnswers(
      ObjectProvider<ErrorViewResolver> pages, ProblemWriter problems) {
    return new ErrorPageOrProblemResolver(pages, problems);
  }

  /** After Boot's own customizer: the innermost valve reports. */
  @Bean
  @Order(Ordered.LOWEST_PRECEDENCE)
  WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> containerErrors(
      ProblemWriter problems) {
    return factory ->
        factory.addContextCustomizers(context -> {
          if (context.getParent() instanceof StandardHost host) {
            host.setErrorReportValveClass(
                ContainerErrorValve.class.getName()); // else it adds another
            host.getPipeline().addValve(new ContainerErrorValve(problems));
          }
        });
  }

  /** Before any other filter reads the body. */
  @Bean
  FilterRegistrationBean<BodyLimitFilter> bodyLimit(
      TouchpaperProperties properties, ProblemWriter problems) {
    var registration =
        new FilterRegistrationBean<>(new BodyLimitFilter(properties.maxBody().toBytes(), problems));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 10);
    return registration;
  }
}

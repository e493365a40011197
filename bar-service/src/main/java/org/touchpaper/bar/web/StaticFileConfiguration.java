package org.touchpaper.bar.web;

import java.time.Duration;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.VersionResourceResolver;

/**
 * Serves style sheets and scripts under addresses that contain a digest of their content, or a
 * library's version; browsers keep them for a year without asking (RFC 8246). Templates link them
 * as {@code @{/book.css}}.
 */
@Configuration(proxyBeanMethods = false)
@Order(-1) // before Spring Boot's own, which then adds none
class StaticFileConfiguration implements WebMvcConfigurer {

  private static final CacheControl FOR_A_YEAR =
      CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable();

  @Override
  public void addResourceHandlers(ResourceHandlerRegistry registry) {
    registry
        .addResourceHandler("/webjars/**")
        .addResourceLocations("classpath:META-INF/resources/webjars/")
        .setCacheControl(FOR_A_YEAR)
        .resourceChain(true);
    registry
        .addResourceHandler("/**")
        .addResourceLocations("classpath:bar/static/")
        .setCacheControl(FOR_A_YEAR)
        .resourceChain(true)
        .addResolver(new VersionResourceResolver().addContentVersionStrategy("/**"));
  }
}

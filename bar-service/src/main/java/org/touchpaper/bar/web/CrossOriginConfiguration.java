package org.touchpaper.bar.web;

import java.util.List;
import java.util.Locale;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;

/**
 * Lets pages of other origins call the API (Fetch standard, CORS protocol), if configured. They
 * send a token: the browser adds neither the session's cookie nor a stored password, for any
 * origin.
 */
@Configuration(proxyBeanMethods = false)
class CrossOriginConfiguration {

  /**
   * The origins, under {@code touchpaper.bar.cors}.
   *
   * @param allowedOrigins origins such as {@code https://portal.example} whose pages may call the
   *     API, or {@code *} for all; empty for none
   */
  @ConfigurationProperties("touchpaper.bar.cors")
  record CrossOriginProperties(@DefaultValue List<String> allowedOrigins) {

    CrossOriginProperties {
      allowedOrigins = List.copyOf(allowedOrigins);
      for (var origin : allowedOrigins) {
        if (!origin.matches("\\*|https?://[^/?#@\\s*]+")) {
          throw new IllegalArgumentException(
              "touchpaper.bar.cors.allowed-origins has "
                  + origin
                  + "; write an origin as https://portal.example, without a path, or *");
        }
      }
    }
  }

  /** Before all others, so that errors can be read too. */
  @Bean
  FilterRegistrationBean<CorsFilter> corsFilter(CrossOriginProperties properties) {
    var registration = new FilterRegistrationBean<>(new CorsFilter(source(properties)));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
    registration.setEnabled(!properties.allowedOrigins().isEmpty());
    return registration;
  }

  private static UrlBasedCorsConfigurationSource source(CrossOriginProperties properties) {
    var cors = new CorsConfiguration();
    cors.setAllowedOrigins(
        properties.allowedOrigins().stream()
            .map(origin -> origin.toLowerCase(Locale.ROOT))
            .toList());
    cors.setAllowCredentials(false);
    cors.setAllowedMethods(List.of("GET", "POST", "PUT", "PATCH", "DELETE"));
    cors.setAllowedHeaders(
        List.of(
            HttpHeaders.AUTHORIZATION,
            HttpHeaders.CONTENT_TYPE,
            HttpHeaders.IF_MATCH,
            "Idempotency-Key",
            "Last-Event-ID"));
    cors.setExposedHeaders(
        List.of(
            HttpHeaders.LOCATION,
            HttpHeaders.ETAG,
            HttpHeaders.RETRY_AFTER,
            HttpHeaders.WWW_AUTHENTICATE,
            "Idempotency-Key-Replayed",
            "Idempotency-Key-Reply"));
    var source = new UrlBasedCorsConfigurationSource();
    source.registerCorsConfiguration("/api/**", cors);
    source.registerCorsConfiguration("/iri/**", cors);
    return source;
  }
}

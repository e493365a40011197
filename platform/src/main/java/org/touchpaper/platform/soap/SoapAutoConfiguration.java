package org.touchpaper.platform.soap;

import java.time.Duration;
import java.util.LinkedHashMap;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.touchpaper.platform.SettingValueRange;
import org.touchpaper.platform.problem.ProblemAutoConfiguration;
import org.touchpaper.platform.problem.ProblemWriter;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PlatformSecurityAutoConfiguration;

/** Configures Axis2: the SOAP services and the client. */
@AutoConfiguration(
    after = {PlatformSecurityAutoConfiguration.class, ProblemAutoConfiguration.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class SoapAutoConfiguration {

  private static final SettingValueRange<Duration> TIMEOUT_RANGE =
      new SettingValueRange<>(Duration.ofMillis(100), Duration.ofMinutes(10));

  /** Replaces Axis2's own pool, which is small and waits three minutes to connect. */
  @Bean(destroyMethod = "close")
  CloseableHttpClient soapConnections() {
    var connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setMaxConnTotal(256)
            .setMaxConnPerRoute(64)
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(Timeout.ofSeconds(2))
                    .setValidateAfterInactivity(TimeValue.ofSeconds(1))
                    .setTimeToLive(TimeValue.ofMinutes(1))
                    .build())
            .build();
    return HttpClients.custom()
        .setConnectionManager(connections)
        .disableRedirectHandling()
        .disableCookieManagement()
        .disableAutomaticRetries()
        .disableAuthCaching()
        .build();
  }

  @Bean(destroyMethod = "terminate")
  ConfigurationContext axis(CloseableHttpClient soapConnections) {
    var axis = AxisBootstrap.start();
    axis.setProperty(HTTPConstants.REUSE_HTTP_CLIENT, true);
    axis.setProperty(HTTPConstants.CACHED_HTTP_CLIENT, soapConnections);
    return axis;
  }

  @Bean
  ServletRegistrationBean<SoapServlet> soapServlet(
      ConfigurationContext axis,
      ObjectProvider<SoapServiceDefinition> services,
      ProblemWriter problems) {
    var byName = new LinkedHashMap<String, SoapServiceDefinition>();
    services.orderedStream().forEach(service -> byName.put(service.name(), service));
    byName.values().forEach(service -> AxisBootstrap.register(axis, service));
    var registration =
        new ServletRegistrationBean<>(new SoapServlet(axis, byName, problems), "/services/*");
    registration.setLoadOnStartup(1);
    return registration;
  }

  @Bean(destroyMethod = "close")
  SoapClient soapClient(
      ConfigurationContext axis,
      PeerRegistry peers,
      OutgoingPeerCallInterceptor peerCallInterceptor,
      @Value("${touchpaper.soap.patience:10s}") Duration timeout) {
    TIMEOUT_RANGE.check("touchpaper.soap.patience", timeout);
    return new SoapClient(axis, peers.self(), peerCallInterceptor, timeout);
  }
}

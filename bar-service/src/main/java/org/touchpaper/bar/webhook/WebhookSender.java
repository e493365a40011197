package org.touchpaper.bar.webhook;

import java.io.IOException;
import java.io.Serial;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.util.Timeout;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Posts events. A host's name is resolved once for each connection, and the connection goes to an
 * address that was checked: a name cannot change its address in between. Redirects are not
 * followed, and no more than the status of an answer is read.
 */
@Component
class WebhookSender implements DisposableBean {

  private static final ContentType CLOUD_EVENT =
      ContentType.create("application/cloudevents+json", StandardCharsets.UTF_8);
  private static final int MAX_CONNECTIONS = 64;

  private final WebhookProperties properties;
  private final CloseableHttpClient http;

  WebhookSender(WebhookProperties properties) {
    this.properties = properties;
    var timeout = Timeout.of(properties.timeout());
    var connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setDnsResolver(new CheckedResolver())
            .setMaxConnTotal(MAX_CONNECTIONS)
            .setMaxConnPerRoute(MAX_CONNECTIONS)
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(timeout)
                    .setSocketTimeout(timeout)
                    .build())
            .build();
    this.http =
        HttpClients.custom()
            .setConnectionManager(connections)
            .setConnectionReuseStrategy((_, _, _) -> false)
            .setDefaultRequestConfig(
                RequestConfig.custom()
                    .setConnectionRequestTimeout(timeout)
                    .setResponseTimeout(timeout)
                    .build())
            .disableRedirectHandling()
            .disableAutomaticRetries()
            .disableCookieManagement()
            .disableAuthCaching()
            .disableContentCompression()
            .setUserAgent("touchpaper")
            .build();
  }

  /** The result of an attempt. */
  sealed interface DeliveryResult {
    record Delivered() implements DeliveryResult {}

    record Failed(String reason) implements DeliveryResult {}
  }

  /**
   * Posts an event.
   *
   * @param seconds the time of the attempt, since 1970
   */
  DeliveryResult send(Webhook webhook, String eventId, long seconds, String body) {
    var request = new HttpPost(webhook.url());
    request.setHeader("webhook-id", eventId);
    request.setHeader("webhook-timestamp", Long.toString(seconds));
    request.setHeader(
        "webhook-signature", WebhookSignature.sign(webhook.secret(), eventId, seconds, body));
    request.setEntity(new StringEntity(body, CLOUD_EVENT));
    var deadline =
        CompletableFuture.delayedExecutor(properties.timeout().toMillis(), TimeUnit.MILLISECONDS);
    deadline.execute(request::cancel); // also of an answer that comes drop by drop
    try {
      var status = http.executeOpen(HttpHost.create(webhook.url()), request, null).getCode();
      request.cancel(); // closes the connection; to close the answer would read its body
      return status / 100 == 2
          ? new DeliveryResult.Delivered()
          : new DeliveryResult.Failed("the receiver answered with status " + status);
    } catch (NotPublicException e) {
      return new DeliveryResult.Failed(notPublic(webhook.url()));
    } catch (IOException e) {
      return new DeliveryResult.Failed(
          request.isCancelled() ? "no answer within " + properties.timeout() : describe(e));
    }
  }

  private static String describe(IOException e) {
    return e instanceof UnknownHostException
        ? "the host's name cannot be resolved"
        : e.getClass().getSimpleName() + ": " + e.getMessage();
  }

  private static String notPublic(URI url) {
    return url.getHost() + " has an address that is not public";
  }

  /** Returns why events cannot be posted to a URL; the check is made again at each delivery. */
  Stream<String> findObstacles(URI url) {
    try {
      new CheckedResolver().resolve(url.getHost());
      return Stream.empty();
    } catch (NotPublicException e) {
      return Stream.of(notPublic(url));
    } catch (UnknownHostException e) {
      return Stream.of(url.getHost() + " cannot be resolved");
    }
  }

  /** Without the address, which is nothing that a user need learn. */
  private static final class NotPublicException extends UnknownHostException {
    @Serial private static final long serialVersionUID = 1;
  }

  private final class CheckedResolver implements DnsResolver {
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      var addresses = InetAddress.getAllByName(host);
      if (!properties.allowPrivateAddresses()
          && !Arrays.stream(addresses).allMatch(PublicAddressValidator::contain)) {
        throw new NotPublicException();
      }
      return addresses;
    }

    @Override
    public String resolveCanonicalHostname(String host) {
      return host;
    }
  }

  @Override
  public void destroy() throws IOException {
    http.close();
  }
}

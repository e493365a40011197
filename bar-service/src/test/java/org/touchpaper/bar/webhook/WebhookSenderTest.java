package org.touchpaper.bar.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.fixture.WebhookReceiver;
import org.touchpaper.bar.webhook.WebhookSender.DeliveryResult;
import org.touchpaper.http.StallingServer;

/** Deliveries over real sockets. */
class WebhookSenderTest {

  private final WebhookReceiver receiver = new WebhookReceiver();

  @AfterEach
  void close() {
    receiver.close();
  }

  private static WebhookSender sender(boolean allowPrivateAddresses) {
    return new WebhookSender(
        new WebhookProperties(
            allowPrivateAddresses, false, 10, Duration.ofSeconds(1), Duration.ofDays(1)));
  }

  private static DeliveryResult send(boolean allowPrivateAddresses, URI url) throws IOException {
    var sender = sender(allowPrivateAddresses);
    try {
      return sender.send(WebhookTest.webhook(url), "e-1", 1614265330, "{\"a\":\"ï\"}");
    } finally {
      sender.destroy();
    }
  }

  @Test
  void postsASignedCloudEvent() throws IOException {
    for (var time = 1; time <= 2; time++) {
      assertThat(send(true, receiver.url("127.0.0.1")))
          .isInstanceOf(DeliveryResult.Delivered.class);
    }
    assertThat(receiver.received()).hasSize(2);
    var delivery = receiver.received().getFirst();
    assertThat(delivery).isEqualTo(receiver.received().getLast());
    assertThat(delivery.path()).isEqualTo("/hook");
    assertThat(delivery.id()).isEqualTo("e-1");
    assertThat(delivery.timestamp()).isEqualTo("1614265330");
    assertThat(delivery.contentType()).isEqualTo("application/cloudevents+json; charset=UTF-8");
    assertThat(delivery.body()).isEqualTo("{\"a\":\"ï\"}");
    assertThat(delivery.signature())
        .isEqualTo(
            WebhookSignature.sign(
                WebhookTest.webhook(URI.create("http://a")).secret(),
                "e-1",
                1614265330,
                delivery.body()));
  }

  /** Also by a name, and in IPv6's notation. */
  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"})
  void connectsToNoPrivateAddress(String host) throws IOException {
    var url = receiver.url(host);
    assertThat(send(false, url))
        .isInstanceOfSatisfying(
            DeliveryResult.Failed.class,
            failed -> assertThat(failed.reason()).endsWith("not public"));
    var sender = sender(false);
    assertThat(sender.findObstacles(url)).isNotEmpty();
    sender.destroy();
    assertThat(receiver.received()).isEmpty();
  }

  @Test
  void followsNoRedirect() throws IOException {
    receiver.answer(307, Map.of("Location", "/elsewhere"));
    assertThat(send(true, receiver.url("127.0.0.1")))
        .isEqualTo(new DeliveryResult.Failed("the receiver answered with status 307"));
    assertThat(receiver.received()).hasSize(1);
  }

  @Test
  void waitsNoLongerThanConfigured() throws IOException {
    receiver.hang();
    assertThat(send(true, receiver.url("127.0.0.1"))).isInstanceOf(DeliveryResult.Failed.class);
  }

  /** The status has come; the body, which never ends, is not read. */
  @Test
  void ignoresTheBody() throws IOException {
    try (var stalling = StallingServer.inTheMiddle("endless")) {
      assertThat(send(true, stalling.uri())).isInstanceOf(DeliveryResult.Delivered.class);
    }
  }

  @Test
  void aRefusedConnectionIsAFailure() throws IOException {
    var url = receiver.url("127.0.0.1");
    receiver.close();
    assertThat(send(true, url)).isInstanceOf(DeliveryResult.Failed.class);
  }
}

package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.bar.fixture.WebhookReceiver;
import org.touchpaper.schema.openapi.OpenApiContract;
import tools.jackson.databind.json.JsonMapper;

/** Webhooks from their creation to their deletion; the clock is turned to each delivery. */
class WebhookApiTest {

  private static final String PATH = "/api/v1/webhooks";
  private static final String CO_ALLOCATIONS = "/api/v1/co-allocations";

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");
  private final WebhookReceiver receiver = new WebhookReceiver();

  @AfterEach
  void deleteAll() {
    for (var user : List.of("scientist", "operator")) {
      var client = fixture.clientFor(user);
      client
          .get(PATH)
          .json()
          .path("items")
          .values()
          .forEach(webhook -> client.delete(PATH + "/" + webhook.path("id").asString()));
    }
    receiver.close();
    assertThat(fixture.sentInTransaction).isEmpty();
  }

  private ApiReply create(ApiClient user, String more) {
    return user.post(PATH, "{\"url\":\"" + receiver.url("127.0.0.1") + "\"" + more + "}");
  }

  private ApiReply patch(String place, String state) {
    return scientist.send(
        scientist
            .requestTo(place)
            .header("Content-Type", "application/json")
            .method("PATCH", BodyPublishers.ofString("{\"state\":\"" + state + "\"}")));
  }

  /** Runs what is due after an idle webhook's pause. */
  private void deliver() {
    fixture.awaitEvents();
    fixture.clock.advance(Duration.ofSeconds(31));
    fixture.poll();
  }

  private List<String> receivedTypes() {
    return receiver.received().stream().map(WebhookReceiver.Received::type).toList();
  }

  @Test
  void eventsAreDeliveredInOrderAndSigned() throws Exception {
    var created = create(scientist, "");
    assertThat(created.status()).isEqualTo(201);
    var booking = scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH).header("Location");
    scientist.delete(booking);
    for (var time = 1; time <= 2; time++) {
      deliver();
      assertThat(receivedTypes()).startsWith("committed", "cancelling", "cancelled");
    }
    assertThat(receiver.received().stream().map(WebhookReceiver.Received::id))
        .doesNotHaveDuplicates();
    var contract = new OpenApiContract();
    for (var delivery : receiver.received()) {
      var event = JsonMapper.shared().readTree(delivery.body());
      assertThat(contract.findViolations("Event", event)).isEmpty();
      assertThat(event.path("id").asString()).isEqualTo(delivery.id());
      assertThat(delivery.signature()).isEqualTo(signature(created.text("/secret"), delivery));
      assertThat(delivery.timestamp())
          .isEqualTo(Long.toString(BarFixture.NOW.plusSeconds(31).getEpochSecond()));
    }
  }

  /** As a receiver verifies it. */
  private static String signature(String secret, WebhookReceiver.Received delivery)
      throws Exception {
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring(6)), "HmacSHA256"));
    var signed = delivery.id() + "." + delivery.timestamp() + "." + delivery.body();
    return "v1,"
        + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aCommitWakesTheDelivery() {
    create(scientist, "");
    fixture.poll();
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    fixture.awaitTrue(() -> {
      fixture.poll(); // the clock stands still
      return receivedTypes().equals(List.of("committed"));
    });
  }

  @Test
  void theSecretIsShownOnce() {
    var created = create(scientist, "");
    assertThat(created.text("/secret")).startsWith("whsec_");
    for (var reply :
        List.of(
            scientist.get(PATH),
            scientist.get(created.header("Location")),
            patch(created.header("Location"), "PAUSED"),
            scientist.delete(created.header("Location")))) {
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.body()).contains(created.text("/id")).doesNotContain("whsec_");
    }
    assertThat(scientist.delete(created.header("Location")).status()).isEqualTo(404);
  }

  @Test
  void onlySelectedEventsAreDelivered() {
    var id = scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH).text("/id");
    create(scientist, ",\"types\":[\"cancelled\"],\"bookingId\":\"" + id + "\"");
    var other = scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH).header("Location");
    scientist.delete(other);
    scientist.delete(CO_ALLOCATIONS + "/" + id);
    deliver();
    assertThat(receivedTypes()).containsExactly("cancelled");
    assertThat(receiver.received().getFirst().body()).contains(id);
  }

  @Test
  void aUserReceivesOnlyWhatTheUserMaySee() {
    create(scientist, "");
    var operator = fixture.clientFor("operator");
    operator.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    deliver();
    assertThat(receiver.received()).isEmpty();
    create(operator, "");
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    deliver();
    assertThat(receivedTypes()).containsExactly("committed", "committed");
  }

  @Test
  void aFailedDeliveryIsRetriedBeforeTheNextEvent() {
    var place = create(scientist, "").header("Location");
    receiver.answer(500);
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    deliver();
    assertThat(receiver.received()).hasSize(1);
    var failing = scientist.get(place);
    assertThat(failing.text("/state")).isEqualTo("ACTIVE");
    assertThat(failing.text("/lastFailure")).isEqualTo("the receiver answered with status 500");
    assertThat(failing.text("/retryAt"))
        .isEqualTo(fixture.clock.instant().plusSeconds(5).toString());
    fixture.poll();
    assertThat(receiver.received()).hasSize(1);

    receiver.answer(204);
    fixture.clock.advance(Duration.ofSeconds(5));
    fixture.poll();
    assertThat(receiver.received()).hasSize(3);
    assertThat(receiver.received().get(1).id()).isEqualTo(receiver.received().getFirst().id());
    assertThat(receiver.received().get(2).id()).isNotEqualTo(receiver.received().getFirst().id());
    assertThat(scientist.get(place).json().has("lastFailure")).isFalse();
  }

  @Test
  void itIsPausedAfterADayOfFailuresAndResumesWhereItWas() {
    var place = create(scientist, "").header("Location");
    receiver.answer(503);
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    deliver();
    while (scientist.get(place).text("/state").equals("ACTIVE")) {
      fixture.clock.advance(Duration.ofHours(1));
      fixture.poll();
    }
    var paused = scientist.get(place);
    assertThat(paused.text("/failingSince")).isEqualTo(BarFixture.NOW.plusSeconds(31).toString());
    assertThat(paused.json().path("failures").asInt()).isEqualTo(25);
    fixture.clock.advance(Duration.ofHours(2));
    fixture.poll();
    assertThat(receiver.received()).hasSize(25);

    receiver.answer(200);
    for (var time = 1; time <= 2; time++) {
      assertThat(patch(place, "ACTIVE").text("/state")).isEqualTo("ACTIVE");
      fixture.poll();
      assertThat(receivedTypes().stream().filter("committed"::equals).count()).isEqualTo(26);
    }
  }

  @Test
  void aDeliveryThatFailsAfterItsOwnerResumedItPausesNothing() {
    var place = create(scientist, "").header("Location");
    receiver.answer(503);
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    deliver();
    fixture.clock.advance(Duration.ofDays(1));
    var gate = receiver.hang();
    var delivery = CompletableFuture.runAsync(fixture::poll);
    fixture.awaitTrue(() -> receiver.received().size() == 2);
    patch(place, "PAUSED");
    patch(place, "ACTIVE");
    gate.countDown();
    delivery.orTimeout(30, TimeUnit.SECONDS).join();
    assertThat(scientist.get(place).text("/state")).isEqualTo("ACTIVE");
  }

  @Test
  void aPausedWebhookReceivesNothing() {
    var place = create(scientist, "").header("Location");
    patch(place, "PAUSED");
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    deliver();
    assertThat(receiver.received()).isEmpty();
    patch(place, "ACTIVE");
    fixture.poll();
    assertThat(receivedTypes()).containsExactly("committed");
  }

  @Test
  void aWebhookIsItsOwnersAlone() {
    var place = create(scientist, "").header("Location");
    for (var user : List.of("operator", "officer", "admin")) {
      var other = fixture.clientFor(user);
      assertThat(other.get(place).status()).isEqualTo(404);
      assertThat(other.delete(place).status()).isEqualTo(404);
      assertThat(other.get(PATH).json().path("items")).isEmpty();
    }
    assertThat(scientist.get(place).status()).isEqualTo(200);
  }

  /** A webhook outlives a token, and receives what its owner may see. */
  @Test
  void aTokenManagesNoWebhooks() {
    var token =
        scientist
            .post("/api/v1/tokens", "{\"name\":\"workflow\",\"scopes\":[\"read\",\"book\"]}")
            .text("/secret");
    var authorization = "Bearer " + token;
    for (var time = 1; time <= 2; time++) {
      var list = scientist.anonymousRequestTo(PATH).header("Authorization", authorization);
      assertThat(scientist.send(list).status()).isEqualTo(403);
      var create =
          scientist
              .anonymousRequestTo(PATH)
              .header("Authorization", authorization)
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString("{\"url\":\"" + receiver.url("127.0.0.1") + "\"}"));
      assertThat(scientist.send(create).status()).isEqualTo(403);
    }
  }

  @Test
  void badRequestsAreRefused() {
    assertThat(scientist.post(PATH, "{}").errors()).containsExactly("url: required");
    assertThat(scientist.post(PATH, "{\"url\":\":\"}").errors()).containsExactly("url: url");
    for (var url :
        List.of(
            "ftp://a.example/",
            "http://user@127.0.0.1/",
            "http://127.0.0.1/#part",
            "http://127.1/",
            "http://nowhere.invalid/",
            "/hook")) {
      assertThat(scientist.post(PATH, "{\"url\":\"" + url + "\"}").errors())
          .as(url)
          .containsExactly("url: public-address");
    }
    assertThat(create(scientist, ",\"types\":[\"exploded\"]").errors())
        .containsExactly("type: known-type");
    assertThat(create(scientist, ",\"secret\":\"mine\"").errors())
        .containsExactly("secret: unknown");
    assertThat(scientist.get(PATH + "/" + UUID.randomUUID()).status()).isEqualTo(404);
    assertThat(patch(create(scientist, "").header("Location"), "ASLEEP").status()).isEqualTo(400);
  }

  @Test
  void aUserHasAtMostTen() {
    for (var i = 0; i < 10; i++) {
      assertThat(create(scientist, "").status()).isEqualTo(201);
    }
    for (var time = 1; time <= 2; time++) {
      assertThat(create(scientist, "").errors()).containsExactly(": few-webhooks");
    }
    assertThat(create(fixture.clientFor("operator"), "").status()).isEqualTo(201);
  }
}

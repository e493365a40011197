package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/** Topology, availability and events. */
class ReadApiTest {

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");

  @Test
  void theTopologyShowsWhatCanBeBookedAndTheWideAreasLinks() {
    for (var time = 1; time <= 2; time++) {
      var topology = scientist.get("/api/v1/topology");
      assertThat(topology.status()).isEqualTo(200);
      assertThat(
              topology.json().path("hosts").values().stream()
                  .filter(host -> host.path("bookable").asBoolean())
                  .map(host -> host.path("name").asString()))
          .containsExactly("vis.ucl", "newton.manchester");
      assertThat(topology.text("/compute/0/resource")).isEqualTo("newton");
      assertThat(topology.text("/links/0/id")).isEqualTo("LONDON-READING");
    }
  }

  @Test
  void theTimetableShowsAvailabilityOfAClusterAndBetweenTwoHosts() {
    for (var time = 1; time <= 2; time++) {
      var nodes = scientist.get("/api/v1/timetable?resource=newton");
      assertThat(nodes.status()).isEqualTo(200);
      assertThat(nodes.text("/unit")).isEqualTo("nodes");
      assertThat(nodes.json().path("capacity").asInt()).isEqualTo(128);
      assertThat(nodes.text("/steps/0/from")).isEqualTo(BarFixture.NOW.toString());
      assertThat(nodes.text("/steps/0/to"))
          .isEqualTo(BarFixture.NOW.plus(Duration.ofDays(1)).toString());
      var path = scientist.get("/api/v1/timetable?resource=vis.ucl/newton.manchester");
      assertThat(path.text("/unit")).isEqualTo("Mbit/s");
      assertThat(path.text("/resource")).isEqualTo("vis.ucl/newton.manchester");
    }
  }

  @Test
  void anUnavailableServiceIs503() {
    fixture.harc.stopAcceptor("rm-newton");
    var unavailable = scientist.get("/api/v1/timetable?resource=newton");
    assertThat(unavailable.status()).isEqualTo(503);
    assertThat(unavailable.header("Retry-After")).isNotBlank();
    assertThat(unavailable.text("/detail")).contains("rm-newton");
    fixture.harc.restart("rm-newton");
    assertThat(scientist.get("/api/v1/timetable?resource=newton").status()).isEqualTo(200);
  }

  @Test
  void changesAreStreamedToUsersWhoMaySeeThem() throws Exception {
    var before = fixture.bean(EventBroadcaster.class).subscriberCount();
    try (var ownStream = new EventStream(scientist, null);
        var operatorStream = new EventStream(fixture.clientFor("operator"), null)) {
      fixture.awaitTrue(() -> fixture.bean(EventBroadcaster.class).subscriberCount() == before + 2);
      var theirs =
          fixture
              .clientFor("operator")
              .post("/api/v1/co-allocations", RequestBodies.BOTH)
              .text("/id");
      var booking = scientist.post("/api/v1/co-allocations", RequestBodies.BOTH).text("/id");
      var path =
          scientist.post("/api/v1/reservations", RequestBodies.LIGHTPATH).text("/connectionId");

      var first = ownStream.next();
      assertThat(first.get("event")).isEqualTo("co-allocation");
      assertThat(first.get("data")).contains(booking).contains("COMMITTED").doesNotContain("owner");
      assertThat(ownStream.nextContaining(path).get("event")).isEqualTo("reservation");
      assertThat(ownStream.receivedData).doesNotContain(theirs);
      assertThat(operatorStream.next().get("data")).contains(theirs);
      assertThat(operatorStream.next().get("data")).contains(booking);

      try (var late = new EventStream(scientist, "0")) {
        assertThat(late.nextContaining(booking).get("id")).isEqualTo(first.get("id"));
        assertThat(Long.parseLong(late.nextContaining(path).get("id")))
            .isGreaterThan(Long.parseLong(first.get("id")));
      }
    }
  }

  @Test
  void aSubscriberThatDoesNotReadIsDisconnected() {
    var watchers = new EventBroadcaster(fixture.clock);
    var slow = watchers.subscribe(_ -> true, EventBroadcaster.NO_REPLAY);
    for (var i = 0; i < 2000; i++) {
      watchers.publish(event());
    }
    assertThat(watchers.subscriberCount()).isZero();
    assertThat(slow.offer(new EventBroadcaster.NumberedEvent(1, event()))).isFalse();
  }

  private static ChangeEvent event() {
    return new ChangeEvent(
        "reservation", "anne", UUID.randomUUID(), "ACTIVE", BarFixture.NOW, null);
  }

  /** A connection of server-sent events. */
  private static final class EventStream implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final BufferedReader lines;
    private final List<String> receivedData = new ArrayList<>();

    EventStream(ApiClient visitor, @Nullable String last) throws Exception {
      var request = visitor.requestTo("/api/v1/events").header("Accept", "text/event-stream");
      if (last != null) {
        request.header("Last-Event-ID", last);
      }
      var answer = http.send(request.build(), BodyHandlers.ofInputStream());
      assertThat(answer.statusCode()).isEqualTo(200);
      lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    Map<String, String> next() throws Exception {
      var event = new HashMap<String, String>();
      while (!event.containsKey("data")) {
        event.clear();
        for (var line = lines.readLine(); !line.isEmpty(); line = lines.readLine()) {
          var colon = line.indexOf(':');
          event.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
      }
      receivedData.add(String.valueOf(event.get("data")));
      return event;
    }

    Map<String, String> nextContaining(String text) throws Exception {
      var event = next();
      while (!String.valueOf(event.get("data")).contains(text)) {
        event = next();
      }
      return event;
    }

    @Override
    public void close() {
      http.shutdownNow();
    }
  }
}

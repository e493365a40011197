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
import org.touchpaper.bar.desk.Bodies;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.bar.desk.Visitor;

/** What there is, what is free, and what happens. */
class LookingTest {

  private final Desk desk = Desk.fresh();
  private final Visitor scientist = desk.as("scientist");

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
  void theTimetableTellsWhatIsFreeOfAClusterAndBetweenTwoHosts() {
    for (var time = 1; time <= 2; time++) {
      var nodes = scientist.get("/api/v1/timetable?resource=newton");
      assertThat(nodes.status()).isEqualTo(200);
      assertThat(nodes.text("/unit")).isEqualTo("nodes");
      assertThat(nodes.json().path("capacity").asInt()).isEqualTo(128);
      assertThat(nodes.text("/steps/0/from")).isEqualTo(Desk.NOW.toString());
      assertThat(nodes.text("/steps/0/to")).isEqualTo(Desk.NOW.plus(Duration.ofDays(1)).toString());
      var path = scientist.get("/api/v1/timetable?resource=vis.ucl/newton.manchester");
      assertThat(path.text("/unit")).isEqualTo("Mbit/s");
      assertThat(path.text("/resource")).isEqualTo("vis.ucl/newton.manchester");
    }
  }

  @Test
  void whoIsAwayIs503() {
    desk.harc.kill("rm-newton");
    var away = scientist.get("/api/v1/timetable?resource=newton");
    assertThat(away.status()).isEqualTo(503);
    assertThat(away.header("Retry-After")).isNotBlank();
    assertThat(away.text("/detail")).contains("rm-newton");
    desk.harc.revive("rm-newton");
    assertThat(scientist.get("/api/v1/timetable?resource=newton").status()).isEqualTo(200);
  }

  @Test
  void changesAreToldAsTheyHappenToThoseWhoMaySeeThem() throws Exception {
    var before = desk.bean(Watchers.class).count();
    try (var mine = new Stream(scientist, null);
        var others = new Stream(desk.as("operator"), null)) {
      desk.await(() -> desk.bean(Watchers.class).count() == before + 2);
      var theirs = desk.as("operator").post("/api/v1/co-allocations", Bodies.BOTH).text("/id");
      var booking = scientist.post("/api/v1/co-allocations", Bodies.BOTH).text("/id");
      var path = scientist.post("/api/v1/reservations", Bodies.LIGHTPATH).text("/connectionId");

      var first = mine.next();
      assertThat(first.get("event")).isEqualTo("co-allocation");
      assertThat(first.get("data")).contains(booking).contains("COMMITTED").doesNotContain("owner");
      assertThat(mine.until(path).get("event")).isEqualTo("reservation");
      assertThat(mine.told).doesNotContain(theirs);
      assertThat(others.next().get("data")).contains(theirs);
      assertThat(others.next().get("data")).contains(booking);

      try (var late = new Stream(scientist, "0")) {
        assertThat(late.until(booking).get("id")).isEqualTo(first.get("id"));
        assertThat(Long.parseLong(late.until(path).get("id")))
            .isGreaterThan(Long.parseLong(first.get("id")));
      }
    }
  }

  @Test
  void aWatcherThatDoesNotReadHoldsNobodyUpAndIsLetGo() {
    var watchers = new Watchers(desk.clock);
    var slow = watchers.join(_ -> true, Watchers.NOTHING);
    for (var i = 0; i < 2000; i++) {
      watchers.tell(event());
    }
    assertThat(watchers.count()).isZero();
    assertThat(slow.offer(new Watchers.Told(1, event()))).isFalse();
  }

  private static Event event() {
    return new Event("reservation", "anne", UUID.randomUUID(), "ACTIVE", Desk.NOW, null);
  }

  /** One connection of server-sent events. */
  private static final class Stream implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final BufferedReader lines;
    private final List<String> told = new ArrayList<>();

    Stream(Visitor visitor, @Nullable String last) throws Exception {
      var request = visitor.to("/api/v1/events").header("Accept", "text/event-stream");
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
      told.add(String.valueOf(event.get("data")));
      return event;
    }

    Map<String, String> until(String text) throws Exception {
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

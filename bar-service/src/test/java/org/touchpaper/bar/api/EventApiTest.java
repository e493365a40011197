package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.touchpaper.bar.event.EventFilter;
import org.touchpaper.bar.event.EventLog;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.EventStream;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.bar.loadlimit.CurrentCallerType;
import org.touchpaper.bar.loadlimit.EventStreamQuota;
import org.touchpaper.harc.client.model.VoteNote;

/** What a subscriber is told about bookings of both kinds. */
class EventApiTest {

  private static final String CO_ALLOCATIONS = "/api/v1/co-allocations";
  private static final String RESERVATIONS = "/api/v1/reservations";
  private static final VoteNote.Refusal NODES_BUSY =
      new VoteNote.Refusal("n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null);

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");

  private EventStream follow() {
    return new EventStream(scientist, "", null);
  }

  private ApiReply patch(String place, String body) {
    return scientist.send(
        scientist
            .requestTo(place)
            .header("Content-Type", "application/json")
            .method("PATCH", BodyPublishers.ofString(body)));
  }

  @Test
  void aCoAllocationIsToldFromItsCommitToItsRelease() {
    try (var events = follow()) {
      scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
      assertThat(events.nextInShort()).isEqualTo("committed COMMITTED by=scientist");
      fixture.clock.set(BarFixture.NOW.plusSeconds(3600));
      fixture.pollNowAndAfter(Duration.ofSeconds(6));
      assertThat(events.nextInShort()).isEqualTo("active ACTIVE");
      fixture.clock.set(BarFixture.NOW.plusSeconds(7200));
      fixture.pollNowAndAfter(Duration.ofSeconds(6));
      assertThat(events.nextInShort()).isEqualTo("ended ENDED");
      assertThat(events.nextInShort()).isEqualTo("released ENDED");
    }
  }

  @Test
  void aLightpathIsToldFromItsCommitToItsCancellation() {
    try (var events = follow()) {
      var place = scientist.post(RESERVATIONS, RequestBodies.LIGHTPATH).header("Location");
      var committed = events.next();
      assertThat(committed.path("type").asString()).isEqualTo("org.touchpaper.booking.committed");
      assertThat("/api/v1/" + committed.path("subject").asString()).isEqualTo(place);
      assertThat(committed.at("/data/schedule/endTime").asString())
          .isEqualTo("2026-12-01T22:00:00Z");
      for (var time = 1; time <= 2; time++) {
        assertThat(scientist.delete(place).status()).isEqualTo(200);
      }
      assertThat(events.nextInShort())
          .isEqualTo("cancelled CANCELLED by=scientist through bar-ucl");
      assertThat(events.nextInShort()).isEqualTo("released CANCELLED");
    }
  }

  @Test
  void refusalsOfBothKindsAreToldWithTheirReasons() {
    fixture.harc.refuseAll(NODES_BUSY);
    fixture.segments.refuseEverything("bar-manchester");
    try (var events = follow()) {
      scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH, "k-1");
      scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH, "k-1");
      assertThat(events.nextInShort())
          .isEqualTo("refused REFUSED by=scientist reason=only 124 are free");
      scientist.post(RESERVATIONS, RequestBodies.LIGHTPATH);
      assertThat(events.nextInShort()).startsWith("refused REFUSED reason=");
    }
  }

  @Test
  void changesAreToldWhetherMadeOrRefused() {
    var place = scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH).header("Location");
    try (var events = follow()) {
      patch(place, "{\"compute\":[{\"resource\":\"newton\",\"nodes\":8}]}");
      var changed = events.next();
      assertThat(changed.path("type").asString()).endsWith(".changed");
      assertThat(changed.at("/data/change/state").asString()).isEqualTo("COMMITTED");
      patch(place, "{\"description\":\"naïve run\"}");
      assertThat(events.next().at("/data/description").asString()).isEqualTo("naïve run");
      fixture.harc.refuseAll(NODES_BUSY);
      patch(place, "{\"compute\":[{\"resource\":\"newton\",\"nodes\":16}]}");
      var refused = events.next();
      assertThat(refused.path("type").asString()).endsWith(".change-refused");
      assertThat(refused.at("/data/state").asString()).isEqualTo("COMMITTED");
      assertThat(refused.at("/data/change/reason").asString()).isEqualTo("only 124 are free");
      assertThat(refused.at("/data/by").asString()).isEqualTo("scientist");
    }
  }

  @Test
  void aCancellationIsToldWithThePersonWhoOrderedIt() {
    var place = scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH).header("Location");
    try (var events = follow()) {
      fixture.harc.refuseAll(NODES_BUSY);
      scientist.delete(place);
      assertThat(events.nextInShort()).isEqualTo("cancelling COMMITTED by=scientist");
      assertThat(events.nextInShort())
          .isEqualTo("cancel-refused COMMITTED by=scientist reason=only 124 are free");
      fixture.harc.commitAll();
      fixture.clientFor("admin").delete(place);
      assertThat(events.nextInShort()).startsWith("cancelling COMMITTED by=admin");
      assertThat(events.nextInShort()).isEqualTo("cancelled CANCELLED by=admin");
    }
  }

  @Test
  void aFailedPartIsToldWithItsReason() {
    scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
    try (var events = follow()) {
      fixture.clock.set(BarFixture.NOW.plusSeconds(3700));
      fixture.harc.failParts("cut by officer at UCL");
      fixture.pollNowAndAfter(Duration.ofSeconds(6));
      var failed = events.next();
      assertThat(failed.path("type").asString()).endsWith(".failed");
      assertThat(failed.at("/data/reason").asString()).isEqualTo("cut by officer at UCL");
      assertThat(failed.at("/data/parts/0/state").asString()).isEqualTo("FAILED");
    }
  }

  @Test
  void anOfficersCutIsTold() {
    var place = scientist.post(RESERVATIONS, RequestBodies.LIGHTPATH).header("Location");
    try (var events = follow()) {
      fixture.clientFor("officer").delete(place);
      assertThat(events.nextInShort()).isEqualTo("failed FAILED reason=cut by officer");
    }
  }

  @Test
  void aUserIsToldOnlyWhatTheUserMaySee() {
    var operator = fixture.clientFor("operator");
    try (var own = follow();
        var all = new EventStream(operator, "", null)) {
      var theirs = operator.post(CO_ALLOCATIONS, RequestBodies.BOTH).text("/id");
      var mine = scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH).text("/id");
      assertThat(own.next().at("/data/id").asString()).isEqualTo(mine);
      assertThat(all.next().at("/data/id").asString()).isEqualTo(theirs);
      assertThat(all.next().at("/data/id").asString()).isEqualTo(mine);
    }
  }

  @Test
  void aSubscriberSelectsABookingAndTypes() {
    var id = scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH).text("/id");
    try (var one = new EventStream(scientist, "?bookingId=" + id, null);
        var ends = new EventStream(scientist, "?type=refused,cancelled", null)) {
      scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
      scientist.delete(CO_ALLOCATIONS + "/" + id);
      assertThat(one.nextInShort()).startsWith("cancelling");
      assertThat(ends.nextInShort()).startsWith("cancelled");
    }
  }

  @Test
  void aSubscriberResumesAfterItsLastEventOrHeartbeat() {
    String first;
    try (var events = follow()) {
      first = events.lastId();
    }
    var id = scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH).text("/id");
    String second;
    try (var events = new EventStream(scientist, "", first)) {
      assertThat(events.next().at("/data/id").asString()).isEqualTo(id);
      second = events.lastId();
    }
    scientist.delete(CO_ALLOCATIONS + "/" + id);
    for (var time = 1; time <= 2; time++) {
      try (var events = new EventStream(scientist, "?lastEventId=" + second, null);
          var both = new EventStream(scientist, "?lastEventId=" + first, second)) {
        assertThat(events.nextInShort()).startsWith("cancelling");
        assertThat(both.nextInShort()).startsWith("cancelling");
      }
    }
  }

  @Test
  void aUserWithManyOpenStreamsIsRefusedMore() {
    var quota = fixture.bean(EventStreamQuota.class);
    for (var i = 0; i < EventStreamQuota.MAX_OF_USER; i++) {
      assertThat(quota.open("officer")).isEqualTo(EventStreamQuota.Admission.ADMITTED);
    }
    try {
      for (var time = 1; time <= 2; time++) {
        var reply = fixture.clientFor("officer").get("/api/v1/events");
        assertThat(reply.status()).isEqualTo(429);
        assertThat(reply.text("/type")).isEqualTo("urn:touchpaper:problem:too-many-streams");
        assertThat(reply.header("Retry-After")).isEqualTo("60");
        assertThat(reply.text("/detail")).startsWith("you have 50 streams of events open");
      }
      follow().close();
    } finally {
      for (var i = 0; i < EventStreamQuota.MAX_OF_USER; i++) {
        quota.close("officer");
      }
    }
    new EventStream(fixture.clientFor("officer"), "", null).close();
  }

  /** Else many who resume at once would use the database connections that are kept for peers. */
  @Test
  void aStreamUsesConnectionsOfUsers() {
    var scopes = new ArrayList<CurrentCallerType>();
    var emitter =
        new SseEmitter() {
          @Override
          public void send(SseEventBuilder event) throws IOException {
            scopes.add(CurrentCallerType.current());
            throw new IOException("disconnected");
          }
        };
    var quota = fixture.bean(EventStreamQuota.class);
    assertThat(quota.open("admin")).isEqualTo(EventStreamQuota.Admission.ADMITTED);
    fixture
        .bean(EventStreamController.class)
        .relay(
            UsernamePasswordAuthenticationToken.unauthenticated("admin", ""),
            fixture.bean(EventLog.class).end(),
            new EventFilter(null, null, Set.of()),
            emitter);
    assertThat(scopes).containsExactly(CurrentCallerType.PERSON);
    assertThat(CurrentCallerType.current()).isEqualTo(CurrentCallerType.PEER_OR_INTERNAL);
  }

  @Test
  void anIdFromTheFutureIs410() {
    String id;
    try (var events = follow()) {
      id = events.lastId().replaceFirst("-\\d+-", "-999999999999999999-");
    }
    for (var time = 1; time <= 2; time++) {
      var gone = scientist.get("/api/v1/events?lastEventId=" + id);
      assertThat(gone.status()).isEqualTo(410);
      assertThat(gone.text("/detail")).contains("gave no id " + id, "follow from now");
    }
  }

  @Test
  void anIdThatIsTooOldIs410AndOneOfAnotherForm400() {
    String start;
    try (var events = follow()) {
      start = events.lastId();
      scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH);
      events.next();
    }
    fixture.clock.advance(Duration.ofDays(8));
    fixture.bean(EventLog.class).prune(10);
    for (var time = 1; time <= 2; time++) {
      var gone = scientist.get("/api/v1/events?lastEventId=" + start);
      assertThat(gone.status()).isEqualTo(410);
      assertThat(gone.text("/type")).isEqualTo("urn:touchpaper:problem:gone");
      assertThat(gone.text("/detail")).contains("follow from now");
    }
    assertThat(scientist.get("/api/v1/events?lastEventId=17").errors())
        .containsExactly("lastEventId: an-id-of-ours");
    assertThat(
            scientist
                .send(scientist.requestTo("/api/v1/events").header("Last-Event-ID", "17").GET())
                .errors())
        .containsExactly("Last-Event-ID: an-id-of-ours");
    assertThat(scientist.get("/api/v1/events?type=exploded").errors())
        .containsExactly("type: known-type");
    assertThat(scientist.get("/api/v1/events?bookingId=17").status()).isEqualTo(400);
  }
}

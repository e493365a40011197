package org.touchpaper.bar.web.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.client.model.VoteNote;

/** The page Timeline without a browser, at 20:00 on 1 December. */
class TimelinePageTest {

  private static final String BOOKING_FORM =
      "source=vis.ucl&destination=newton.manchester&bandwidthMbps=300&cluster=newton&nodes=4"
          + "&start=2026-12-01T21:00:00&minutes=60&description=SPICE";

  private final BarFixture fixture = BarFixture.shared();
  private final PageBrowser scientist = new PageBrowser(fixture.url());
  private final PageBrowser operator = new PageBrowser(fixture.url());

  @BeforeEach
  void logIn() {
    scientist.logIn("scientist", "scientist");
    operator.logIn("operator", "operator");
  }

  @Test
  void aBookingIsABarOnEachOfItsResourcesAndALinkToItsPage() {
    var booking = scientist.post("/book", BOOKING_FORM).location();
    assertThat(scientist.get("/timeline").text())
        .containsSubsequence("newton</bdi>", "class=\"bar mine state-COMMITTED movable")
        .contains("href=\"" + booking + "\"")
        .contains("SPICE: newton, 4 nodes, Tue 1 Dec 21:00–22:00, confirmed, yours")
        .contains("SPICE: vis.ucl, 300 Mbit/s, Tue 1 Dec 21:00–22:00, confirmed, yours")
        .contains("SPICE: newton.manchester, 300 Mbit/s")
        .contains("LONDON-READING")
        .doesNotContain("style=");
    assertThat(scientist.get("/timeline?at=2026-12-03T00:00&zoom=day").text())
        .doesNotContain("SPICE");
  }

  @Test
  void aLightpathBookedAloneIsABarOnItsHosts() {
    var booked =
        fixture.clientFor("scientist").post("/api/v1/reservations", RequestBodies.LIGHTPATH);
    assertThat(booked.status()).isEqualTo(201);
    var id = booked.json().at("/connectionId").asString();
    assertThat(scientist.get("/timeline").text())
        .contains("href=\"/bookings/" + id + "\"")
        .containsPattern("vis.ucl, [0-9]+ Mbit/s, Tue 1 Dec");
  }

  @Test
  void othersBookingsAreSeenByOperatorsWithTheirOwnerAndByScientistsNotAtAll() {
    operator.post("/book", BOOKING_FORM.replace("SPICE", "upgrade"));
    scientist.post("/book", BOOKING_FORM);
    assertThat(scientist.get("/timeline").text())
        .contains("SPICE", "You see your own bookings.")
        .doesNotContain("upgrade");
    assertThat(operator.get("/timeline").text())
        .contains("upgrade: newton", "yours")
        .contains("SPICE: newton, 4 nodes, Tue 1 Dec 21:00–22:00, confirmed, booked by scientist")
        .contains("class=\"bar other state-COMMITTED")
        .doesNotContain("You see your own bookings.");
  }

  @Test
  void lessThanNeededIsRedAndSaidAsText() {
    var evening = BarFixture.NOW.plus(Duration.ofHours(1));
    fixture.harc.setFree("rm-newton", evening, evening.plus(Duration.ofHours(1)), 3);
    assertThat(scientist.get("/timeline?nodes=4&mbps=300").text())
        .contains("class=\"short\"", "height=\"2.3%\"", "4 nodes requested")
        .contains("Less than 4 nodes free: Tue 1 Dec 21:00–22:00.");
    assertThat(scientist.get("/timeline?nodes=3").text()).contains("3 nodes free throughout.");
    assertThat(
            scientist.get("/timeline?mbps=300&source=vis.ucl&destination=newton.manchester").text())
        .contains(
            "vis.ucl → newton.manchester", "Between two hosts", "300 Mbit/s free throughout.");
  }

  @Test
  void aResourceManagerThatHangsDelaysThePageByASecondAtMost() {
    var gate = new CountDownLatch(1);
    fixture.harc.onTimetableQuery(() -> awaitQuietly(gate));
    try {
      var start = System.nanoTime();
      assertThat(scientist.get("/timeline").text())
          .contains("newton", "Availability unknown: no answer.");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
    } finally {
      gate.countDown();
    }
  }

  private static void awaitQuietly(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aRowShowsSomeOfManyBookingsAndSaysHowManyMore() {
    scientist.post("/book", BOOKING_FORM);
    fixture
        .jdbc()
        .execute(
            """
            insert into co_allocation (%1$s) select %1$s from (
            select (json_populate_record(c, json_build_object(
              'id', gen_random_uuid(), 'idempotency_key', null,
              'start_time', c.start_time + i * interval '10 minutes',
              'end_time', c.start_time + (i + 1) * interval '10 minutes'))).*
            from co_allocation c, generate_series(1, 99) i) as copies
            """
                .formatted(BarFixture.columnsOf(fixture.jdbc(), "co_allocation")));
    assertThat(scientist.get("/timeline").text())
        .contains("and 50 more", "50 bookings")
        .doesNotContain("and 0 more");
  }

  @Test
  void whatCannotBeShownIsSaidAndTheRestIsShown() {
    assertThat(scientist.get("/timeline?zoom=decade&nodes=many").text())
        .contains("There is no zoom “decade”. One day is shown.", "Nodes must be a whole number.")
        .contains("newton");
    var page = scientist.get("/timeline?source=vis.ucl&destination=nowhere");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.text()).contains("Availability unknown", "128 of 128 nodes free");
  }

  @Test
  void aChosenTimeLeadsToTheBookingForm() {
    var time = "&start=2026-12-01T21:00:00Z&end=2026-12-01T22:30:00Z&nodes=4&mbps=300";
    assertThat(location("/timeline/book?resource=newton" + time))
        .isEqualTo("/book?start=2026-12-01T21:00:00Z&zone=Z&minutes=90&cluster=newton&nodes=4");
    assertThat(location("/timeline/book?resource=vis.ucl" + time))
        .isEqualTo(
            "/book?start=2026-12-01T21:00:00Z&zone=Z&minutes=90&source=vis.ucl&bandwidthMbps=300");
    assertThat(location("/timeline/book?resource=vis.ucl/newton.manchester" + time))
        .endsWith("&source=vis.ucl&destination=newton.manchester&bandwidthMbps=300");
    assertThat(location("/timeline/book?resource=newton&start=2026-12-01T21:00&minutes=45"))
        .isEqualTo("/book?start=2026-12-01T21:00&zone=Z&minutes=45&cluster=newton");
    assertThat(location("/timeline/book?resource=x%26cluster%3Dy&start=soon"))
        .isEqualTo("/book?start=soon&zone=Z&minutes=60");
  }

  private String location(String path) {
    return scientist.get(path).location();
  }

  @Test
  void aMovedBookingIsShownOldAndNewBeforeItIsChanged() {
    var booking = scientist.post("/book", BOOKING_FORM).location();
    var id = booking.substring("/bookings/".length());
    var page =
        scientist.get(
            "/timeline/change?booking="
                + id
                + "&start=2026-12-01T22:00:00Z&end=2026-12-01T23:30:00Z");
    assertThat(page.text())
        .contains("Tue 1 Dec 21:00–22:00", "Tue 1 Dec 22:00–23:30", "Change booking");
    assertThat(fixture.harc.beginCount()).isEqualTo(1);
    for (var time = 1; time <= 2; time++) {
      assertThat(submit(page).location()).isEqualTo(booking);
      assertThat(fixture.harc.beginCount()).isEqualTo(2);
    }
    assertThat(scientist.get("/timeline").text()).contains("Tue 1 Dec 22:00–23:30, confirmed");
  }

  /** Its start has microseconds, and a script knows milliseconds. */
  @Test
  void theStartOfABookingThatStartedAtOnceStaysWhenItsEndIsMoved() {
    fixture.clock.set(Instant.parse("2026-12-01T20:00:00.123456Z"));
    var booking =
        scientist.post("/book", BOOKING_FORM.replace("2026-12-01T21:00:00", "")).location();
    var id = booking.substring("/bookings/".length());
    assertThat(
            scientist
                .get(
                    "/timeline/change?booking="
                        + id
                        + "&start=2026-12-01T20:00:00.123Z&end=2026-12-01T21:30:00Z")
                .text())
        .doesNotContain("type=\"hidden\" name=\"start\"")
        .contains("name=\"end\" value=\"2026-12-01T21:30:00Z\"");
  }

  @Test
  void aRefusalSaysTimesInMyZoneAndNoWordsOfTheApi() {
    var booking = scientist.post("/book", BOOKING_FORM).location();
    var id = booking.substring("/bookings/".length());
    var past = "&start=2026-12-01T08:00:00Z&end=2026-12-01T09:00:00Z";
    assertThat(submit(scientist.get("/timeline/change?booking=" + id + past)).text())
        .contains("Not changed: the start ")
        .doesNotContain("startTime", "2026-12-01T08:00:00Z is");
  }

  @Test
  void aChangeBySomebodyElseMeanwhileIsNotOverwritten() {
    var booking = scientist.post("/book", BOOKING_FORM).location();
    var id = booking.substring("/bookings/".length());
    var mine = scientist.get("/timeline/change?booking=" + id + "&start=2026-12-01T22:00");
    submit(scientist.get("/timeline/change?booking=" + id + "&start=2026-12-02T08:00"));
    assertThat(submit(mine).text())
        .contains("Not changed: the booking was changed meanwhile.", "Wed 2 Dec 08:00–09:00");
    assertThat(scientist.get("/timeline").text()).contains("Wed 2 Dec 08:00–09:00, confirmed");
  }

  @Test
  void aRefusedMoveSaysWhyAndOffersAnotherTime() {
    var booking = scientist.post("/book", BOOKING_FORM).location();
    var id = booking.substring("/bookings/".length());
    fixture.harc.refuseAll(
        new VoteNote.Refusal("n", "NODES_BUSY", "newton", "nodes", "It is full.", false, null));
    var page = scientist.get("/timeline/change?booking=" + id + "&start=2026-12-01T22:00");
    assertThat(submit(page).text())
        .contains("Not changed: It is full.", "<span>Tue 1 Dec 23:00", "Tue 1 Dec 21:00–22:00");
    var reversed = "&start=2026-12-01T22:00:00Z&end=2026-12-01T21:00:00Z";
    assertThat(scientist.get("/timeline/change?booking=" + id + reversed).text())
        .contains("The end must be after the start.");
    assertThat(submit(scientist.get("/timeline/change?booking=" + id)).text())
        .contains("Nothing to change: these are the current values.");
  }

  /** In London, clocks are put back on 25 October and forward on 28 March, at 01:00 UTC. */
  @Test
  void timesAreReadAndShownInMyZoneAlsoWhenClocksChange() {
    fixture.clock.set(Instant.parse("2027-03-01T00:00:00Z"));
    var london = fixture.clientFor("scientist");
    var body =
        RequestBodies.BOTH
            .replace("2026-12-01T21", "2027-03-28T00")
            .replace("2026-12-01T22", "2027-03-28T02");
    var id = london.post("/api/v1/co-allocations", body).text("/id");
    useZone("Europe/London");
    assertThat(scientist.get("/timeline?at=2027-03-28T00:00&zoom=day").text())
        .contains("Sun 28 Mar 00:00 – Mon 29 Mar 01:00", "Europe/London")
        .contains("SPICE run 42: newton, 4 nodes, Sun 28 Mar 00:00–03:00");
    var change = "/timeline/change?booking=" + id;
    assertThat(scientist.get(change + "&start=2027-03-28T01:30").text())
        .contains("the clocks in Europe/London go forward");
    assertThat(scientist.get(change + "&start=2027-10-31T01:30").text())
        .contains("01:30 occurs twice: at 00:30 and at 01:30 UTC")
        .contains("start=2027-10-31T00:30:00Z", "start=2027-10-31T01:30:00Z");
  }

  private void useZone(String zone) {
    scientist.post("/preferences", "zone=" + zone + "&theme=&back=/");
  }

  @Test
  void aLightpathAloneIsMovedAlso() {
    var client = fixture.clientFor("scientist");
    var id =
        client
            .post("/api/v1/reservations", RequestBodies.LIGHTPATH)
            .json()
            .at("/connectionId")
            .asString();
    var page = scientist.get("/timeline/change?booking=" + id + "&start=2026-12-02T08:00");
    for (var time = 1; time <= 2; time++) {
      assertThat(submit(page).location()).isEqualTo("/bookings/" + id);
    }
    assertThat(client.get("/api/v1/reservations/" + id).json().at("/schedule/startTime").asString())
        .isEqualTo("2026-12-02T08:00:00Z");
  }

  @Test
  void onlyOwnersAndAdministratorsMoveABooking() {
    var booking = operator.post("/book", BOOKING_FORM).location();
    var id = booking.substring("/bookings/".length());
    var path = "/timeline/change?booking=" + id;
    assertThat(scientist.get(path).status()).isEqualTo(404);
    var officer = new PageBrowser(fixture.url());
    officer.logIn("officer", "officer");
    assertThat(officer.get(path).status()).isEqualTo(403);
    assertThat(officer.get("/timeline").text())
        .contains("booked by operator")
        .doesNotContain("Book a time", "movable");
    assertThat(new PageBrowser(fixture.url()).get("/timeline").location()).isEqualTo("/login");
  }

  /** Submits the form that asks for confirmation. */
  private PageBrowser.Page submit(PageBrowser.Page page) {
    var form = new StringBuilder();
    for (var field : new String[] {"booking", "start", "end", "version", "key"}) {
      var pattern = "(?s).*?<input type=\"hidden\" name=\"" + field + "\" value=\"([^\"]*)\".*";
      if (page.text().matches(pattern)) {
        var value = page.text().replaceAll(pattern, "$1");
        form.append('&')
            .append(field)
            .append('=')
            .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
      }
    }
    return scientist.post("/timeline/change", form.substring(1));
  }
}

package org.touchpaper.bar.web.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;

/** The map of the network; the NSAP answers and the L-NSAP does not. */
class NetworkPageTest {

  private static final Instant HALF_PAST_NINE = Instant.parse("2026-12-01T21:30:00Z");

  private final BarFixture fixture = BarFixture.shared();
  private final PageBrowser browser = new PageBrowser(fixture.url());

  @BeforeEach
  void path() {
    fixture.elements.describeTopology(
        """
        {"network":"wan.ukl:2026","nodes":[
          {"id":"LONDON","site":"London","longitude":-0.13,"latitude":51.51},
          {"id":"READING","site":"Reading","longitude":-0.97,"latitude":51.45}],
         "attachments":[{"name":"UCL","stp":"urn:ogf:network:wan.ukl:2026:UCL?vlan=100-199",
          "node":"LONDON","capacityMbps":1000}],
         "links":[{"id":"LONDON-READING","from":"LONDON","to":"READING","capacityMbps":1200,
          "granularityMbps":50,"slots":20,"latencyMs":1.0}]}
        """);
    fixture.segments.describePath("nsap", "LONDON", "LONDON-READING", "READING");
  }

  /** Books a lightpath alone from 21:00 to 22:00; returns its id. */
  private String book(String user, int mbps) throws Exception {
    var reply =
        fixture
            .clientFor(user)
            .post(
                "/api/v1/reservations",
                """
                {"description":"<i>map</i>","source":"vis.ucl","destination":"newton.manchester",
                 "bandwidthMbps":%d,
                 "schedule":{"startTime":"2026-12-01T21:00:00Z","endTime":"2026-12-01T22:00:00Z"}}
                """
                    .formatted(mbps));
    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    return reply.json().path("connectionId").asString();
  }

  @Test
  void showsSitesElementsAndLinks() {
    browser.logIn("scientist", "scientist");
    var page = browser.get("/network");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.text())
        .contains("aria-label=\"Link LONDON-READING, 1.2 Gbit/s, 0 Mbit/s booked\"")
        .contains("aria-label=\"Element READING\"", "aria-label=\"Campus UCL\"")
        .contains("newton, 128 nodes", "vis.ucl", "0% of 1.2 G")
        .contains("href=\"/network?link=LONDON-READING\"")
        .doesNotContain("/elements");
  }

  @Test
  void showsTheLoadAtAnyMoment() throws Exception {
    book("scientist", 300);
    browser.logIn("scientist", "scientist");
    assertThat(browser.get("/network").text()).contains("0% of 1.2 G");
    assertThat(browser.get("/network?at=2026-12-01T21:30").text())
        .contains("30% of 1.2 G", "300 Mbit/s booked", "load-low", "Booked at ")
        .contains("href=\"/network?at=2026-12-01T21:30&amp;link=LONDON-READING\"");
    assertThat(browser.get("/network?at=2026-12-01T22:00").text()).contains("0% of 1.2 G");
  }

  @Test
  void aChosenLinkShowsItsBookingsAndWhatIsFree() throws Exception {
    var mine = book("scientist", 300);
    book("admin", 200);
    browser.logIn("scientist", "scientist");
    var text = browser.get("/network?link=LONDON-READING&at=2026-12-01T21:30").text();
    assertThat(text)
        .contains("href=\"/bookings/" + mine + "\"", "&lt;i&gt;map&lt;/i&gt;", "500 Mbit/s (50%)")
        .contains("200 Mbit/s are booked by others")
        .contains(">500<", "2026-12-01T22:00:00Z")
        .doesNotContain(">admin<");
    var operator = new PageBrowser(fixture.url());
    operator.logIn("operator", "operator");
    assertThat(operator.get("/network?link=LONDON-READING&at=2026-12-01T21:30").text())
        .contains(">admin<", ">scientist<")
        .doesNotContain("are booked by others");
    assertThat(browser.get("/network?link=LONDON-READING").text())
        .contains("None that you may see");
  }

  @Test
  void showsWhatWasMeasuredBesideWhatIsBooked() throws Exception {
    var mine = book("scientist", 300);
    var foreign = book("admin", 200);
    book("scientist", 100);
    fixture.clock.set(HALF_PAST_NINE);
    browser.logIn("scientist", "scientist");
    var place = "/network?link=LONDON-READING";
    assertThat(browser.get(place).text())
        .contains("What was measured is not known now", "lnsap-ucl: cannot connect")
        .contains("<dt>Measured</dt><dd>not known</dd>");
    try (var campus = new CountingCampus(fixture)) {
      assertThat(browser.get(place).text())
          .as("a campus that was silent a moment ago is not waited for again")
          .contains("What was measured is not known now", "lnsap-ucl: cannot connect");
      assertThat(campus.requests()).isEmpty();
      fixture.clock.advance(Duration.ofSeconds(30));
      campus.count(mine, 290, 1.5);
      campus.count(foreign, 100, 0);
      assertThat(browser.get(place).text())
          .contains("600 Mbit/s booked, measured 390 to READING, 1.5 to LONDON")
          .contains("390 M measured", "2 of 3 bookings")
          .containsOnlyOnce("290 to READING, 1.5 to LONDON")
          .contains(">no value<")
          .doesNotContain("100 to READING", "What was measured is not known");
      assertThat(campus.requests())
          .as("one query for the whole map")
          .containsExactly("/circuits/traffic?at=2026-12-01T21:30:30Z");
      assertThat(browser.get(place + "&at=2026-12-01T21:40").text())
          .as("nothing is asked about what is to come")
          .doesNotContain("M measured", "<dt>Measured");
      assertThat(campus.requests()).hasSize(1);
      var operator = new PageBrowser(fixture.url());
      operator.logIn("operator", "operator");
      assertThat(operator.get(place).text()).contains(">100 to READING, 0 to LONDON<");
    }
  }

  @Test
  void directionsFollowTheSourceOfALightpath() throws Exception {
    var towardsUcl =
        fixture
            .clientFor("scientist")
            .post(
                "/api/v1/reservations",
                """
                {"description":"back","source":"newton.manchester","destination":"vis.ucl",
                 "bandwidthMbps":300,
                 "schedule":{"startTime":"2026-12-01T21:00:00Z","endTime":"2026-12-01T22:00:00Z"}}
                """)
            .json()
            .path("connectionId")
            .asString();
    fixture.clock.set(HALF_PAST_NINE);
    browser.logIn("scientist", "scientist");
    try (var campus = new CountingCampus(fixture)) {
      campus.count(towardsUcl, 20, 250);
      assertThat(browser.get("/network").text())
          .contains("250 to READING, 20 to LONDON", "1 of 1 booking");
    }
  }

  @Test
  void operatorsSeeTheHealthOfElements() {
    browser.logIn("operator", "operator");
    assertThat(browser.get("/network").text())
        .contains("aria-label=\"Element LONDON, impaired\"", "mark-IMPAIRED")
        .contains("<strong>lnsap-ucl</strong> does not answer")
        .contains("3 connected, 2 items missing");
    assertThat(browser.get("/network?element=LONDON").text())
        .contains("1 item missing, 2 circuits impaired", "href=\"/elements/LONDON\"");
    assertThat(browser.get("/network?site=ucl").text()).contains("<h2>UCL</h2>");
  }

  @Test
  void whatIsNotOnTheMapIsNamed() {
    browser.logIn("scientist", "scientist");
    assertThat(browser.get("/network?link=LONDON-PARIS").text())
        .contains("There is no <bdi>link LONDON-PARIS</bdi> on this map");
    assertThat(browser.get("/network?at=tomorrow").text())
        .contains("“tomorrow” is no date and time");
    assertThat(browser.get("/network?at=%2B999999999-12-31T00:00").status()).isEqualTo(200);
  }

  @Test
  void onlyPeopleWhoAreLoggedInSeeIt() {
    assertThat(browser.get("/network").location()).isEqualTo("/login");
  }
}

package org.touchpaper.bar.web.bookings;

import static org.assertj.core.api.Assertions.assertThat;

import biweekly.Biweekly;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.client.model.VoteNote;

/** The list of bookings and the page of one, without a browser; actions are sent twice. */
class BookingPagesTest {

  private static final String CO_ALLOCATIONS = "/api/v1/co-allocations";
  private static final String RESERVATIONS = "/api/v1/reservations";

  private final BarFixture fixture = BarFixture.shared();
  private final PageBrowser browser = new PageBrowser(fixture.url());

  @BeforeEach
  void logIn() {
    browser.logIn("scientist", "scientist");
  }

  private String bookTogether(String user, String description) {
    var body = RequestBodies.with(RequestBodies.BOTH, "/description", "\"" + description + "\"");
    return page(fixture.clientFor(user).post(CO_ALLOCATIONS, body).text("/id"));
  }

  private String bookAlone(String user) {
    return page(
        fixture.clientFor(user).post(RESERVATIONS, RequestBodies.LIGHTPATH).text("/connectionId"));
  }

  private static String page(String id) {
    return "/bookings/" + id;
  }

  // --- the list ---------------------------------------------------------------------------------

  @Test
  void aLightpathBookedAloneIsListedAndHasAPage() {
    var place = bookAlone("scientist");
    assertThat(browser.get("/").text()).contains("href=\"" + place + "\"", "a film");
    assertThat(browser.get(place).text())
        .contains("300 Mbit/s vis.ucl → newton.manchester", "COMMITTED", "Edit booking");
  }

  @Test
  void bookingsAreInSectionsByTheirStart() {
    var running = bookTogether("scientist", "runs now");
    var cancelled = bookTogether("scientist", "given up");
    browser.post(cancelled + "/cancel", "");
    fixture.clock.set(BarFixture.NOW.plus(Duration.ofMinutes(90))); // 21:30
    var later =
        RequestBodies.with(
            RequestBodies.with(RequestBodies.BOTH, "/description", "\"comes later\""),
            "/schedule",
            "{\"startTime\":\"2026-12-02T09:00:00Z\",\"endTime\":\"2026-12-02T10:00:00Z\"}");
    fixture.clientFor("scientist").post(CO_ALLOCATIONS, later);
    var text = browser.get("/").text();
    assertThat(section(text, "now")).contains(running).doesNotContain("comes later", cancelled);
    assertThat(section(text, "next")).contains("comes later").doesNotContain("runs now");
    assertThat(section(text, "past")).contains("given up").doesNotContain("runs now");
    assertThat(section(text, "now")).contains("50 % of the booked time has passed");
  }

  private static String section(String page, String key) {
    var from = page.indexOf("<section class=\"card\" aria-labelledby=\"" + key + "\"");
    return page.substring(from, page.indexOf("</section>", from));
  }

  @Test
  void severalLightpathsAreCountedInOneLineAndOneNodeIsSingular() {
    var path =
        "{\"source\":\"vis.ucl\",\"destination\":\"newton.manchester\",\"bandwidthMbps\":100}";
    var body =
        RequestBodies.with(
            RequestBodies.with(RequestBodies.BOTH, "/lightpaths", "[" + path + "," + path + "]"),
            "/compute",
            "[{\"resource\":\"newton\",\"nodes\":1}]");
    fixture.clientFor("scientist").post(CO_ALLOCATIONS, body);
    assertThat(browser.get("/").text())
        .contains("2 lightpaths, 200 Mbit/s together · 1 node of newton")
        .doesNotContain("1 nodes");
  }

  @Test
  void filtersAreInTheUrl() {
    bookTogether("operator", "film");
    bookTogether("scientist", "dome");
    bookAlone("scientist");
    var operator = new PageBrowser(fixture.url());
    operator.logIn("operator", "operator");
    """
    /?q=FIL                           | film, a film
    /?q=%25                           |
    /?state=CANCELLED                 |
    /?state=COMMITTED&section=all     | film, a film, dome
    /?state=                          | film, a film, dome
    /?resource=newton                 | film, dome
    /?resource=newton.manchester      | film, a film, dome
    /?resource=archive.lancaster      |
    /?owner=operator                  | film
    /?from=2026-12-01&to=2026-12-01   | film, a film, dome
    /?from=2026-12-02                 |
    /?to=2026-11-30                   |
    /?from=2026-12-02&to=2026-12-01   |
    """
        .lines()
        .map(line -> line.split("\\|", -1))
        .forEach(line -> {
          var shown = shownIn(operator.get(line[0].strip()).text());
          var expected = line[1].isBlank() ? new String[0] : line[1].strip().split(", ");
          assertThat(shown).as(line[0]).containsExactlyInAnyOrder(expected);
        });
  }

  private static List<String> shownIn(String page) {
    return Pattern.compile("href=\"/bookings/[^\"]*\"><bdi>([^<]*)<")
        .matcher(page)
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  @Test
  void aFilterThatMeansNothingIsToldAndIgnored() {
    bookAlone("scientist");
    """
    /?state=UP          | There is no state “UP”. The states are UNDECIDED, COMMITTED
    /?section=soon      | There is no section “soon”.
    /?sort=owner        | The list cannot be sorted by “owner”
    /?from=yesterday    | “yesterday” is no date such as 2026-12-01.
    /?to=%3Cb%3E        | “&lt;b&gt;” is no date
    """
        .lines()
        .map(line -> line.split("\\|"))
        .forEach(line -> {
          var page = browser.get(line[0].strip());
          assertThat(page.status()).isEqualTo(200);
          assertThat(page.text()).contains("role=\"alert\"", line[1].strip(), "a film");
        });
  }

  @Test
  void pagesFollowEachOtherInBothDirectionsAndKeepTheFilter() {
    storeOldOnes(60);
    var first = browser.get("/?section=past&q=old").text();
    assertThat(first)
        .contains("class=\"count\">60<", "old 59<", "old 35<")
        .doesNotContain("old 34<");
    assertThat(first).doesNotContain(">Previous<");
    var second = browser.get(link(first, "next")).text();
    assertThat(second).contains("old 34<", "old 10<").doesNotContain("old 35<", "old 9<");
    var third = browser.get(link(second, "next")).text();
    assertThat(third).contains("old 9<", "old 0<").doesNotContain("old 10<", "rel=\"next\"");
    var back = browser.get(link(third, "prev")).text();
    assertThat(back).contains("old 34<", "old 10<").doesNotContain("old 35<", "old 9<");
    var start = browser.get(link(back, "prev")).text();
    assertThat(start).contains("old 59<", "old 35<").doesNotContain("old 34<");
    var ascending = browser.get("/?section=past&q=old&sort=start").text();
    assertThat(ascending).contains("old 0<", "old 24<").doesNotContain("old 25<");
  }

  @Test
  void aCursorOfNoListIsRefused() {
    for (var time = 1; time <= 2; time++) {
      assertThat(browser.get("/?section=past&after=yesterday").status()).isEqualTo(400);
    }
  }

  private static String link(String page, String rel) {
    return page.replaceAll("(?s).*rel=\"" + rel + "\" href=\"([^\"]*)\".*", "$1")
        .replace("&amp;", "&");
  }

  /** Lightpaths alone and co-allocations in turn. */
  private void storeOldOnes(int count) {
    var together = id(bookTogether("scientist", "x"));
    var alone = id(bookAlone("scientist"));
    for (var number = 0; number < count; number++) {
      if (number % 2 == 0) {
        StoredBookings.copyLightpath(fixture.jdbc(), alone, number, number);
      } else {
        StoredBookings.copyCoAllocation(fixture.jdbc(), together, number, number);
      }
    }
  }

  private static UUID id(String place) {
    return UUID.fromString(place.substring("/bookings/".length()));
  }

  // --- one booking ------------------------------------------------------------------------------

  @Test
  void anothersBookingIsNotFoundInAnyForm() {
    for (var place : new String[] {bookTogether("operator", "x"), bookAlone("operator")}) {
      assertThat(browser.get(place).status()).isEqualTo(404);
      assertThat(browser.get(place + ".ics").status()).isEqualTo(404);
      assertThat(browser.get(place + "/cancel").status()).isEqualTo(404);
      assertThat(browser.post(place + "/cancel", "").status()).isEqualTo(404);
      assertThat(browser.post(place + "/change", "").status()).isEqualTo(404);
      var operator = fixture.clientFor("operator");
      assertThat(operator.get("/api/v1" + place.replace("bookings", "co-allocations")).status())
          .isIn(200, 404);
    }
  }

  @Test
  void anOperatorSeesAnothersBookingAndCannotChangeIt() {
    var operator = new PageBrowser(fixture.url());
    operator.logIn("operator", "operator");
    for (var place : new String[] {bookTogether("scientist", "x"), bookAlone("scientist")}) {
      assertThat(operator.get(place).text())
          .contains("Only the owner or an administrator can cancel this booking.")
          .doesNotContain("Edit booking", "Cancel…");
      assertThat(operator.post(place + "/cancel", "").status()).isEqualTo(403);
      assertThat(operator.post(place + "/change", "").status()).isEqualTo(403);
    }
  }

  @Test
  void theMilestonesAreAFewAndTheStepsAreFoldedByPart() {
    var place = bookAlone("scientist");
    var text = browser.get(place).text();
    assertThat(text.split("class=\"milestone-", -1)).hasSizeBetween(6, 7);
    assertThat(text)
        .contains("Requested", "Confirmed", "Ready at every site", "Goes up", "Ends", "Cleaned up")
        .contains("Booking (", "every segment committed version 1");
    browser.post(place + "/cancel", "");
    assertThat(browser.get(place).text()).contains("Cancelled").doesNotContain("Goes up");
  }

  @Test
  void thePathIsADrawingWhoseElementsLinkToTheirPagesForOperators() {
    var place = bookTogether("scientist", "x");
    assertThat(browser.get(place).text())
        .contains("aria-label=\"Path: vis.ucl, LONDON, WARRINGTON, newton.manchester\"")
        .doesNotContain("/elements/LONDON");
    var operator = new PageBrowser(fixture.url());
    operator.logIn("operator", "operator");
    assertThat(operator.get(place).text())
        .contains("href=\"/elements/LONDON\"")
        .doesNotContain("/elements/vis.ucl");
  }

  @Test
  void aBrokenHopIsMarked() {
    fixture.segments.describeEndpoints();
    var place = bookAlone("scientist");
    fixture.segments.reportProblem("nsap", "impaired: NSAP 1-A-1-1: loss of signal");
    fixture.clock.set(BarFixture.NOW.plus(Duration.ofMinutes(61)));
    fixture.pollNowAndAfter(Duration.ofSeconds(30));
    assertThat(browser.get(place).text())
        .contains("loss of signal", "NSAP (problem)", "class=\"element broken\"");
  }

  @Test
  void aBookingIsAnEventInACalendar() {
    for (var place : new String[] {bookTogether("scientist", "a, b"), bookAlone("scientist")}) {
      var read = Biweekly.parse(browser.get(place + ".ics").text()).first().getEvents().getFirst();
      assertThat(read.getUid().getValue())
          .isEqualTo(place.substring("/bookings/".length()) + "@touchpaper");
      assertThat(read.getDateStart().getValue().toInstant())
          .isEqualTo(BarFixture.NOW.plus(Duration.ofHours(1)));
      assertThat(read.getStatus().getValue()).isEqualTo("CONFIRMED");
      assertThat(read.getUrl().getValue()).isEqualTo(fixture.url() + place);
      var sequence = read.getSequence().getValue();
      browser.post(place + "/cancel", "");
      var after = Biweekly.parse(browser.get(place + ".ics").text()).first().getEvents().getFirst();
      assertThat(after.getStatus().getValue()).isEqualTo("CANCELLED");
      assertThat(after.getSequence().getValue()).isGreaterThan(sequence);
    }
  }

  // --- change -----------------------------------------------------------------------------------

  /** Values that are missing or unchanged stay. */
  @Test
  void aBookingIsChangedByItsFormOrShowsWhyNot() {
    var place = bookTogether("scientist", "SPICE");
    assertThat(browser.get(place).text()).contains("Edit booking", "Nodes of newton");
    var changed = browser.post(place + "/change", "key=c-1&end=2026-12-01T22:30:00");
    assertThat(changed.location()).isEqualTo(place);
    assertThat(changed.text())
        .contains("2026-12-01 22:30 UTC", "transaction 2: confirmed by all parties");
    assertThat(browser.post(place + "/change", "key=c-2&end=2026-12-01T22:30:00").text())
        .contains("Nothing to change: these are the current values.");
    fixture.harc.refuseAll(
        new VoteNote.Refusal("n", "NODES_BUSY", "newton", "nodes", "It is full.", false, null));
    var refused =
        browser.post(
            place + "/change", "key=c-4&start=2026-12-01T21:30:00&description=typed+with+care");
    assertThat(refused.text())
        .contains("Not changed: It is full. Available from 2026-12-01 22:30 UTC")
        .contains("value=\"2026-12-01T21:30:00\"", "value=\"typed with care\"", "open=\"open\"");
    assertThat(browser.get(place).text()).contains("2026-12-01 21:00 UTC", "SPICE");
    fixture.harc.commitAll();
    browser.post(place + "/cancel", "");
    assertThat(browser.get(place).text()).doesNotContain("Edit booking");
  }

  @Test
  void aLightpathAloneIsChangedByItsFormOrShowsWhyNot() {
    var place = bookAlone("scientist");
    for (var time = 1; time <= 2; time++) { // the same form twice
      var changed = browser.post(place + "/change", "key=c-1&mbps=500&description=faster");
      assertThat(changed.location()).isEqualTo(place);
      assertThat(changed.text()).contains("500 Mbit/s vis.ucl", "faster");
    }
    assertThat(fixture.segments.committedMbps()).containsOnly(500);
    var invalid = browser.post(place + "/change", "key=c-2&mbps=many&end=2026-12-01T20:30:00");
    assertThat(invalid.text()).contains("Enter a whole number.", "value=\"many\"");
    fixture.segments.refuseEverything("nsap");
    assertThat(browser.post(place + "/change", "key=c-3&mbps=600").text())
        .contains("Not changed: nsap refuses", "value=\"600\"");
    assertThat(fixture.segments.committedMbps()).containsOnly(500);
  }

  @Test
  void allErrorsAreToldAtOnceAtTheirFieldsAndNothingIsChanged() {
    var place = bookTogether("scientist", "SPICE");
    var nodes = amountField(browser.get(place).text(), "Nodes of newton");
    var tables = fixture.dumpTables();
    for (var time = 1; time <= 2; time++) {
      var page = browser.post(place + "/change", "key=c-1&start=soon&end=later&" + nodes + "=many");
      assertThat(page.status()).isEqualTo(200);
      assertThat(page.text().split("Enter a date and a time", -1)).hasSize(1 + 2 * 2);
      assertThat(page.text())
          .contains("aria-describedby=\"error-start\"", "id=\"error-" + nodes + "\"")
          .containsOnlyOnce("autofocus=");
    }
    assertThat(browser.post(place + "/change", "key=c-2&" + nodes + "=129").text())
        .contains("aria-describedby=\"error-" + nodes + "\"", "newton has 128 nodes");
    assertThat(browser.post(place + "/change", "key=c-3&end=2026-12-01T20:30:00").text())
        .contains("the end Tue 1 Dec 2026, 20:30 UTC is not after the start");
    assertThat(fixture.dumpTables()).isEqualTo(tables);
  }

  private static String amountField(String page, String label) {
    return page.replaceAll("(?s).*<label for=\"field-([^\"]*)\">" + label + "</label>.*", "$1");
  }

  @Test
  void aChangeBySomebodyElseMeanwhileIsToldAndNotUndone() {
    for (var place : new String[] {bookTogether("scientist", "SPICE"), bookAlone("scientist")}) {
      var version = version(browser.get(place).text());
      browser.post(place + "/change", "key=c-1&description=by+the+other");
      var late = browser.post(place + "/change", "key=c-2&description=mine&version=" + version);
      assertThat(late.text())
          .contains("somebody else changed this booking", "by the other", "value=\"mine\"");
      assertThat(browser.get(place).text()).contains("by the other").doesNotContain("\"mine\"");
      var again =
          browser.post(
              place + "/change", "key=c-3&description=mine&version=" + version(late.text()));
      assertThat(again.location()).isEqualTo(place);
      assertThat(again.text()).contains("mine");
    }
  }

  private static String version(String page) {
    return page.replaceAll("(?s).*name=\"version\" value=\"([^\"]*)\".*", "$1")
        .replace("&quot;", "%22");
  }

  @Test
  void aBookingIsMovedToTheEarliestSlotInAWindow() {
    var place = bookAlone("scientist");
    var window = "key=c-1&when=between&notBefore=2026-12-02T10:00:00&notAfter=";
    assertThat(browser.post(place + "/change", window).text())
        .contains("Enter the latest end time.", "value=\"2026-12-02T10:00:00\"");
    assertThat(browser.post(place + "/change", window + "2026-12-02T18:00:00").text())
        .contains("2026-12-02 10:00 UTC", "2026-12-02 11:00 UTC");
  }

  /** The clocks change in each zone: they skip a time, and a time occurs twice. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          Europe/London, 2027-03-28T01:30, 2027-10-31T01:30, +01:00, 2027-10-31T00:30:00Z, Z, 2027-10-31T01:30:00Z
          America/New_York, 2027-03-14T02:30, 2027-11-07T01:30, -04:00, 2027-11-07T05:30:00Z, -05:00, 2027-11-07T06:30:00Z
          Australia/Lord_Howe, 2027-10-03T02:15, 2027-04-04T01:45, +11:00, 2027-04-03T14:45:00Z, +10:30, 2027-04-03T15:15:00Z
          """)
  void bothFormsAskWhichOfTwoTimesIsMeantAndRefuseOneThatIsSkipped(
      String zone,
      String skipped,
      String repeated,
      String firstOffset,
      String first,
      String secondOffset,
      String second) {
    var alone = bookAlone("scientist");
    var change = alone + "/change";
    var form = "source=vis.ucl&destination=newton.manchester&bandwidthMbps=70&minutes=60&key=";
    for (var time = 1; time <= 2; time++) {
      assertThat(browser.post(change, "key=s&zone=" + zone + "&start=" + skipped).text())
          .contains("go forward", "Enter another time.", "value=\"" + skipped + "\"");
      assertThat(browser.post("/book", form + "s&zone=" + zone + "&start=" + skipped).text())
          .contains("go forward", "Enter another time.", "value=\"" + skipped + "\"");
      for (var asked :
          List.of(
              browser.post(change, "key=o&zone=" + zone + "&start=" + repeated).text(),
              browser.post("/book", form + "o&zone=" + zone + "&start=" + repeated).text())) {
        assertThat(asked)
            .contains("go back, so", "occurs twice", "Clocks go back: which of the two?")
            .contains("name=\"startOffset\"", "value=\"" + firstOffset + "\"")
            .contains("value=\"" + secondOffset + "\"")
            .doesNotContain("choose UTC");
      }
    }
    assertThat(startOf(alone)).isEqualTo("2026-12-01T21:00:00Z");
    for (var chosen : List.of(List.of(firstOffset, first), List.of(secondOffset, second))) {
      var start =
          "&zone=%s&start=%s&startOffset=%s"
              .formatted(zone, repeated, chosen.getFirst().replace("+", "%2B"));
      var end = "&end=" + repeated.replaceFirst("T.*", "T23:00");
      assertThat(browser.post(change, "key=c" + chosen.getFirst().substring(1) + start + end))
          .returns(alone, PageBrowser.Page::location);
      assertThat(startOf(alone)).isEqualTo(chosen.getLast());
      var booked = browser.post("/book", form + chosen.getLast() + start);
      assertThat(booked.location()).startsWith("/bookings/");
      assertThat(
              fixture
                  .clientFor("scientist")
                  .get(CO_ALLOCATIONS + "/" + id(booked.location()))
                  .text("/schedule/startTime"))
          .isEqualTo(chosen.getLast());
      browser.post(booked.location() + "/cancel", "");
    }
  }

  /** The form shows which of two times is booked, and saving it changes nothing. */
  @Test
  void aStartInTheHourThatOccursTwiceIsShownAsItIsBooked() {
    var body =
        RequestBodies.with(
            RequestBodies.LIGHTPATH,
            "/schedule",
            "{\"startTime\":\"2027-10-31T01:30:00Z\",\"endTime\":\"2027-10-31T03:00:00Z\"}");
    var place = page(fixture.clientFor("scientist").post(RESERVATIONS, body).text("/connectionId"));
    browser.post("/preferences", "zone=Europe%2FLondon&theme=&back=/");
    assertThat(browser.get(place).text())
        .contains("value=\"2027-10-31T01:30\"", "Clocks go back: which of the two?")
        .containsPattern("value=\"Z\" selected");
    for (var offset : List.of("&startOffset=Z", "")) {
      assertThat(
              browser
                  .post(
                      place + "/change", "key=k&zone=Europe/London&start=2027-10-31T01:30" + offset)
                  .text())
          .contains("Nothing to change");
    }
  }

  @Test
  void aTimeBeingTypedIsAskedForByItsFieldOnly() {
    var twice = "/bookings/twice?zone=Europe/London&field=end&end=2027-10-31T01:30";
    assertThat(browser.get(twice).text()).contains("id=\"twice-end\"", "name=\"endOffset\"");
    assertThat(browser.get(twice.replace("01:30", "03:30")).text())
        .contains("id=\"twice-end\"")
        .doesNotContain("<select");
    assertThat(browser.get(twice.replace("field=end", "field=x")).status()).isEqualTo(404);
    assertThat(browser.get(twice.replace("London", "Atlantis")).status()).isEqualTo(200);
  }

  private String startOf(String alone) {
    return fixture
        .clientFor("scientist")
        .get(RESERVATIONS + "/" + id(alone))
        .text("/schedule/startTime");
  }

  // --- cancel -----------------------------------------------------------------------------------

  @Test
  void cancellingAsksFirstAndSaysWhatIsGivenBack() {
    for (var place : new String[] {bookTogether("scientist", "SPICE"), bookAlone("scientist")}) {
      assertThat(browser.get(place).text()).contains("Cancel…").doesNotContain("Tear down");
      var question = browser.get(place + "/cancel").text();
      assertThat(question)
          .contains("Nothing of this booking is up", "300 Mbit/s vis.ucl", "Cancel booking")
          .contains("Keep it");
      assertThat(browser.get(place).text()).contains("COMMITTED");
      for (var time = 1; time <= 2; time++) {
        var cancelled = browser.post(place + "/cancel", "");
        assertThat(cancelled.location()).isEqualTo(place);
        assertThat(cancelled.text()).contains("CANCELLED").doesNotContain("Not cancelled");
      }
      assertThat(browser.get(place + "/cancel").location()).isEqualTo(place);
    }
    assertThat(fixture.segments.committedCounts()).containsOnly(0L);
  }

  @Test
  void whatIsUpIsTornDownAndTheQuestionSaysSo() {
    var place = bookAlone("scientist");
    bringUp();
    assertThat(browser.get(place).text()).contains("ACTIVE", "Tear down…");
    var admin = new PageBrowser(fixture.url());
    admin.logIn("admin", "admin");
    assertThat(browser.get("/").text()).contains("class=\"small is-up\">up<");
    assertThat(admin.get(place + "/cancel").text())
        .contains("This booking is running", "300 Mbit/s", "Tear down now", "who loses it");
    assertThat(admin.post(place + "/cancel", "").text()).contains("cut by admin");
  }

  private void bringUp() {
    fixture.clock.set(BarFixture.NOW.plus(Duration.ofMinutes(61)));
    fixture.pollNowAndAfter(Duration.ofSeconds(30));
  }

  @Test
  void aBookingThatChangedSinceTheQuestionIsNotCancelled() {
    for (var place : new String[] {bookTogether("scientist", "SPICE"), bookAlone("scientist")}) {
      var version = version(browser.get(place + "/cancel").text());
      browser.post(place + "/change", "key=c-1&description=another");
      assertThat(browser.post(place + "/cancel", "version=" + version).text())
          .contains("Not cancelled: the booking was changed meanwhile", "COMMITTED");
    }
  }
}

package org.touchpaper.bar.web.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.RegisteredApplication.Parameter;
import org.touchpaper.harc.client.model.VoteNote;

/** The page "Book" without a browser: what the form says and does. */
class BookingPageTest {

  private static final String FORM =
      "source=vis.ucl&destination=newton.manchester&bandwidthMbps=300&cluster=newton&nodes=4"
          + "&start=2026-12-01T21:00:00&minutes=60&description=SPICE";

  private static final RegisteredApplication PORE =
      new RegisteredApplication(
          "pore",
          "DNA through a pore",
          "imd",
          List.of(
              new Parameter("steps", "[1-9][0-9]{0,8}", "1000", "steps to simulate"),
              new Parameter("box", "[0-9]+", null, "length of the box")),
          false);

  private final BarFixture fixture = BarFixture.shared();
  private final PageBrowser browser = new PageBrowser(fixture.url());

  @BeforeEach
  void logIn() {
    browser.logIn("scientist", "scientist");
  }

  @AfterEach
  void assertNoCallInsideATransaction() {
    assertThat(fixture.sentInTransaction).isEmpty();
  }

  private void assertNothingBooked() {
    assertThat(fixture.harc.beginCount()).isZero();
    assertThat(fixture.dumpTables().values()).containsOnly("");
  }

  private static VoteNote.Refusal nodesBusy(String reason) {
    return new VoteNote.Refusal("n", "NODES_BUSY", "newton", "nodes", reason, false, null);
  }

  private static String keyIn(String page) {
    return page.replaceAll("(?s).*name=\"key\" value=\"([^\"]*)\".*", "$1");
  }

  // --- booking ----------------------------------------------------------------------------------

  @Test
  void aFormIsBookedOnceHoweverOftenItIsSubmitted() {
    var booked = browser.post("/book", FORM + "&key=k-1");
    assertThat(booked.location()).startsWith("/bookings/");
    assertThat(browser.post("/book", FORM + "&key=k-1").location()).isEqualTo(booked.location());
    assertThat(fixture.harc.beginCount()).isEqualTo(1);
  }

  /** A double submission: time passes between the two, and the booking stays the same. */
  @Test
  void aFormWithoutAStartThatIsSubmittedTwiceBooksOnce() {
    var soon = FORM.replace("start=2026-12-01T21:00:00", "start=") + "&key=k-1";
    var booked = browser.post("/book", soon);
    assertThat(booked.location()).startsWith("/bookings/");
    assertThat(booked.text()).contains("21:00");
    fixture.clock.advance(Duration.ofMillis(150));
    assertThat(browser.post("/book", soon).location()).isEqualTo(booked.location());
    assertThat(fixture.harc.beginCount()).isEqualTo(1);
  }

  @Test
  void severalLightpathsAndClustersAreBookedTogether() {
    fixture.changeDirectory(text ->
        text.replace(
            "  clusters:\n",
            "  clusters:\n    - { name: kepler, rm: rm-newton, nodes: 32, host: newton.manchester }\n"));
    var booked =
        browser.post(
            "/book",
            FORM
                + "&source=newton.manchester&destination=vis.ucl&bandwidthMbps=100"
                + "&cluster=kepler&nodes=2&key=k-1");
    assertThat(booked.location()).startsWith("/bookings/");
    assertThat(booked.text()).contains("newton", "kepler", "300 Mbit/s", "100 Mbit/s");
  }

  @Test
  void aBookingEndsAtATimeInsteadOfAfterALength() {
    var until = FORM + "&until=end&end=2026-12-01T23:15:00&key=k-1";
    var booked = browser.post("/book", until);
    assertThat(booked.location()).startsWith("/bookings/");
    assertThat(booked.text()).contains("23:15");
  }

  @Test
  void aFormForTheEarliestSlotInAWindowIsBookedInIt() {
    fixture.harc.setPossibleStarts("rm-network", BarFixture.NOW, BarFixture.NOW.plusSeconds(86400));
    fixture.harc.setPossibleStarts(
        "rm-newton", BarFixture.NOW.plusSeconds(5400), BarFixture.NOW.plusSeconds(86400));
    var between = FORM + "&when=between&notBefore=&notAfter=2026-12-02T00:00:00&key=k-1";
    var booked = browser.post("/book", between);
    assertThat(booked.location()).startsWith("/bookings/");
    assertThat(booked.text()).contains("21:30", "22:30", "as early as possible");
    fixture.clock.advance(Duration.ofMillis(150));
    assertThat(browser.post("/book", between).location()).isEqualTo(booked.location());
    assertThat(fixture.harc.beginCount()).isEqualTo(1);
  }

  @Test
  void aResubmittedFormWithOtherValuesLinksItsBookingAndGetsANewKey() {
    var booked = browser.post("/book", FORM + "&key=k-1");
    var changed = FORM.replace("nodes=4", "nodes=5");
    for (var time = 1; time <= 2; time++) {
      var page = browser.post("/book", changed + "&key=k-1");
      assertThat(page.text())
          .contains("This form was already submitted", "href=\"" + booked.location() + "\"")
          .doesNotContain("No resources are held", "value=\"k-1\"");
    }
    var newKey = keyIn(browser.post("/book", changed + "&key=k-1").text());
    assertThat(browser.post("/book", changed + "&key=" + newKey).location())
        .startsWith("/bookings/")
        .isNotEqualTo(booked.location());
  }

  @Test
  void aCorrectedFormIsBookedForItsFullDuration() {
    var soon = FORM.replace("start=2026-12-01T21:00:00", "start=") + "&key=k-1";
    browser.post("/book", soon.replace("nodes=4", "nodes=129"));
    fixture.clock.advance(Duration.ofMinutes(5));
    assertThat(browser.post("/book", soon).text()).contains("21:05");
  }

  // --- the same booking once more (fault 9) -----------------------------------------------------

  @Test
  void theSameBookingIsMadeAgainOnlyIfThatIsConfirmed() {
    var booked = browser.post("/book", FORM).location();
    var id = booked.substring("/bookings/".length());
    for (var time = 1; time <= 2; time++) {
      var question = browser.post("/book", FORM);
      assertThat(question.location()).isEqualTo("/book");
      assertThat(question.text())
          .contains("You already have the same booking", "Book it again")
          .contains("href=\"" + booked + "\"", "value=\"" + id + "\"", "value=\"SPICE\"");
    }
    assertThat(fixture.harc.beginCount()).isEqualTo(1);
    var confirmed = FORM + "&key=k-2&confirmed=" + id;
    var again = browser.post("/book", confirmed).location();
    assertThat(again).startsWith("/bookings/").isNotEqualTo(booked);
    assertThat(browser.post("/book", confirmed).location()).isEqualTo(again);
    assertThat(fixture.harc.transactionCount()).isEqualTo(2);
  }

  @Test
  void theSameBookingFromNowOnIsAskedForToo() {
    var now = FORM.replace("start=2026-12-01T21:00:00", "start=");
    assertThat(browser.post("/book", now).location()).startsWith("/bookings/");
    fixture.clock.advance(Duration.ofMinutes(5));
    assertThat(browser.post("/book", now).text()).contains("You already have the same booking");
  }

  @ParameterizedTest
  @CsvSource({
    "nodes=4, nodes=5",
    "minutes=60, minutes=61",
    "start=2026-12-01T21:00:00, start=2026-12-01T21:00:01",
    "source=vis.ucl&destination=newton.manchester, source=newton.manchester&destination=vis.ucl"
  })
  void anotherBookingIsNotAskedFor(String same, String other) {
    browser.post("/book", FORM);
    assertThat(browser.post("/book", FORM.replace(same, other)).location())
        .startsWith("/bookings/");
  }

  @Test
  void aCancelledBookingAndThatOfAnotherPersonAreNotTheSame() {
    var booked = browser.post("/book", FORM).location();
    var operator = new PageBrowser(fixture.url());
    operator.logIn("operator", "operator");
    assertThat(operator.post("/book", FORM).location()).startsWith("/bookings/");
    fixture
        .clientFor("scientist")
        .delete("/api/v1/co-allocations/" + booked.substring("/bookings/".length()));
    assertThat(browser.post("/book", FORM).location()).startsWith("/bookings/");
  }

  // --- rows -------------------------------------------------------------------------------------

  @Test
  void rowsAreAddedAndRemovedWithoutJavaScript() {
    var two = browser.post("/book/form", FORM + "&add=lightpath");
    assertThat(two.text())
        .contains("id=\"source-1\"", "Remove lightpath 2", "value=\"SPICE\"")
        .containsPattern("id=\"source-1\"[^>]*autofocus");
    var rows = FORM + "&source=newton.manchester&destination=vis.ucl&bandwidthMbps=70";
    var one = browser.post("/book/form", rows + "&remove=lightpath-0").text();
    assertThat(one).contains("value=\"70\"").doesNotContain("value=\"300\"", "source-1");
    assertThat(browser.post("/book/form", FORM + "&remove=cluster-0").text())
        .doesNotContain("value=\"newton\" selected");
    assertThat(browser.post("/book/form", FORM + "&add=cluster&remove=nonsense-9").status())
        .isEqualTo(200);
    assertNothingBooked();
  }

  @Test
  void moreRowsThanTheApiTakesAreRefused() {
    var many = FORM + "&source=vis.ucl&destination=newton.manchester&bandwidthMbps=1".repeat(16);
    assertThat(browser.post("/book", many).text()).contains("A booking has at most 16 lightpaths.");
    assertThat(browser.get("/book?" + "source=vis.ucl&".repeat(400)).status()).isEqualTo(200);
    assertNothingBooked();
  }

  // --- what is run ------------------------------------------------------------------------------

  @Test
  void aClusterRunsAnApplicationOfItsSite() {
    fixture.harc.setApplications(PORE);
    fixture.clock.advance(Duration.ofSeconds(20)); // answers to other tests are too old
    var run = FORM + "&run.0.application=pore";
    assertThat(browser.post("/book/form", run).text())
        .contains("steps to simulate; if empty: 1000", "length of the box", "Viewer");
    assertThat(browser.post("/book", run).text())
        .contains("href=\"#argument-0-box\"")
        .contains("pore needs a value of box: length of the box.");
    assertNothingBooked();
    var booked =
        browser.post(
            "/book",
            run
                + "&run.0.argument.pore.box=28&run.0.argument.other.steps=9"
                + "&run.0.environment=OMP_NUM_THREADS%3D4&run.0.viewer=vis.ucl&key=k-1");
    assertThat(booked.location()).startsWith("/bookings/");
    assertThat(booked.text()).contains("pore box=28");
    var again =
        browser.get("/book?again=" + booked.location().substring("/bookings/".length())).text();
    assertThat(again).contains("value=\"28\"", "OMP_NUM_THREADS=4");
  }

  @Test
  void aRunIsCorrectedWithAllElse() {
    fixture.harc.setApplications(PORE);
    fixture.clock.advance(Duration.ofSeconds(20));
    var page =
        browser.post(
            "/book",
            FORM.replace("bandwidthMbps=300", "bandwidthMbps=fast")
                + "&run.0.application=pore&run.0.argument.pore.box=large"
                + "&run.0.environment=4&run.0.processesPerNode=0");
    assertThat(page.text())
        .contains("href=\"#bandwidthMbps-0\"", "href=\"#argument-0-box\"")
        .contains("href=\"#environment-0\"", "href=\"#processesPerNode-0\"")
        .contains("box of pore must match [0-9]+, not large");
    assertNothingBooked();
  }

  // --- errors (fault 10) ------------------------------------------------------------------------

  @Test
  void allErrorsAreShownAtOnceAtTheirFields() {
    var page =
        browser.post(
            "/book",
            "source=vis.ucl&destination=vis.ucl&bandwidthMbps=fast&cluster=newton&nodes=129"
                + "&start=soon&minutes=abc&description=a%0Ab");
    assertThat(page.text())
        .contains("Nothing was booked. 6 things need a correction:")
        .contains("href=\"#destination-0\"", "href=\"#bandwidthMbps-0\"", "href=\"#nodes-0\"")
        .contains("href=\"#start\"", "href=\"#minutes\"", "href=\"#description\"")
        .contains("id=\"nodes-0-error\"", "newton has 128 nodes; you asked for 129.")
        .contains("value=\"fast\"", "value=\"129\"", "value=\"abc\"")
        .containsPattern("id=\"nodes-0\"[^>]*aria-invalid=\"true\"")
        .containsPattern("id=\"nodes-0\"[^>]*aria-describedby=\"nodes-0-error\"")
        .containsPattern("id=\"destination-0\"[^>]*autofocus");
    assertThat(Pattern.compile("autofocus=").matcher(page.text()).results().count()).isEqualTo(1);
    assertNothingBooked();
  }

  /** The form follows the rules of the REST API; each submission is sent twice. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          words for a number      | nodes=4           | nodes=many            | Enter a whole number.
          no number               | nodes=4           | nodes=                | Enter a whole number.
          none of the nodes       | nodes=4           | nodes=0               | Enter 1 or more.
          a number beyond numbers | nodes=4           | nodes=99999999999     | Enter a whole number.
          a cluster that is gone  | cluster=newton    | cluster=kepler        | This cluster is not known here.
          a cluster twice         | cluster=newton    | cluster=newton&cluster=newton | newton is listed twice
          a host that is gone     | source=vis.ucl    | source=vis.mars       | This host is not known here.
          only one end            | source=vis.ucl    | source=               | Choose a host, or none at both ends.
          nothing at all          | source=vis.ucl&destination=newton.manchester&bandwidthMbps=300&cluster=newton | source= | Choose a lightpath, a cluster, or both.
          a long description      | description=SPICE | description=%long%    | Enter at most 200 characters.
          a description of lines  | description=SPICE | description=a%0Ab     | Enter one line, without control characters
          a text that turns round | description=SPICE | description=a%E2%80%AEb | marks that change the direction of text
          a long key              | minutes=60        | minutes=60&key=%long% | This form is damaged
          a key with a control    | minutes=60        | minutes=60&key=a%00b  | This form is damaged
          a length of words       | minutes=60        | minutes=abc           | Enter a length
          a negative length       | minutes=60        | minutes=-1            | Enter a length
          2^64 milliseconds       | minutes=60        | minutes=307445734561826 | Enter a length
          a length out of bounds  | minutes=60        | minutes=1e999999999   | Enter a length
          a length beyond numbers | minutes=60        | minutes=1e2147483647  | Enter a length
          a start out of bounds   | start=2026        | start=%2B999999999    | This is more than 366 days ahead.
          a start that is past    | start=2026-12-01T21 | start=2026-12-01T19 | This time is in the past.
          no start at all         | start=2026-12-01T21:00:00 | start=soon    | Enter a date and a time
          an end before the start | minutes=60        | until=end&end=2026-12-01T20:59:00 | The end must be later than the start.
          no end                  | minutes=60        | until=end&end=        | Enter when it ends, or choose a length.
          no end to a window      | minutes=60        | minutes=60&when=between | Enter by when it must be finished.
          no time for its end     | minutes=60        | minutes=60&when=between&notAfter=soon | Enter a date and a time
          reversed times          | minutes=60        | minutes=60&when=between&notBefore=2026-12-02T00:00:00&notAfter=2026-12-01T23:00:00 | This must be later than “Not before”
          a window that is short  | minutes=60        | minutes=60&when=between&notAfter=2026-12-01T20:59:00 | This is longer than the time between
          a window that is past   | minutes=60        | minutes=60&when=between&notAfter=2026-12-02T00:00:00&notBefore=2026-12-01T19:00:00 | This time is in the past.
          an unknown application  | minutes=60        | minutes=60&run.0.application=pore | newton runs no application pore for you
          """)
  void theFormRefusesWhatTheApiRefuses(String name, String good, String bad, String message) {
    fixture.clock.advance(Duration.ofSeconds(20)); // answers to other tests are too old
    var form = FORM.replace(good, bad.replace("%long%", "x".repeat(300)));
    for (var time = 1; time <= 2; time++) {
      for (var action : List.of("/book", "/book/check")) {
        var page = browser.post(action, form);
        assertThat(page.status()).isEqualTo(200);
        if (!message.contains("damaged") || action.equals("/book")) {
          assertThat(page.text()).contains(message);
        }
        assertThat(page.text())
            .doesNotContain("bandwidthMbps must", "notAfter ", "PT1H", "there is no host");
      }
    }
    assertNothingBooked();
  }

  @Test
  void aFormThatIsTooLargeIsRefusedOnAPage() {
    for (var time = 1; time <= 2; time++) {
      var page = browser.postWithoutToken("/book", "description=" + "x".repeat(2_000_000));
      assertThat(page.status()).isEqualTo(413);
      assertThat(page.text())
          .contains("<h1>Request failed</h1>")
          .contains("The body is larger than 1048576 bytes.");
    }
    assertNothingBooked();
  }

  @Test
  void aFormWithoutATokenIsRefused() {
    for (var action : List.of("/book", "/book/form", "/book/check", "/book/templates")) {
      assertThat(browser.postWithoutToken(action, FORM).status()).isEqualTo(403);
    }
    assertNothingBooked();
  }

  // --- time zones -------------------------------------------------------------------------------

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          Europe/London,       2027-03-28T01:30, clocks in Europe/London go forward
          America/New_York,    2027-03-14T02:30, clocks in America/New_York go forward
          Australia/Lord_Howe, 2027-10-03T02:15, clocks in Australia/Lord_Howe go forward
          Europe/London,       2027-10-31T01:30, clocks in Europe/London go back
          America/New_York,    2027-11-07T01:30, clocks in America/New_York go back
          Australia/Lord_Howe, 2027-04-04T01:45, clocks in Australia/Lord_Howe go back
          """)
  void aTimeThatDoesNotExistOrOccursTwiceIsNotBooked(String zone, String time, String message) {
    var form = FORM.replace("start=2026-12-01T21:00:00", "start=" + time) + "&zone=" + zone;
    assertThat(browser.post("/book", form).text()).contains(message);
    var end =
        FORM.replace("start=2026-12-01T21:00:00", "start=")
            + "&until=end&end="
            + time
            + "&zone="
            + zone;
    assertThat(browser.post("/book/check", end).text()).contains(message);
    assertNothingBooked();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          Europe/London,       2027-10-31T01:30, +01:00,  2027-10-31T00:30:00Z
          Europe/London,       2027-10-31T01:30, Z, 2027-10-31T01:30:00Z
          America/New_York,    2027-11-07T01:30, -04:00,  2027-11-07T05:30:00Z
          America/New_York,    2027-11-07T01:30, -05:00, 2027-11-07T06:30:00Z
          Australia/Lord_Howe, 2027-04-04T01:45, +11:00,  2027-04-03T14:45:00Z
          Australia/Lord_Howe, 2027-04-04T01:45, +10:30, 2027-04-03T15:15:00Z
          Europe/London,       2027-03-28T02:30, '',     2027-03-28T01:30:00Z
          """)
  void aTimeThatOccursTwiceIsBookedOnceItIsChosen(
      String zone, String time, String offset, String instant) {
    var form =
        FORM.replace("start=2026-12-01T21:00:00", "start=" + time)
            + "&startOffset="
            + URLEncoder.encode(offset, StandardCharsets.UTF_8)
            + "&zone="
            + zone;
    var booked = browser.post("/book", form).location();
    assertThat(booked).startsWith("/bookings/");
    assertThat(startOf(booked)).isEqualTo(instant);
  }

  private String startOf(String place) {
    return fixture
        .clientFor("scientist")
        .get("/api/v1/co-allocations/" + place.substring("/bookings/".length()))
        .text("/schedule/startTime");
  }

  // --- availability and checks ------------------------------------------------------------------

  @Test
  void theTimesThatSuitAllAreOfferedBesideTheForm() {
    fixture.harc.setPossibleStarts("rm-network", BarFixture.NOW, BarFixture.NOW.plusSeconds(86400));
    fixture.harc.setPossibleStarts(
        "rm-newton", BarFixture.NOW.plusSeconds(9000), BarFixture.NOW.plusSeconds(86400));
    var page = browser.get("/book?" + FORM).text();
    assertThat(page)
        .contains("Nodes of newton", "vis.ucl → newton.manchester", "All together")
        .contains("Not all of it is free at the time you chose. It is free together at:")
        .contains("value=\"2026-12-01T22:30:00Z\"", "Tue 1 Dec 2026, 22:30–23:30 UTC");
    assertThat(browser.post("/book/form", FORM + "&use=2026-12-01T22:30:00Z").text())
        .contains("value=\"2026-12-01T22:30:00\"", "All of it is free at the time you chose.");
    assertThat(fixture.harc.timetableRequesters()).containsExactly("scientist of ucl");
  }

  @Test
  void aServiceThatDoesNotAnswerLeavesTheRestOfTheForm() {
    fixture.harc.stopAcceptor("rm-newton");
    assertThat(browser.get("/book?" + FORM).text())
        .contains("availability unknown", "value=\"SPICE\"")
        .contains("When all of it is free together is not known.");
  }

  @Test
  void aCheckTellsEachPartAndBooksNothing() {
    fixture.harc.setPossibleStarts("rm-newton", BarFixture.NOW, BarFixture.NOW.plusSeconds(86400));
    for (var time = 1; time <= 2; time++) {
      assertThat(browser.post("/book/check", FORM + "&key=k-1").text())
          .contains("It fits. Nothing is booked yet.", "4 nodes of newton", "128 free throughout")
          .contains("vis.ucl → newton.manchester, 300 Mbit/s", "value=\"k-1\"");
    }
    assertNothingBooked();
    fixture.harc.setPossibleStarts(
        "rm-newton", BarFixture.NOW.plusSeconds(7200), BarFixture.NOW.plusSeconds(86400));
    assertThat(browser.post("/book/check", FORM).text())
        .contains("It does not fit.", "This would be refused now. Nothing was booked.")
        .contains("href=\"#nodes-0\"", "Use this time");
    assertNothingBooked();
  }

  // --- refusals ---------------------------------------------------------------------------------

  @Test
  void aRefusalKeepsWhatWasTypedAndMarksWhatIsLacking() {
    fixture.harc.refuseAll(nodesBusy("newton has 0 of 128 nodes free; 4 requested"));
    var page = browser.post("/book", FORM);
    assertThat(page.text())
        .contains("This booking was refused. No resources are held.")
        .contains("newton has no free nodes; you asked for 4.")
        .contains(
            "value=\"SPICE\"", "Available: <span class=\"whole\">Tue 1 Dec 2026, 22:00–23:00 UTC")
        .contains("value=\"2026-12-01T22:00:00Z\"", "Use this time");
  }

  @Test
  void anOfferedTimeKeepsTheWindowFlexible() {
    var window = FORM + "&when=between&notBefore=2026-12-01T21:00:00&notAfter=2026-12-01T22:30:00";
    var extended = browser.post("/book/form", window + "&use=2026-12-01T22:00:00Z").text();
    assertThat(extended)
        .contains("value=\"2026-12-01T21:00:00\"", "value=\"2026-12-01T23:00:00\"")
        .containsPattern("value=\"between\" checked");
    var exact = browser.post("/book/form", FORM + "&use=2026-12-01T22:00:00Z").text();
    assertThat(exact).contains("value=\"2026-12-01T22:00:00\"").containsPattern("value=\"at\" che");
    var until = FORM + "&until=end&end=2026-12-01T23:30:00&use=2026-12-02T00:00:00Z";
    assertThat(browser.post("/book/form", until).text())
        .contains("value=\"2026-12-02T00:00:00\"", "value=\"2026-12-02T02:30:00\"");
    assertNothingBooked();
  }

  // --- templates and "book again" ---------------------------------------------------------------

  @Test
  void aTemplateIsSavedUsedReplacedAndDeleted() {
    var save = FORM + "&templateName=Weekly+%3CSPICE%3E";
    for (var time = 1; time <= 2; time++) {
      assertThat(browser.post("/book/templates", save).text())
          .contains("The template “Weekly &lt;SPICE&gt;” is saved.", "value=\"SPICE\"");
    }
    browser.post("/book/templates", save.replace("nodes=4", "nodes=7"));
    var id = fixture.jdbc().queryForObject("select id::text from booking_template", String.class);
    assertThat(browser.get("/book?template=" + id).text())
        .contains("value=\"7\"", "value=\"SPICE\"", "Weekly &lt;SPICE&gt;")
        .doesNotContain("value=\"2026-12-01T21:00:00\"");

    var operator = new PageBrowser(fixture.url());
    operator.logIn("operator", "operator");
    assertThat(operator.get("/book?template=" + id).status()).isEqualTo(404);
    operator.post("/book/templates/" + id + "/delete", "");
    assertThat(browser.get("/book").text()).contains("Weekly &lt;SPICE&gt;");
    for (var time = 1; time <= 2; time++) {
      browser.post("/book/templates/" + id + "/delete", "");
      assertThat(browser.get("/book").text()).doesNotContain("Weekly");
    }
    assertThat(fixture.harc.beginCount()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"'', Enter a name for the template.", "a%0Ab, Enter one line"})
  void aTemplateNeedsAName(String templateName, String message) {
    assertThat(browser.post("/book/templates", FORM + "&templateName=" + templateName).text())
        .contains("The template was not saved:", message, "href=\"#templateName\"");
    assertNothingBooked();
  }

  @Test
  void aBookingIsBookedAgain() {
    var booked = browser.post("/book", FORM.replace("minutes=60", "minutes=90")).location();
    var again = "/book?again=" + booked.substring("/bookings/".length());
    assertThat(browser.get(again).text())
        .contains("value=\"2026-12-01T21:00:00\"", "value=\"1 h 30 min\"", "value=\"SPICE\"");
    var operator = new PageBrowser(fixture.url());
    operator.logIn("operator", "operator");
    var others = operator.post("/book", FORM).location();
    fixture.clock.advance(Duration.ofDays(1));
    assertThat(browser.get(again).text())
        .contains("value=\"1 h 30 min\"")
        .doesNotContain("value=\"2026-12-01T21:00:00\"");
    assertThat(browser.get("/book?again=" + others.substring("/bookings/".length())).status())
        .isEqualTo(404);
    assertThat(browser.get("/book?again=nonsense").status()).isEqualTo(400);
  }

  @Test
  void aLightpathBookedAloneIsBookedAgain() {
    ApiClient scientist = fixture.clientFor("scientist");
    var alone = scientist.post("/api/v1/reservations", RequestBodies.LIGHTPATH, "alone");
    assertThat(alone.status()).as(alone.toString()).isLessThan(300);
    assertThat(browser.get("/book?again=" + alone.text("/connectionId")).text())
        .contains("value=\"vis.ucl\" selected");
  }

  // --- sessions ---------------------------------------------------------------------------------

  @Test
  void aFormOfAnExpiredSessionIsRestoredAfterTheLogin() {
    var late = new PageBrowser(fixture.url());
    var rows = FORM + "&source=newton.manchester&destination=vis.ucl&bandwidthMbps=70";
    for (var time = 1; time <= 2; time++) {
      var page = late.postWithoutToken("/book", rows + "&key=k-1&_csrf=of-the-old-session");
      assertThat(page.location()).isEqualTo("/login?expired");
      assertThat(page.text()).contains("Your session has expired");
    }
    var form = late.logIn("scientist", "scientist");
    assertThat(form.location()).startsWith("/book?source=").doesNotContain("_csrf", "key=");
    assertThat(form.text())
        .contains("value=\"SPICE\"", "value=\"2026-12-01T21:00:00\"", "value=\"70\"", "source-1")
        .doesNotContain("value=\"k-1\"");
    assertThat(late.logIn("scientist", "scientist").location()).isEqualTo("/");
    assertThat(fixture.harc.beginCount()).isZero();
  }

  @Test
  void theLoginLeadsBackToAPageAndNeverToAFragment() {
    var late = new PageBrowser(fixture.url());
    for (var time = 1; time <= 2; time++) {
      assertThat(late.getFragment("/book?cluster=newton").status()).isEqualTo(401);
    }
    assertThat(late.logIn("scientist", "scientist").location()).isEqualTo("/");

    var otherBrowser = new PageBrowser(fixture.url());
    otherBrowser.get("/book?cluster=newton");
    assertThat(otherBrowser.getFragment("/book?cluster=other").status()).isEqualTo(401);
    assertThat(otherBrowser.logIn("scientist", "scientist").location())
        .startsWith("/book?cluster=newton");
  }

  @Test
  void whatIsTypedIsShownAsText() {
    var nasty = URLEncoder.encode("\"><script>alert(1)</script>", StandardCharsets.UTF_8);
    for (var field : List.of("source", "cluster", "nodes", "start", "minutes", "description")) {
      assertThat(browser.get("/book?" + field + "=" + nasty).text())
          .doesNotContain("<script>alert");
    }
    assertThat(browser.get("/book?cluster=newton&run.0.application=" + nasty).text())
        .doesNotContain("<script>alert");
  }
}

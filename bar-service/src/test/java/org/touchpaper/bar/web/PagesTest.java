package org.touchpaper.bar.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.harc.client.model.VoteNote;

/** The pages without a browser: each page, and the actions of its forms. */
class PagesTest {

  private static final String BOOKING_FORM =
      "source=vis.ucl&destination=newton.manchester&bandwidthMbps=300&cluster=newton&nodes=4"
          + "&start=2026-12-01T21:00:00&minutes=60&description=SPICE";

  private final BarFixture fixture = BarFixture.shared();
  private final PageBrowser browser = new PageBrowser(fixture.url());

  @BeforeEach
  void logIn() {
    browser.logIn("scientist", "scientist");
  }

  @Test
  void everyPageNeedsALogin() {
    var anonymous = new PageBrowser(fixture.url());
    for (var page : new String[] {"/", "/book", "/bookings/019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10"}) {
      assertThat(anonymous.get(page).location()).isEqualTo("/login");
    }
    assertThat(anonymous.logIn("scientist", "guess").location()).isEqualTo("/login?error");
    assertThat(anonymous.get("/").location()).isEqualTo("/login");
  }

  @Test
  void aBookingMadeInTheFormIsShownListedAndCancelled() {
    var booked = browser.post("/book", BOOKING_FORM + "&key=k-1");
    assertThat(booked.location()).startsWith("/bookings/");
    assertThat(booked.text()).contains("COMMITTED", "LONDON", "newton001", "SPICE");
    assertThat(browser.post("/book", BOOKING_FORM + "&key=k-1").location())
        .isEqualTo(booked.location());
    assertThat(browser.get("/").text()).contains("SPICE", booked.location());
    assertThat(browser.get("/?state=CANCELLED").text()).doesNotContain(booked.location());

    for (var time = 1; time <= 2; time++) {
      var cancelled = browser.post(booked.location() + "/cancel", "");
      assertThat(cancelled.location()).isEqualTo(booked.location());
      assertThat(cancelled.text()).contains("CANCELLED").doesNotContain("Not cancelled");
    }
    assertThat(fixture.harc.outcomes()).hasSize(2);
  }

  /** Values that are missing or unchanged stay. */
  @Test
  void aBookingIsChangedByItsFormOrShowsWhyNot() {
    var place = browser.post("/book", BOOKING_FORM + "&key=k-1").location();
    assertThat(browser.get(place).text()).contains("Edit booking", "Nodes of newton");
    var changed = browser.post(place + "/change", "key=c-1&end=2026-12-01T22:30:00");
    assertThat(changed.location()).isEqualTo(place);
    assertThat(changed.text())
        .contains("2026-12-01 22:30:00 UTC", "transaction 2: confirmed by all parties");
    assertThat(browser.post(place + "/change", "key=c-2&end=2026-12-01T22:30:00").text())
        .contains("Nothing to change: these are the current values.");
    assertThat(browser.post(place + "/change", "key=c-3&end=later").text())
        .contains("Not changed: end must be a time");
    fixture.harc.refuseAll(
        new VoteNote.Refusal("n", "NODES_BUSY", "newton", "nodes", "It is full.", false, null));
    assertThat(browser.post(place + "/change", "key=c-4&start=2026-12-01T21:30:00").text())
        .contains("Not changed: It is full. Available from 2026-12-01 22:30:00");
    assertThat(browser.get(place).text()).contains("2026-12-01 21:00:00 UTC");
    fixture.harc.commitAll();
    browser.post(place + "/cancel", "");
    assertThat(browser.get(place).text()).doesNotContain("Edit booking");
  }

  @Test
  void errorsAreShownBesideTheirFields() {
    var page = browser.post("/book", BOOKING_FORM.replace("nodes=4", "nodes=many"));
    assertThat(page.text()).contains("Enter a whole number.");
    assertThat(browser.post("/book", BOOKING_FORM.replace("nodes=4", "nodes=129")).text())
        .contains("newton has 128 nodes; requested: 129");
    assertThat(browser.post("/book", BOOKING_FORM.replace("minutes=60", "minutes=-1")).text())
        .contains("Enter a duration in minutes, more than 0 and less than 527040.");
    assertThat(fixture.harc.beginCount()).isZero();
    assertThat(fixture.dumpTables().values()).containsOnly("");
  }

  /** A double submission: time passes between the two, and the booking stays the same. */
  @Test
  void aFormWithoutAStartThatIsSubmittedTwiceBooksOnce() {
    var soon = BOOKING_FORM.replace("start=2026-12-01T21:00:00", "start=") + "&key=k-1";
    var booked = browser.post("/book", soon);
    assertThat(booked.location()).startsWith("/bookings/");
    assertThat(booked.text()).contains("2026-12-01 21:00:00 UTC");
    fixture.clock.advance(Duration.ofMillis(150));
    assertThat(browser.post("/book", soon).location()).isEqualTo(booked.location());
    assertThat(fixture.harc.beginCount()).isEqualTo(1);
  }

  @Test
  void aFormForTheEarliestSlotInAWindowIsBookedInIt() {
    fixture.harc.setPossibleStarts("rm-network", BarFixture.NOW, BarFixture.NOW.plusSeconds(86400));
    fixture.harc.setPossibleStarts(
        "rm-newton", BarFixture.NOW.plusSeconds(5400), BarFixture.NOW.plusSeconds(86400));
    var between = BOOKING_FORM + "&when=between&notBefore=&notAfter=2026-12-02T00:00:00&key=k-1";
    var booked = browser.post("/book", between);
    assertThat(booked.location()).startsWith("/bookings/");
    assertThat(booked.text())
        .contains("2026-12-01 21:30:00 UTC", "2026-12-01 22:30:00 UTC")
        .contains("as early as possible between 2026-12-01 20:00:00 and 2026-12-02 00:00:00 UTC")
        .contains("transaction 1: trying 2026-12-01T21:30:00Z");
    fixture.clock.advance(Duration.ofMillis(150));
    assertThat(browser.post("/book", between).location()).isEqualTo(booked.location());
    assertThat(fixture.harc.beginCount()).isEqualTo(1);
  }

  @Test
  void aResubmittedFormWithOtherValuesLinksItsBookingAndGetsANewKey() {
    var booked = browser.post("/book", BOOKING_FORM + "&key=k-1");
    var changed = BOOKING_FORM.replace("nodes=4", "nodes=5");
    for (var time = 1; time <= 2; time++) {
      var page = browser.post("/book", changed + "&key=k-1");
      assertThat(page.text())
          .contains("This form was already submitted", "href=\"" + booked.location() + "\"")
          .doesNotContain("No resources are held", "value=\"k-1\"");
    }
    assertThat(
            browser
                .post(
                    "/book",
                    changed + "&key=" + keyIn(browser.post("/book", changed + "&key=k-1").text()))
                .location())
        .startsWith("/bookings/")
        .isNotEqualTo(booked.location());
  }

  @Test
  void aCorrectedFormIsBookedForItsFullDuration() {
    var soon = BOOKING_FORM.replace("start=2026-12-01T21:00:00", "start=") + "&key=k-1";
    browser.post("/book", soon.replace("nodes=4", "nodes=129"));
    fixture.clock.advance(Duration.ofMinutes(5));
    assertThat(browser.post("/book", soon).text()).contains("2026-12-01 21:05:00 UTC");
  }

  /** The form follows the rules of the REST API; each submission is sent twice. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a long description      | description=SPICE | description=%long%      | description must have at most 200 characters
          a description of lines  | description=SPICE | description=a%0Ab       | description must be one line
          a long key              | minutes=60        | minutes=60&key=%long%   | Idempotency-Key must have 1 to 255 characters
          a key with a control    | minutes=60        | minutes=60&key=a%00b    | Idempotency-Key must be printable ASCII
          2^64 milliseconds       | minutes=60        | minutes=307445734561826 | Enter a duration in minutes
          a length out of bounds  | minutes=60        | minutes=1e999999999     | Enter a duration in minutes
          a length beyond numbers | minutes=60        | minutes=1e2147483647    | Enter a duration in minutes
          a start out of bounds   | start=2026        | start=%2B999999999      | is more than 366 days ahead
          no end to a window      | minutes=60        | minutes=60&when=between | Enter the latest end time.
          no time for its end     | minutes=60        | minutes=60&when=between&notAfter=soon | Enter a time such as
          a window that is short  | minutes=60        | minutes=60&when=between&notAfter=2026-12-01T20:59:00 | is longer than the window from
          a window that is past   | minutes=60        | minutes=60&when=between&notAfter=2026-12-02T00:00:00&notBefore=2026-12-01T19:00:00 | is in the past
          nothing at all          | nodes=4           | nodes=                  | Enter a whole number.
          """)
  void theFormRefusesWhatTheApiRefuses(String name, String good, String bad, String message) {
    var form = BOOKING_FORM.replace(good, bad.replace("%long%", "x".repeat(300)));
    for (var time = 1; time <= 2; time++) {
      var page = browser.post("/book", form);
      assertThat(page.status()).isEqualTo(200);
      assertThat(page.text()).contains(message);
    }
    assertThat(fixture.harc.beginCount()).isZero();
    assertThat(fixture.dumpTables().values()).containsOnly("");
  }

  private static String keyIn(String page) {
    return page.replaceAll("(?s).*name=\"key\" value=\"([^\"]*)\".*", "$1");
  }

  @Test
  void aRefusalIsShownWithAnAlternative() {
    fixture.harc.refuseAll(
        new VoteNote.Refusal(
            "n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null));
    assertThat(browser.post("/book", BOOKING_FORM).text())
        .contains("only 124 are free", "2026-12-01 22:00");
  }

  @Test
  void anothersBookingIsNotFound() {
    var otherBrowser = new PageBrowser(fixture.url());
    otherBrowser.logIn("operator", "operator");
    var place = otherBrowser.post("/book", BOOKING_FORM).location();
    assertThat(otherBrowser.get(place).status()).isEqualTo(200);
    assertThat(browser.get(place).status()).isEqualTo(404);
    assertThat(browser.post(place + "/cancel", "").status()).isEqualTo(404);
    assertThat(fixture.harc.outcomes()).hasSize(1);
  }

  @Test
  void aFormWithoutATokenIsRefused() {
    assertThat(browser.postWithoutToken("/book", BOOKING_FORM).status()).isEqualTo(403);
    assertThat(fixture.harc.beginCount()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /nope                                          | 404 | Page not found
          /bookings/x                                    | 400 | Page not found
          /bookings/019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10 | 404 | Page not found
          /?cursor=yesterday                             | 400 | Page not found
          /error                                         | 404 | Page not found
          """)
  void errorsAreShownAsAPage(String path, int status, String heading) {
    for (var time = 1; time <= 2; time++) {
      var page = browser.get(path);
      assertThat(page.status()).isEqualTo(status);
      assertThat(page.text()).contains("<h1>" + heading + "</h1>");
    }
  }

  @Test
  void aFormThatIsTooLargeIsRefusedOnAPage() {
    for (var time = 1; time <= 2; time++) {
      var page = browser.postWithoutToken("/book", "description=" + "x".repeat(2_000_000));
      assertThat(page.status()).isEqualTo(413);
      assertThat(page.text())
          .contains("<h1>Request failed</h1>")
          .contains("<p>The body is larger than 1048576 bytes.</p>");
    }
  }

  @Test
  void aMissingPermissionIsShownAsAPage() {
    var officer = new PageBrowser(fixture.url());
    officer.logIn("officer", "officer");
    for (var time = 1; time <= 2; time++) {
      var page = officer.post("/book", BOOKING_FORM);
      assertThat(page.status()).isEqualTo(403);
      assertThat(page.text()).contains("<h1>Access denied</h1>");
    }
    assertThat(fixture.harc.beginCount()).isZero();
  }

  @Test
  void aFormOfAnExpiredSessionIsRestoredAfterTheLogin() {
    var late = new PageBrowser(fixture.url());
    for (var time = 1; time <= 2; time++) {
      var page = late.postWithoutToken("/book", BOOKING_FORM + "&key=k-1&_csrf=of-the-old-session");
      assertThat(page.location()).isEqualTo("/login?expired");
      assertThat(page.text()).contains("Your session has expired");
    }
    var form = late.logIn("scientist", "scientist");
    assertThat(form.location()).startsWith("/book?source=").doesNotContain("_csrf", "key=");
    assertThat(form.text())
        .contains("value=\"SPICE\"", "value=\"2026-12-01T21:00:00\"")
        .doesNotContain("value=\"k-1\"");
    assertThat(late.logIn("scientist", "scientist").location()).isEqualTo("/");
    assertThat(fixture.harc.beginCount()).isZero();
  }

  @Test
  void theLoginLeadsBackToAPageAndNeverToAFragment() {
    var late = new PageBrowser(fixture.url());
    for (var time = 1; time <= 2; time++) {
      assertThat(late.getFragment("/book/free?cluster=newton").status()).isEqualTo(401);
    }
    assertThat(late.logIn("scientist", "scientist").location()).isEqualTo("/");

    var otherBrowser = new PageBrowser(fixture.url());
    otherBrowser.get("/book?cluster=newton");
    assertThat(otherBrowser.getFragment("/book/free?cluster=newton").status()).isEqualTo(401);
    assertThat(otherBrowser.logIn("scientist", "scientist").location())
        .startsWith("/book?cluster=newton");
    assertThat(otherBrowser.get("/book").text()).contains("hx-params=\"not _csrf,key\"");
  }
}

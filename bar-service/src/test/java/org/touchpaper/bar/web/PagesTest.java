package org.touchpaper.bar.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.desk.Browser;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.harc.client.Note;

/** The reservations browser without a browser: each page, and what its forms do. */
class PagesTest {

  private static final String WISH =
      "source=vis.ucl&destination=newton.manchester&bandwidthMbps=300&cluster=newton&nodes=4"
          + "&start=2026-12-01T21:00:00&minutes=60&description=SPICE";

  private final Desk desk = Desk.fresh();
  private final Browser browser = new Browser(desk.url());

  @BeforeEach
  void logIn() {
    browser.logIn("scientist", "scientist");
  }

  @Test
  void nobodySeesAnythingBeforeTheLogin() {
    var stranger = new Browser(desk.url());
    for (var page : new String[] {"/", "/book", "/bookings/019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10"}) {
      assertThat(stranger.get(page).place()).isEqualTo("/login");
    }
    assertThat(stranger.logIn("scientist", "guess").place()).isEqualTo("/login?error");
    assertThat(stranger.get("/").place()).isEqualTo("/login");
  }

  @Test
  void aBookingMadeInTheFormIsShownListedAndCancelled() {
    var booked = browser.post("/book", WISH + "&key=k-1");
    assertThat(booked.place()).startsWith("/bookings/");
    assertThat(booked.text()).contains("COMMITTED", "LONDON", "newton001", "SPICE");
    assertThat(browser.post("/book", WISH + "&key=k-1").place()).isEqualTo(booked.place());
    assertThat(browser.get("/").text()).contains("SPICE", booked.place());
    assertThat(browser.get("/?state=CANCELLED").text()).doesNotContain(booked.place());

    for (var time = 1; time <= 2; time++) {
      var cancelled = browser.post(booked.place() + "/cancel", "");
      assertThat(cancelled.place()).isEqualTo(booked.place());
      assertThat(cancelled.text()).contains("CANCELLED").doesNotContain("Not cancelled");
    }
    assertThat(desk.harc.outcomes()).hasSize(2);
  }

  /** What is not named, or sent as it was, stays. */
  @Test
  void aBookingIsChangedInTheFormOnItsPageOrSaysWhyNot() {
    var place = browser.post("/book", WISH + "&key=k-1").place();
    assertThat(browser.get(place).text()).contains("Change it", "Nodes of newton");
    var changed = browser.post(place + "/change", "key=c-1&end=2026-12-01T22:30:00");
    assertThat(changed.place()).isEqualTo(place);
    assertThat(changed.text()).contains("2026-12-01 22:30:00 UTC", "2: decided to commit");
    assertThat(browser.post(place + "/change", "key=c-2&end=2026-12-01T22:30:00").text())
        .contains("Not changed: that is what is booked");
    assertThat(browser.post(place + "/change", "key=c-3&end=later").text())
        .contains("Not changed: end is a time");
    desk.harc.refusesAll(
        new Note.Refusal("n", "NODES_BUSY", "newton", "nodes", "It is full.", false, null));
    assertThat(browser.post(place + "/change", "key=c-4&start=2026-12-01T21:30:00").text())
        .contains("Not changed: It is full. It would fit from 2026-12-01 22:30:00");
    assertThat(browser.get(place).text()).contains("2026-12-01 21:00:00 UTC");
    desk.harc.commitsAll();
    browser.post(place + "/cancel", "");
    assertThat(browser.get(place).text()).doesNotContain("Change it");
  }

  @Test
  void whatIsWrongIsSaidBesideTheField() {
    var shown = browser.post("/book", WISH.replace("nodes=4", "nodes=many"));
    assertThat(shown.text()).contains("A whole number.");
    assertThat(browser.post("/book", WISH.replace("nodes=4", "nodes=129")).text())
        .contains("newton has 128 nodes, not 129");
    assertThat(browser.post("/book", WISH.replace("minutes=60", "minutes=-1")).text())
        .contains("A length in minutes, more than 0 and less than 527040.");
    assertThat(desk.harc.begun()).isZero();
    assertThat(desk.rows().values()).containsOnly("");
  }

  /** A double click: the clock goes on between the presses, and the booking stays the one. */
  @Test
  void aFormForAsSoonAsPossibleThatIsSentTwiceBooksOnce() {
    var soon = WISH.replace("start=2026-12-01T21:00:00", "start=") + "&key=k-1";
    var booked = browser.post("/book", soon);
    assertThat(booked.place()).startsWith("/bookings/");
    assertThat(booked.text()).contains("2026-12-01 21:00:00 UTC");
    desk.clock.advance(Duration.ofMillis(150));
    assertThat(browser.post("/book", soon).place()).isEqualTo(booked.place());
    assertThat(desk.harc.begun()).isEqualTo(1);
  }

  @Test
  void aFormForTheEarliestSlotBetweenTwoTimesIsBookedInIt() {
    desk.harc.fits("rm-network", Desk.NOW, Desk.NOW.plusSeconds(86400));
    desk.harc.fits("rm-newton", Desk.NOW.plusSeconds(5400), Desk.NOW.plusSeconds(86400));
    var between = WISH + "&when=between&notBefore=&notAfter=2026-12-02T00:00:00&key=k-1";
    var booked = browser.post("/book", between);
    assertThat(booked.place()).startsWith("/bookings/");
    assertThat(booked.text())
        .contains("2026-12-01 21:30:00 UTC", "2026-12-01 22:30:00 UTC")
        .contains("as early as possible between 2026-12-01 20:00:00 and 2026-12-02 00:00:00 UTC")
        .contains("1: tries 2026-12-01T21:30:00Z");
    desk.clock.advance(Duration.ofMillis(150));
    assertThat(browser.post("/book", between).place()).isEqualTo(booked.place());
    assertThat(desk.harc.begun()).isEqualTo(1);
  }

  @Test
  void aFormThatWasSentBeforeAndChangedNamesItsBookingAndGetsAFreshKey() {
    var booked = browser.post("/book", WISH + "&key=k-1");
    var changed = WISH.replace("nodes=4", "nodes=5");
    for (var time = 1; time <= 2; time++) {
      var shown = browser.post("/book", changed + "&key=k-1");
      assertThat(shown.text())
          .contains("This form was sent before", "href=\"" + booked.place() + "\"")
          .doesNotContain("Nothing is held", "value=\"k-1\"");
    }
    assertThat(
            browser
                .post(
                    "/book",
                    changed + "&key=" + keyIn(browser.post("/book", changed + "&key=k-1").text()))
                .place())
        .startsWith("/bookings/")
        .isNotEqualTo(booked.place());
  }

  @Test
  void aFormThatWasCorrectedIsBookedForAllOfItsLength() {
    var soon = WISH.replace("start=2026-12-01T21:00:00", "start=") + "&key=k-1";
    browser.post("/book", soon.replace("nodes=4", "nodes=129"));
    desk.clock.advance(Duration.ofMinutes(5));
    assertThat(browser.post("/book", soon).text()).contains("2026-12-01 21:05:00 UTC");
  }

  /** What is typed is under the rules of the REST face; each is sent twice. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a long description      | description=SPICE | description=%long%      | description has at most 200 characters
          a description of lines  | description=SPICE | description=a%0Ab       | description is one line of text
          a long key              | minutes=60        | minutes=60&key=%long%   | Idempotency-Key has 1 to 255 characters
          a key with a control    | minutes=60        | minutes=60&key=a%00b    | Idempotency-Key has letters
          2^64 milliseconds       | minutes=60        | minutes=307445734561826 | A length in minutes
          a length out of bounds  | minutes=60        | minutes=1e999999999     | A length in minutes
          a length beyond numbers | minutes=60        | minutes=1e2147483647    | A length in minutes
          a start out of bounds   | start=2026        | start=%2B999999999      | is more than 366 days ahead
          no end to a window      | minutes=60        | minutes=60&when=between | Say when it has to be over.
          no time for its end     | minutes=60        | minutes=60&when=between&notAfter=soon | Not a time
          a window that is short  | minutes=60        | minutes=60&when=between&notAfter=2026-12-01T20:59:00 | is longer than from
          a window that is past   | minutes=60        | minutes=60&when=between&notAfter=2026-12-02T00:00:00&notBefore=2026-12-01T19:00:00 | is in the past
          nothing at all          | nodes=4           | nodes=                  | A whole number.
          """)
  void whatTheApiRefusesTheFormRefuses(String what, String good, String bad, String says) {
    var form = WISH.replace(good, bad.replace("%long%", "x".repeat(300)));
    for (var time = 1; time <= 2; time++) {
      var shown = browser.post("/book", form);
      assertThat(shown.status()).isEqualTo(200);
      assertThat(shown.text()).contains(says);
    }
    assertThat(desk.harc.begun()).isZero();
    assertThat(desk.rows().values()).containsOnly("");
  }

  private static String keyIn(String page) {
    return page.replaceAll("(?s).*name=\"key\" value=\"([^\"]*)\".*", "$1");
  }

  @Test
  void whatDoesNotFitIsSaidWithTheNextTime() {
    desk.harc.refusesAll(
        new Note.Refusal("n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null));
    assertThat(browser.post("/book", WISH).text())
        .contains("only 124 are free", "2026-12-01 22:00");
  }

  @Test
  void anothersBookingIsNotThere() {
    var other = new Browser(desk.url());
    other.logIn("operator", "operator");
    var place = other.post("/book", WISH).place();
    assertThat(other.get(place).status()).isEqualTo(200);
    assertThat(browser.get(place).status()).isEqualTo(404);
    assertThat(browser.post(place + "/cancel", "").status()).isEqualTo(404);
    assertThat(desk.harc.outcomes()).hasSize(1);
  }

  @Test
  void aFormThatIsNotOursIsRefused() {
    assertThat(browser.postWithoutToken("/book", WISH).status()).isEqualTo(403);
    assertThat(desk.harc.begun()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /nope                                          | 404 | There is no such page
          /bookings/x                                    | 400 | There is no such page
          /bookings/019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10 | 404 | There is no such page
          /?before=yesterday                             | 400 | There is no such page
          /error                                         | 404 | There is no such page
          """)
  void whatGoesWrongIsShownAsAPage(String path, int status, String heading) {
    for (var time = 1; time <= 2; time++) {
      var shown = browser.get(path);
      assertThat(shown.status()).isEqualTo(status);
      assertThat(shown.text()).contains("<h1>" + heading + "</h1>");
    }
  }

  @Test
  void aFormThatIsTooLargeIsRefusedOnAPage() {
    for (var time = 1; time <= 2; time++) {
      var shown = browser.postWithoutToken("/book", "description=" + "x".repeat(2_000_000));
      assertThat(shown.status()).isEqualTo(413);
      assertThat(shown.text())
          .contains("<h1>This could not be done</h1>")
          .contains("<p>The body is larger than 1048576 bytes.</p>");
    }
  }

  @Test
  void whoMayNotBookIsToldOnAPage() {
    var officer = new Browser(desk.url());
    officer.logIn("officer", "officer");
    for (var time = 1; time <= 2; time++) {
      var shown = officer.post("/book", WISH);
      assertThat(shown.status()).isEqualTo(403);
      assertThat(shown.text()).contains("<h1>You may not do this</h1>");
    }
    assertThat(desk.harc.begun()).isZero();
  }

  @Test
  void aFormSentAfterItsSessionEndedComesBackAfterTheLogin() {
    var late = new Browser(desk.url());
    for (var time = 1; time <= 2; time++) {
      var told = late.postWithoutToken("/book", WISH + "&key=k-1&_csrf=of-the-old-session");
      assertThat(told.place()).isEqualTo("/login?expired");
      assertThat(told.text()).contains("Your session had ended");
    }
    var form = late.logIn("scientist", "scientist");
    assertThat(form.place()).startsWith("/book?source=").doesNotContain("_csrf", "key=");
    assertThat(form.text())
        .contains("value=\"SPICE\"", "value=\"2026-12-01T21:00:00\"")
        .doesNotContain("value=\"k-1\"");
    assertThat(late.logIn("scientist", "scientist").place()).isEqualTo("/");
    assertThat(desk.harc.begun()).isZero();
  }

  @Test
  void theLoginLeadsBackToAPageAndNeverToAPartOfOne() {
    var late = new Browser(desk.url());
    for (var time = 1; time <= 2; time++) {
      assertThat(late.part("/book/free?cluster=newton").status()).isEqualTo(401);
    }
    assertThat(late.logIn("scientist", "scientist").place()).isEqualTo("/");

    var other = new Browser(desk.url());
    other.get("/book?cluster=newton");
    assertThat(other.part("/book/free?cluster=newton").status()).isEqualTo(401);
    assertThat(other.logIn("scientist", "scientist").place()).startsWith("/book?cluster=newton");
    assertThat(other.get("/book").text()).contains("hx-params=\"not _csrf,key\"");
  }
}

package org.touchpaper.bar.web.bookings;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Media;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.BrowserFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/** The list of bookings and the page of one in a browser, by role and label. */
@Tag("browser")
class BookingJourneyTest {

  private final BarFixture fixture = BarFixture.shared();

  private String book(String user, String path, String body) {
    var reply = fixture.clientFor(user).post("/api/v1/" + path, body);
    return "/bookings/" + reply.text(path.equals("reservations") ? "/connectionId" : "/id");
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"scientist", "operator", "admin"})
  void anOwnerFindsChangesAndTearsDownALightpath(String role) {
    fixture.segments.describeEndpoints();
    book(role, "reservations", RequestBodies.LIGHTPATH);
    book(role, "co-allocations", RequestBodies.BOTH);
    fixture.clock.set(BarFixture.NOW.plus(Duration.ofMinutes(75)));
    fixture.pollNowAndAfter(Duration.ofSeconds(30));
    try (var browser = BrowserFixture.as(role).open()) {
      browser.go("/");
      browser.picture("bookings");
      browser.checkPage();
      var page = browser.page();
      page.getByLabel("Search").fill("film");
      page.getByRole(AriaRole.BUTTON, named("Show")).click();
      assertThat(page.getByRole(AriaRole.LINK, named("SPICE run 42"))).hasCount(0);
      page.getByRole(AriaRole.LINK, named("a film")).click();
      assertThat(page.getByRole(AriaRole.STATUS).first()).hasText("ACTIVE");
      browser.picture("booking");
      browser.checkPage();

      page.getByText("Edit booking").click();
      page.getByLabel("Bandwidth").fill("many");
      page.getByLabel("Description").fill("a long film");
      page.getByRole(AriaRole.BUTTON, named("Save changes")).click();
      assertThat(page.getByLabel("Bandwidth")).isFocused();
      assertThat(page.getByLabel("Bandwidth")).hasAccessibleDescription("Enter a whole number.");
      assertThat(page.getByLabel("Description")).hasValue("a long film");
      browser.picture("booking-refused");
      browser.checkPage();
      page.getByLabel("Bandwidth").fill("400");
      page.getByRole(AriaRole.BUTTON, named("Save changes")).click();
      assertThat(page.getByRole(AriaRole.HEADING, named("a long film"))).isVisible();

      page.getByRole(AriaRole.LINK, named("Tear down…").setExact(true)).click();
      var question = page.getByRole(AriaRole.DIALOG);
      assertThat(question).containsText("400 Mbit/s vis.ucl → newton.manchester");
      browser.picture("booking-question");

      page.getByRole(AriaRole.LINK, named("Keep it")).click();
      assertThat(question).isHidden();
      page.getByRole(AriaRole.LINK, named("Tear down…").setExact(true)).click();
      page.getByRole(AriaRole.BUTTON, named("Tear down now")).click();
      assertThat(page.getByRole(AriaRole.STATUS).first()).hasText("CANCELLED");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"scientist", "operator", "officer", "admin"})
  void theListIsFilteredSortedAndPagedByLinksThatCanBeSent(String role) {
    var place = book("scientist", "co-allocations", RequestBodies.BOTH);
    var id = UUID.fromString(place.substring("/bookings/".length()));
    StoredBookings.copyCoAllocation(fixture.jdbc(), id, 1, 60);
    try (var browser = BrowserFixture.as(role).open()) {
      browser.go("/");
      var page = browser.page();
      page.getByRole(AriaRole.LINK, named("All 60 in Past")).click();
      assertThat(page.getByRole(AriaRole.LINK, named("old 60").setExact(true))).isVisible();
      page.getByRole(AriaRole.LINK, named("Next").setExact(true)).click();
      var sent = page.url();
      assertThat(page.getByRole(AriaRole.LINK, named("old 60").setExact(true))).hasCount(0);
      page.getByRole(AriaRole.COLUMNHEADER, named("Start"))
          .getByRole(AriaRole.LINK)
          .first()
          .click();
      assertThat(page.getByRole(AriaRole.LINK, named("old 1").setExact(true))).isVisible();
      assertThat(page).hasURL(Pattern.compile("[?&]section=past"));
      page.navigate(sent);
      assertThat(page.getByRole(AriaRole.LINK, named("Previous").setExact(true))).isVisible();
      assertThat(page.getByRole(AriaRole.LINK, named("old 60").setExact(true))).hasCount(0);
      page.getByLabel("Search").fill("old 7");
      page.getByRole(AriaRole.BUTTON, named("Show")).click();
      assertThat(page.getByRole(AriaRole.LINK, named("old 7").setExact(true))).isVisible();
      assertThat(page.getByRole(AriaRole.LINK, named("old 6").setExact(true))).hasCount(0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"scientist", "operator", "admin"})
  void anOwnerTakesABookingToTheCalendarAsALinkAndOnPaper(String role) {
    var place = book(role, "co-allocations", RequestBodies.BOTH);
    try (var browser = BrowserFixture.as(role).open()) {
      browser.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
      browser.go(place);
      var page = browser.page();
      assertThat(page.getByRole(AriaRole.LIST, named("Milestones"))).isVisible();
      var file =
          page.waitForDownload(
              () -> page.getByRole(AriaRole.LINK, named("Add to my calendar")).click());
      Assertions.assertThat(file.path()).content().contains("BEGIN:VEVENT", "SPICE run 42");

      page.getByRole(AriaRole.BUTTON, named("Copy link")).click();
      page.waitForCondition(
          () -> page.evaluate("() => navigator.clipboard.readText()").equals(page.url()));

      page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
      assertThat(page.getByRole(AriaRole.NAVIGATION).first()).isHidden();
      assertThat(page.getByRole(AriaRole.HEADING, named("SPICE run 42"))).isVisible();
      assertThat(page.getByRole(AriaRole.BUTTON)).hasCount(0);
      browser.picture("booking-on-paper");
    }
  }

  /** Fault 11: without a reload, too. */
  @Test
  void theBarOfARunningBookingMoves() {
    var place = book("scientist", "reservations", RequestBodies.LIGHTPATH);
    fixture.clock.set(BarFixture.NOW.plus(Duration.ofMinutes(75)));
    try (var browser = BrowserFixture.as("scientist").open()) {
      browser.go(place);
      var page = browser.page();
      var bar = page.getByRole(AriaRole.PROGRESSBAR);
      page.waitForCondition(
          () -> ((Number) bar.evaluate("progress => progress.value")).doubleValue() > 900.5);
      assertThat(bar).hasAccessibleName("25 % of the booked time has passed");
    }
  }

  @Test
  void anOperatorFollowsThePathToAnElementOnAPhoneInTheDarkWithoutJavaScript() {
    var place = book("scientist", "co-allocations", RequestBodies.BOTH);
    try (var browser = BrowserFixture.as("operator").phone().dark().withoutJavaScript().open()) {
      browser.go("/");
      browser.picture("bookings-phone-dark");
      browser.go(place);
      browser.picture("booking-phone-dark");
      var page = browser.page();
      page.getByRole(AriaRole.GROUP, named("Path: vis.ucl, LONDON"))
          .getByRole(AriaRole.LINK)
          .first()
          .click();
      assertThat(page.getByRole(AriaRole.HEADING, named("LONDON"))).isVisible();
    }
  }

  /** The session ends while the form is filled in; then the hour is one that occurs twice. */
  @Test
  void whatWasTypedSurvivesTheEndOfTheSessionAndTheClocksGoingBack() {
    var person = BrowserFixture.as("scientist").in("Europe/London");
    for (var reader : List.of(person, person.phone().dark())) {
      var place = book("scientist", "reservations", RequestBodies.LIGHTPATH);
      try (var browser = reader.open().tolerating("401")) {
        browser.go("/login"); // tells the zone
        browser.go(place);
        var page = browser.page();
        page.getByText("Edit booking").click();
        page.getByLabel("Description").fill("in the night");
        page.getByLabel("Start (Europe/London)").fill("2027-10-31T01:30");
        page.getByLabel("End (Europe/London)").fill("2027-10-31T03:00");
        var which = page.getByLabel("Clocks go back: which of the two?");
        assertThat(which).isVisible();
        page.getByLabel("Start (Europe/London)").fill("2027-10-31T03:30");
        assertThat(which).hasCount(0);
        page.getByLabel("Start (Europe/London)").fill("2027-10-31T01:30");
        assertThat(which).isVisible();
        browser.context().clearCookies(); // as the end of the session
        page.getByRole(AriaRole.BUTTON, named("Save changes")).click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("Your session has expired");
        page.getByLabel("User name").fill("scientist");
        page.getByLabel("Password").fill("scientist");
        page.getByRole(AriaRole.BUTTON, named("Log in")).click();
        assertThat(page.getByText("Not changed yet: check these values")).isVisible();
        assertThat(page.getByLabel("Description")).hasValue("in the night");
        browser.checkPage();
        browser.picture("booking-typed-" + reader.width());

        page.getByRole(AriaRole.BUTTON, named("Save changes")).click();
        assertThat(page.getByText("occurs twice").first()).isVisible();
        browser.checkPage();
        browser.picture("booking-twice-" + reader.width());
        which.selectOption(reader.isDark() ? "Z" : "+01:00");
        page.getByRole(AriaRole.BUTTON, named("Save changes")).click();
        assertThat(page.getByText("2027-10-31 01:30 " + (reader.isDark() ? "GMT" : "BST")).first())
            .isVisible();
      }
    }
  }

  @Test
  void anOwnerCancelsWithoutJavaScript() {
    var place = book("scientist", "co-allocations", RequestBodies.BOTH);
    try (var browser = BrowserFixture.as("scientist").phone().withoutJavaScript().open()) {
      browser.go(place);
      var page = browser.page();
      page.getByRole(AriaRole.LINK, named("Cancel…")).click();
      browser.picture("booking-question-phone");
      page.getByRole(AriaRole.BUTTON, named("Cancel booking")).click();
      assertThat(page.getByRole(AriaRole.STATUS).first()).hasText("CANCELLED");
    }
  }
}

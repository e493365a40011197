package org.touchpaper.bar.web.book;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.BrowserFixture;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.RegisteredApplication.Parameter;
import org.touchpaper.harc.client.model.VoteNote;

/** People book in a real browser; everything is found by its role and label. */
@Tag("browser")
class BookingFormJourneyTest {

  private static final String FORM =
      "/book?source=vis.ucl&destination=newton.manchester&bandwidthMbps=300&cluster=newton&nodes=4"
          + "&start=2026-12-01T21:00:00&minutes=60&description=SPICE";

  private final BarFixture fixture = BarFixture.shared();

  @BeforeEach
  void registerAnApplication() {
    fixture.harc.setApplications(
        new RegisteredApplication(
            "pore",
            "DNA through a pore",
            "imd",
            List.of(
                new Parameter("steps", "[1-9][0-9]{0,8}", "1000", "steps to simulate"),
                new Parameter("box", "[0-9]+", null, "length of the box")),
            false));
    fixture.harc.setPossibleStarts("rm-network", BarFixture.NOW, BarFixture.NOW.plusSeconds(90000));
    fixture.harc.setPossibleStarts("rm-newton", BarFixture.NOW, BarFixture.NOW.plusSeconds(90000));
    fixture.clock.advance(Duration.ofSeconds(20)); // answers to other tests are too old
  }

  /** A page that is left while a section reloads aborts that, which htmx reports. */
  private static BrowserFixture open(BrowserFixture.Person person) {
    return person.open().tolerating("htmx:afterRequest").tolerating("htmx:sendAbort");
  }

  private static Locator label(Page page, String text) {
    return page.getByLabel(text, new Page.GetByLabelOptions().setExact(true));
  }

  private static Locator in(Page page, String group, String label) {
    return page.getByRole(AriaRole.GROUP, new Page.GetByRoleOptions().setName(group).setExact(true))
        .getByLabel(label, new Locator.GetByLabelOptions().setExact(true));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"scientist", "operator", "admin"})
  void aPersonChecksAndBooksTwoLightpathsAndARun(String role) {
    try (var browser = open(BrowserFixture.as(role))) {
      browser.go("/book");
      var page = browser.page();
      in(page, "Lightpath 1", "From").selectOption("vis.ucl");
      in(page, "Lightpath 1", "To").selectOption("newton.manchester");
      button(page, "Add lightpath").click();
      assertThat(in(page, "Lightpath 2", "From")).isFocused();
      button(page, "Remove lightpath 2").click();
      assertThat(page.getByText("Lightpath 2")).hasCount(0);
      button(page, "Add lightpath").click();
      in(page, "Lightpath 2", "From").selectOption("newton.manchester");
      in(page, "Lightpath 2", "To").selectOption("vis.ucl");
      in(page, "Lightpath 2", "Bandwidth (Mbit/s)").fill("70");
      in(page, "Cluster 1", "Cluster").selectOption("newton");
      in(page, "Cluster 1", "Run").selectOption("pore");
      in(page, "Cluster 1", "box").fill("28");
      label(page, "Start").fill("2026-12-01T21:00");
      label(page, "Length").fill("1:30");
      label(page, "Description").fill("SPICE run 42");
      button(page, "Check").click();
      assertThat(page.getByText("It fits. Nothing is booked yet.")).isVisible();
      assertThat(page.getByText("newton.manchester → vis.ucl, 70 Mbit/s")).isVisible();
      browser.checkPage();
      browser.picture("book");
      button(page, "Book").click();
      assertThat(page).hasURL(Pattern.compile("/bookings/"));
      assertThat(page.getByText("SPICE run 42").first()).isVisible();
      Assertions.assertThat(fixture.harc.beginCount()).isEqualTo(1);
    }
  }

  /** The part of the form that a choice brings is used as soon as it is there. */
  @Test
  void aRunChosenAtOnceShowsItsParameters() {
    try (var browser = open(BrowserFixture.as("scientist"))) {
      browser.go("/book");
      var page = browser.page();
      page.evaluate(
          """
          new MutationObserver((changes, observer) => {
            const run = document.querySelector("select[name='run.0.application']");
            if (!run) return;
            observer.disconnect();
            run.value = "pore";
            run.dispatchEvent(new Event("change", {bubbles: true}));
          }).observe(document.body, {childList: true, subtree: true})\
          """);
      in(page, "Cluster 1", "Cluster").selectOption("newton");
      assertThat(in(page, "Cluster 1", "box")).isVisible();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"scientist", "operator", "admin"})
  void aTemplateFillsTheFormAndABookingIsBookedAgain(String role) {
    try (var browser = open(BrowserFixture.as(role))) {
      browser.go(FORM);
      var page = browser.page();
      page.getByText("Save as a template").click();
      label(page, "Template name").fill("every evening");
      button(page, "Save template").click();
      browser.go("/book");
      page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("every evening")).click();
      assertThat(label(page, "Nodes")).hasValue("4");
      label(page, "Start").fill("2026-12-01T21:00");
      button(page, "Book").click();
      page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Book again")).click();
      assertThat(label(page, "Description")).hasValue("SPICE");
      assertThat(in(page, "Lightpath 1", "From")).hasValue("vis.ucl");
      browser.go("/book");
      button(page, "Delete the template every evening").click();
      assertThat(page.getByText("every evening").and(page.getByRole(AriaRole.LINK))).hasCount(0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"scientist", "operator", "admin"})
  void aPersonBooksAsEarlyAsPossible(String role) {
    fixture.harc.setPossibleStarts(
        "rm-newton", BarFixture.NOW.plusSeconds(5400), BarFixture.NOW.plusSeconds(90000));
    try (var browser = open(BrowserFixture.as(role))) {
      browser.go(FORM);
      var page = browser.page();
      label(page, "As early as possible").check();
      assertThat(label(page, "Start")).isHidden();
      label(page, "Not before").fill("2026-12-01T20:30");
      label(page, "Finish by").fill("2026-12-02T00:00");
      button(page, "Book").click();
      assertThat(page).hasURL(Pattern.compile("/bookings/"));
      assertThat(page.getByText("2026-12-01 21:30 UTC").first()).isVisible();
      assertThat(page.getByText("2026-12-01 22:30 UTC").first()).isVisible();
    }
  }

  /** With Back, then Book again: fault 9. */
  @ParameterizedTest
  @ValueSource(strings = {"scientist", "operator", "admin"})
  void goingBackAndBookingAsksBeforeItBooksTwice(String role) {
    try (var browser = open(BrowserFixture.as(role).dark())) {
      browser.go(FORM);
      var page = browser.page();
      button(page, "Book").click();
      assertThat(page).hasURL(Pattern.compile("/bookings/"));
      browser.go(FORM);
      button(page, "Book").click();
      assertThat(page.getByRole(AriaRole.ALERT)).containsText("You already have the same booking");
      browser.checkPage();
      browser.picture("book-again-dark");
      Assertions.assertThat(fixture.harc.beginCount()).isEqualTo(1);
      button(page, "Book it again").click();
      assertThat(page).hasURL(Pattern.compile("/bookings/"));
      Assertions.assertThat(fixture.harc.beginCount()).isEqualTo(2);
    }
  }

  @Test
  void theFocusGoesToTheFirstErrorAndTheSummaryLinksThemAll() {
    try (var browser = open(BrowserFixture.as("scientist").phone().dark())) {
      browser.go(FORM);
      var page = browser.page();
      label(page, "Nodes").fill("129");
      label(page, "Length").fill("abc");
      label(page, "Length").press("Enter"); // checks, and never books
      assertThat(label(page, "Nodes")).isFocused();
      assertThat(label(page, "Nodes"))
          .hasAccessibleDescription("newton has 128 nodes; you asked for 129.");
      page.getByRole(
              AriaRole.LINK, new Page.GetByRoleOptions().setName(Pattern.compile("^Length: Enter")))
          .click();
      assertThat(label(page, "Length")).isFocused();
      browser.checkPage();
      browser.picture("book-errors-390-dark");
      Assertions.assertThat(fixture.harc.beginCount()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"scientist", "operator", "admin"})
  void aRefusalOffersTimesOnAPhoneWithoutJavaScript(String role) {
    fixture.harc.refuseAll(
        new VoteNote.Refusal(
            "n",
            "NODES_BUSY",
            "newton",
            "nodes",
            "newton has 0 of 128 nodes free; 4 requested",
            false,
            null));
    try (var browser = open(BrowserFixture.as(role).phone().withoutJavaScript())) {
      browser.go(FORM);
      var page = browser.page();
      button(page, "Add lightpath").click();
      assertThat(in(page, "Lightpath 2", "From")).isVisible();
      button(page, "Remove lightpath 2").click();
      button(page, "Book").click();
      assertThat(page.getByRole(AriaRole.ALERT)).containsText("This booking was refused.");
      browser.checkWidth();
      browser.picture("book-refused-390");
      fixture.harc.commitAll();
      button(page, "Use this time").click();
      assertThat(label(page, "Start")).hasValue(Pattern.compile("^2026-12-01T22:00"));
      button(page, "Book").click();
      assertThat(page).hasURL(Pattern.compile("/bookings/"));
    }
  }

  @Test
  void timesAreTypedInTheZoneOfTheBrowser() {
    try (var browser = open(BrowserFixture.as("scientist").in("Europe/London"))) {
      browser.go("/book");
      browser.go(FORM.replace("2026-12-01T21:00:00", "2027-07-01T21:00:00"));
      var page = browser.page();
      assertThat(label(page, "Start")).hasValue("2027-07-01T22:00");
      label(page, "Start").fill("2027-10-31T01:30");
      label(page, "Clocks go back: which of the two?").selectOption("Z");
      assertThat(page.getByText("Sun 31 Oct 2027, 01:30–02:30 GMT").first()).isVisible();
      browser.checkPage();
      button(page, "Book").click();
      assertThat(page).hasURL(Pattern.compile("/bookings/"));
      Assertions.assertThat(
              fixture
                  .clientFor("scientist")
                  .get("/api/v1/co-allocations")
                  .text("/items/0/schedule/startTime"))
          .isEqualTo("2027-10-31T01:30:00Z");
    }
  }
}

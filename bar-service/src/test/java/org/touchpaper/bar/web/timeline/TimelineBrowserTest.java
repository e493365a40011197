package org.touchpaper.bar.web.timeline;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.BrowserFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/** The page Timeline in a real browser, at 20:00 on 1 December; a day from 18:00 is shown. */
@Tag("browser")
class TimelineBrowserTest {

  private static final int HOURS = 24;

  private final BarFixture fixture = BarFixture.shared();

  @BeforeEach
  void bookANight() {
    var evening = BarFixture.NOW.plus(Duration.ofHours(3));
    fixture.harc.setFree("rm-newton", evening, evening.plus(Duration.ofHours(4)), 3);
    fixture.clientFor("scientist").post("/api/v1/co-allocations", RequestBodies.BOTH);
    fixture
        .clientFor("operator")
        .post(
            "/api/v1/co-allocations",
            RequestBodies.with(RequestBodies.BOTH, "/description", "\"an upgrade\""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"scientist", "operator", "admin"})
  void aDragOverFreeTimeOpensTheFormWithThatTime(String role) {
    try (var browser = BrowserFixture.as(role).open()) {
      var page = browser.page();
      browser.go("/timeline?nodes=8");
      drag(page, row(page, "newton"), 6, 9);
      page.waitForURL("**/book?**");
      assertThat(page.url())
          .contains("start=2026-12-02T00:00:00Z", "minutes=180", "cluster=newton", "nodes=8");
    }
  }

  @ParameterizedTest
  @CsvSource({"scientist, SPICE run 42", "operator, an upgrade", "admin, SPICE run 42"})
  void aDraggedBookingShowsOldAndNewBeforeItIsChanged(String role, String booking) {
    try (var browser = BrowserFixture.as(role).open()) {
      var page = browser.page();
      browser.go("/timeline");
      var hour = box(row(page, "newton")).width / HOURS;
      var box = box(bar(page, booking));
      var middle = box.x + hour / 2;
      page.mouse().move(middle, box.y + 12);
      page.mouse().down();
      page.mouse().move(middle + hour, box.y + 12);
      page.mouse().move(middle + 2 * hour, box.y + 12);
      page.mouse().up();
      page.waitForURL("**/timeline/change?**");
      assertThat(page.getByText("Tue 1 Dec 21:00–22:00 UTC")).isVisible();
      assertThat(page.getByText("Tue 1 Dec 23:00 – Wed 2 Dec 00:00")).isVisible();
      browser.checkPage();
      button(page, "Change booking").click();
      page.waitForURL("**/bookings/*");
      browser.go("/timeline");
      assertThat(bar(page, booking))
          .hasAttribute("aria-label", Pattern.compile("Tue 1 Dec 23:00 – Wed 2 Dec 00:00"));
    }
  }

  @Test
  void theKeyboardMovesAndStretchesABooking() {
    try (var browser = BrowserFixture.as("scientist").open()) {
      var page = browser.page();
      browser.go("/timeline");
      var bar = bar(page);
      bar.focus();
      bar.press("ArrowLeft");
      bar.press("Escape");
      for (var quarter = 0; quarter < 4; quarter++) {
        bar.press("ArrowRight");
      }
      bar.press("Shift+ArrowRight");
      assertThat(page.getByRole(AriaRole.STATUS)).containsText("22:00");
      bar.press("Enter");
      page.waitForURL("**/timeline/change?**");
      assertThat(page.getByText("Tue 1 Dec 22:00–23:15")).isVisible();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"scientist", "operator", "officer", "admin"})
  void theZoomIsALinkAndKeepsWhatIsNeeded(String role) {
    try (var browser = BrowserFixture.as(role).open()) {
      var page = browser.page();
      browser.go("/timeline");
      page.getByLabel("Nodes needed").fill("4");
      button(page, "Show").click();
      assertThat(page.getByText("Less than 4 nodes free").first()).isVisible();
      link(page, "1 week").click();
      assertThat(page.url()).contains("zoom=week", "nodes=4");
      link(page, "Later").click();
      link(page, "Now").click();
      link(page, "1 day").click();
      assertThat(link(page, "1 day")).hasAttribute("aria-current", "true");
      link(page, "Now").click();
      bar(page).click(new Locator.ClickOptions().setPosition(6, 6)); // its text is longer
      page.waitForURL("**/bookings/*");
    }
  }

  /** The click on a link that is replaced between press and release would be lost. */
  @Test
  void aPageIsNotReplacedWhileALinkIsPressed() {
    try (var browser = BrowserFixture.as("scientist").open()) {
      var page = browser.page();
      browser.go("/timeline");
      link(page, "1 week").hover();
      page.mouse().down();
      page.evaluate(
          """
          () => new Promise((answered) => {
            document.addEventListener("htmx:afterRequest", answered, {once: true});
            htmx.trigger(document.body, "changed");
          })\
          """);
      page.mouse().up();
      page.waitForURL("**zoom=week**");
    }
  }

  @Test
  void aPlainFormDoesAllOfItWithoutJavaScript() {
    try (var browser = BrowserFixture.as("scientist").withoutJavaScript().open()) {
      var page = browser.page();
      browser.go("/timeline");
      page.getByLabel("Resource").selectOption("newton");
      page.getByLabel("Start (UTC)", exact()).fill("2026-12-02T08:00");
      page.getByLabel("Minutes", exact()).fill("90");
      button(page, "Continue to the booking form").click();
      assertThat(page.url()).contains("start=2026-12-02T08:00&zone=Z&minutes=90");
      browser.go("/timeline");
      page.getByLabel("New start").fill("2026-12-02T09:00");
      button(page, "Show the change").click();
      assertThat(page.getByText("Wed 2 Dec 09:00–10:00")).isVisible();
    }
  }

  @Test
  void aBookingOfSomebodyElseAppearsOnAnOpenPage() {
    try (var browser = BrowserFixture.as("operator").open()) {
      browser.go("/timeline");
      assertThat(bar(browser.page())).isVisible();
      fixture
          .clientFor("scientist")
          .post(
              "/api/v1/co-allocations",
              RequestBodies.with(RequestBodies.BOTH, "/description", "\"a surprise\""));
      assertThat(
              link(browser.page(), Pattern.compile("a surprise: newton, .* booked by scientist"))
                  .first())
          .isVisible();
    }
  }

  /** The page shows an older answer while it learns of the change. */
  @Test
  void aChangeDuringAReloadIsShownToo() {
    try (var browser = BrowserFixture.as("operator").open()) {
      var page = browser.page();
      var held = new ArrayList<Map.Entry<Route, APIResponse>>();
      page.route(
          Pattern.compile(".*/timeline([?].*)?"),
          route -> {
            if (held.isEmpty() && route.request().headers().containsKey("hx-request")) {
              held.add(Map.entry(route, route.fetch()));
            } else {
              route.resume();
            }
          });
      browser.go("/timeline");
      page.waitForCondition(() -> !held.isEmpty());
      var list = browser.newTab("/");
      fixture
          .clientFor("scientist")
          .post(
              "/api/v1/co-allocations",
              RequestBodies.with(RequestBodies.BOTH, "/description", "\"a surprise\""));
      assertThat(list.getByText("a surprise").first()).isVisible();
      var old = held.getFirst();
      old.getKey().fulfill(new Route.FulfillOptions().setResponse(old.getValue()));
      assertThat(link(page, Pattern.compile("a surprise: newton, .* booked by scientist")).first())
          .isVisible();
    }
  }

  @Test
  void itIsUsableOnAPhoneAndInTheDark() {
    try (var browser = BrowserFixture.as("operator").open()) {
      browser.go("/timeline?nodes=4&mbps=300&source=vis.ucl&destination=newton.manchester");
      browser.checkPage();
      browser.picture("timeline");
    }
    try (var browser = BrowserFixture.as("scientist").phone().dark().open()) {
      browser.go("/timeline?zoom=week&nodes=4");
      browser.checkPage();
      browser.picture("timeline-phone-dark");
    }
  }

  private static void drag(Page page, Locator plane, int fromHour, int toHour) {
    var box = box(plane);
    var hour = box.width / HOURS;
    var y = box.y + box.height - 6;
    page.mouse().move(box.x + fromHour * hour + 2, y);
    page.mouse().down();
    page.mouse().move(box.x + (fromHour + 1) * hour, y);
    page.mouse().move(box.x + toHour * hour - 2, y);
    page.mouse().up();
  }

  /** Where it is; the page may just be redrawn. */
  private static BoundingBox box(Locator drawn) {
    return Awaitility.await().until(drawn::boundingBox, Objects::nonNull);
  }

  private static Locator row(Page page, String resource) {
    return page.getByRole(
            AriaRole.GROUP,
            new Page.GetByRoleOptions().setName(Pattern.compile("^" + resource + ": ")))
        .first();
  }

  private static Locator bar(Page page) {
    return bar(page, "SPICE run 42");
  }

  private static Locator bar(Page page, String booking) {
    var name = Pattern.compile(booking + ": newton, 4 nodes");
    return row(page, "newton")
        .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(name));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator link(Page page, String name) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator link(Page page, Pattern name) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name));
  }

  private static Page.GetByLabelOptions exact() {
    return new Page.GetByLabelOptions().setExact(true);
  }
}

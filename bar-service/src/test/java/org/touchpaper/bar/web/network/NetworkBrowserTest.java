package org.touchpaper.bar.web.network;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.aggregator.BrokerSegmentCallbacks;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.BrowserFixture;
import org.touchpaper.bar.fixture.FakeElements;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.RequesterIdentity;

/** The map of the network, and the elements, as an operator uses them. */
@Tag("browser")
class NetworkBrowserTest {

  private final BarFixture fixture = BarFixture.shared();

  @BeforeEach
  void network() {
    fixture.elements.describeTopology(FakeElements.UKLIGHT);
  }

  private static Locator link(Page page, String name) {
    return page.getByRole(
        AriaRole.LINK, new Page.GetByRoleOptions().setName(Pattern.compile(name)));
  }

  /** The limit that the project promises for every open page. */
  private static final double MAX_WAIT_MS = 2000;

  /** Notes when the page has a text, also one for screen readers. */
  private static void watch(Page page, String text) {
    page.evaluate(
        """
        text => {
          window.shownAt = null;
          window.stalls = [];
          let last = performance.now();
          setInterval(() => {
            const now = performance.now();
            if (now - last > 60) window.stalls.push({startTime: last + 20, responseEnd: now});
            last = now;
          }, 20);
          const look = () => {
            if (!window.shownAt && document.body.outerHTML.includes(text)) window.shownAt = performance.now();
          };
          const changes = {subtree: true, childList: true, attributes: true, characterData: true};
          new MutationObserver(look).observe(document.documentElement, changes);
        }
        """,
        text);
  }

  /**
   * How long the product waited between a moment and the text that was watched for: without the
   * time in which the page's requests were answered, and in which the page's timers were late. A
   * busy machine makes both longer.
   */
  private static double waitedMs(Page page, Instant from) {
    page.waitForCondition(() -> (boolean) page.evaluate("() => Boolean(window.shownAt)"));
    return ((Number)
            page.evaluate(
                """
                since => {
                  const start = since - performance.timeOrigin, end = window.shownAt;
                  let busy = 0, last = start;
                  const requests = [...performance.getEntriesByType("resource"), ...window.stalls];
                  for (const request of requests.sort((a, b) => a.startTime - b.startTime)) {
                    const from = Math.max(request.startTime, last), to = Math.min(request.responseEnd, end);
                    if (to > from) {
                      busy += to - from;
                      last = to;
                    }
                  }
                  return end - start - busy;
                }
                """,
                (double) from.toEpochMilli()))
        .doubleValue();
  }

  /** Reads the machine's clock, as the browser does; the fixture's stands still. */
  private static Instant now() {
    return Clock.systemUTC().instant();
  }

  @Test
  void whatASegmentKnowsShowsOnEveryOpenPageWithinTwoSeconds() {
    var booked =
        fixture.clientFor("operator").post("/api/v1/reservations", RequestBodies.LIGHTPATH);
    fixture.clock.set(BarFixture.NOW.plus(Duration.ofMinutes(61)));
    fixture.pollNowAndAfter(Duration.ofSeconds(30));
    try (var browser = BrowserFixture.as("operator").open()) {
      browser.go("/elements");
      var pages =
          Map.of(
              browser.page(), "1 item missing, 1 circuit impaired",
              browser.newTab("/network"), "Element LEEDS, impaired",
              browser.newTab("/elements/LEEDS"), "1 item missing, 1 circuit impaired");
      pages.forEach(NetworkBrowserTest::watch);
      var booking = browser.newTab("/bookings/" + booked.text("/connectionId"));
      watch(booking, "loss of signal");

      var known = now();
      fixture.elements.loseItemOfLeeds();
      pages
          .keySet()
          .forEach(page ->
              Assertions.assertThat(waitedMs(page, known)).as(page.url()).isLessThan(MAX_WAIT_MS));
      var notified = now();
      notifyOfAlarm("nsap", "impaired: LEEDS 1-A-1-4: loss of signal");
      Assertions.assertThat(waitedMs(booking, notified)).isLessThan(MAX_WAIT_MS);
    }
  }

  /** As the segment does as soon as it knows. */
  private void notifyOfAlarm(String segment, String text) {
    var connection =
        fixture
            .jdbc()
            .queryForObject(
                "select segment_id from segment_hold where peer = ?", UUID.class, segment);
    var broker =
        new RequesterIdentity(
            segment,
            new RequesterIdentity.Person("operator", "ucl", List.of(), "operator"),
            "an alarm");
    fixture
        .bean(BrokerSegmentCallbacks.class)
        .notify(
            broker,
            new Notification.Alarm(
                new ConnectionId(Objects.requireNonNull(connection)),
                fixture.clock.instant(),
                text));
  }

  /**
   * Found by an operator who looks at the list: what is missing, on which element, and the cure.
   */
  @ParameterizedTest
  @ValueSource(strings = {"operator", "admin"})
  void whatIsMissingShowsAtOnceAndIsRestored(String role) {
    try (var browser = BrowserFixture.as(role).open()) {
      browser.go("/elements");
      var page = browser.page();
      var map = browser.newTab("/network");
      var leeds =
          page.getByRole(AriaRole.ROW).filter(new Locator.FilterOptions().setHasText("LEEDS"));
      assertThat(leeds).containsText("good");
      assertThat(link(map, "^Element LEEDS, good$")).isVisible();

      fixture.elements.loseItemOfLeeds();
      assertThat(leeds).containsText("1 item missing, 1 circuit impaired");
      assertThat(link(map, "^Element LEEDS, impaired$")).isVisible();
      browser.checkPage();
      browser.picture("elements");

      page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("LEEDS")).click();
      assertThat(page.getByText("1 item missing, 1 circuit impaired.")).isVisible();
      browser.checkPage();
      browser.picture("element");
      link(page, "^Restore…$").click();
      browser.checkPage();
      page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Restore")).click();
      assertThat(page.getByText("The missing items of 1 circuit are being restored.")).isVisible();
      assertThat(page.getByText("Connected, and nothing is wrong.")).isVisible();
      assertThat(link(map, "^Element LEEDS, good$")).isVisible();
    }
  }

  /** Lets the map reload, as it does when something changes. */
  private static void reload(Page page) {
    page.evaluate("() => { document.getElementById('network').dataset.old = 'true'; }");
    page.waitForCondition(() ->
        (boolean)
            page.evaluate(
                """
                () => {
                  const isOld = document.getElementById("network").dataset.old === "true";
                  if (isOld) htmx.trigger(document.body, "refresh");
                  return !isOld;
                }
                """));
  }

  @ParameterizedTest
  @ValueSource(strings = {"scientist", "operator", "officer", "admin"})
  void theMapShowsAChosenLinkAtAnyMoment(String role) {
    try (var browser = BrowserFixture.as(role).open()) {
      browser.go("/network");
      var page = browser.page();
      link(page, "^Link LONDON-READING,").focus();
      reload(page);
      assertThat(link(page, "^Link LONDON-READING,")).isFocused();
      page.keyboard().press("Enter");
      assertThat(
              page.getByRole(
                  AriaRole.HEADING, new Page.GetByRoleOptions().setName("LONDON-READING")))
          .isVisible();
      page.getByLabel("From 7 days ago to 7 days ahead").fill("90");
      assertThat(page.getByText("Booked at")).isVisible();
      assertThat(
              page.getByRole(
                  AriaRole.HEADING, new Page.GetByRoleOptions().setName("LONDON-READING")))
          .isVisible();
      assertThat(page)
          .hasURL(Pattern.compile(".*at=2026-12-01T21(:|%3A)30.*link=LONDON-READING.*"));
      browser.checkPage();
      browser.picture("network");
    }
  }

  /** Of two bookings on two links each; the campus has counted one of them. */
  @Test
  void theMapShowsWhatWasMeasuredInAllSizesAndColours() {
    fixture.segments.describePath(
        "nsap", "METRO-UCL", "UCL-LONDON", "LONDON", "LEEDS-LONDON", "LEEDS");
    var client = fixture.clientFor("scientist");
    var measured = client.post("/api/v1/reservations", RequestBodies.LIGHTPATH, "one");
    client.post("/api/v1/reservations", RequestBodies.LIGHTPATH, "two");
    fixture.clock.set(BarFixture.NOW.plus(Duration.ofMinutes(90)));
    try (var campus = new CountingCampus(fixture)) {
      campus.count(measured.text("/connectionId"), 287.4, 12.3);
      for (var person :
          List.of(
              BrowserFixture.as("scientist"),
              BrowserFixture.as("scientist").dark(),
              BrowserFixture.as("scientist").phone(),
              BrowserFixture.as("scientist").phone().dark())) {
        try (var browser = person.open()) {
          browser.go("/network?link=LEEDS-LONDON");
          var page = browser.page();
          assertThat(page.getByLabel("Map of the network")).containsText("287 M measured");
          assertThat(
                  page.getByRole(AriaRole.ROW, new Page.GetByRoleOptions().setName("UCL-LONDON")))
              .containsText("287 to LONDON, 12 to METRO-UCL (1 of 2 bookings)");
          browser.checkPage();
          browser.picture(
              "network-measured-%d-%s"
                  .formatted(person.width(), person.isDark() ? "dark" : "light"));
        }
      }
    }
  }

  /**
   * Moves the slider, and changes something while its answer is under way, which does not have the
   * change yet. The map asks for nothing then.
   *
   * @param change returns when the page knows of it
   */
  private static void changeWhileTheSliderMoves(BrowserFixture browser, Runnable change) {
    var page = browser.page();
    var held = new ArrayList<Runnable>();
    page.route(
        Pattern.compile(".*/network\\?at=.*"),
        route -> {
          if (held.isEmpty()) {
            var answer = route.fetch();
            held.add(() -> route.fulfill(new Route.FulfillOptions().setResponse(answer)));
          } else {
            route.resume();
          }
        });
    browser.go("/network");
    page.evaluate("() => { document.getElementById('network').dataset.pause = '0'; }");
    page.getByLabel("From 7 days ago to 7 days ahead").fill("90");
    page.waitForCondition(() -> !held.isEmpty());
    change.run();
    held.getFirst().run();
  }

  @Test
  void aChangeOfAnElementWhileTheSliderMovesIsShown() {
    try (var browser = BrowserFixture.as("operator").open()) {
      changeWhileTheSliderMoves(
          browser,
          () -> {
            fixture.elements.loseItemOfLeeds();
            for (var answer = 1;
                answer <= 3;
                answer++) { // the third was asked for after the second
              browser
                  .page()
                  .waitForResponse(response -> response.url().endsWith("?digest"), () -> {});
            }
          });
      assertThat(link(browser.page(), "^Element LEEDS, impaired$")).isVisible();
      assertThat(browser.page()).hasURL(Pattern.compile(".*at=2026-12-01T21(:|%3A)30.*"));
    }
  }

  @Test
  void aBookingWhileTheSliderMovesIsShown() {
    fixture.segments.describePath("nsap", "METRO-UCL", "UCL-LONDON", "LONDON");
    try (var browser = BrowserFixture.as("scientist").open()) {
      var list = browser.newTab("/");
      changeWhileTheSliderMoves(
          browser,
          () -> {
            var body = RequestBodies.LIGHTPATH;
            fixture.clientFor("scientist").post("/api/v1/reservations", body);
            assertThat(list.getByText("a film").first()).isVisible(); // all tabs hear of it at once
          });
      assertThat(link(browser.page(), "^Link UCL-LONDON, .*300 Mbit.s booked$")).isVisible();
    }
  }

  /** Goes to a link by the Tab key. */
  private static void tabTo(Page page, Locator wanted) {
    page.waitForCondition(() -> {
      page.keyboard().press("Tab");
      return (boolean) wanted.evaluate("(element) => element === document.activeElement");
    });
  }

  @Test
  void aLinkOfAListKeepsTheFocusWhenTheListReloads() {
    var first =
        fixture.clientFor("scientist").post("/api/v1/reservations", RequestBodies.LIGHTPATH, "1");
    try (var browser = BrowserFixture.as("operator").open()) {
      var page = browser.page();
      browser.go("/");
      var booking = page.locator("a[href$='" + first.text("/connectionId") + "']");
      tabTo(page, booking);
      fixture.clientFor("scientist").post("/api/v1/reservations", RequestBodies.LIGHTPATH, "2");
      assertThat(page.locator("table.bookings tbody tr")).hasCount(2);
      assertThat(booking).isFocused();
      page.keyboard().press("Enter");
      assertThat(page).hasURL(Pattern.compile(".*/bookings/" + first.text("/connectionId")));

      browser.go("/elements");
      var london =
          page.getByRole(
              AriaRole.LINK, new Page.GetByRoleOptions().setName("LONDON").setExact(true));
      tabTo(page, london);
      fixture.elements.loseItemOfLeeds();
      assertThat(page.getByText("1 item missing, 1 circuit impaired")).isVisible();
      assertThat(london).isFocused();
      page.keyboard().press("Enter");
      assertThat(page).hasURL(Pattern.compile(".*/elements/LONDON"));
    }
  }

  @Test
  void theMapIsReadOnADarkTelephoneWithoutJavaScript() {
    try (var browser = BrowserFixture.as("operator").phone().dark().open()) {
      browser.go("/network?element=LONDON");
      browser.checkPage();
      browser.picture("network-phone-dark");
      browser.go("/elements/LONDON");
      browser.checkPage();
      browser.picture("element-phone-dark");
    }
    try (var browser = BrowserFixture.as("scientist").phone().withoutJavaScript().open()) {
      browser.go("/network?at=2026-12-01T21:30");
      assertThat(browser.page().getByText("Booked at")).isVisible();
      assertThat(browser.page().getByLabel("From 7 days ago to 7 days ahead")).isHidden();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"operator", "admin"})
  void aTranscriptIsFilteredAndPaused(String role) {
    try (var browser = BrowserFixture.as(role).open()) {
      browser.go("/elements/LONDON");
      var page = browser.page();
      var transcript = page.getByRole(AriaRole.LOG);
      for (var line : new String[] {"<- M  1 COMPLD", "-> RTRV-ALM-ALL"}) {
        page.waitForCondition(() -> { // a follower of an earlier page may take the line
          fixture.elements.addTranscriptLine(line);
          return transcript.textContent().contains(line);
        });
      }
      page.getByLabel("Show only lines with").fill("rtrv");
      assertThat(transcript).not().containsText("COMPLD");
      assertThat(transcript).containsText("RTRV-ALM-ALL");
      var pause = page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Pause"));
      pause.click();
      assertThat(pause).hasAttribute("aria-pressed", "true");
    }
  }
}

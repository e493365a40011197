package org.touchpaper.bar.web.officer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.BrowserFixture;
import org.touchpaper.bar.fixture.FakeCampus;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.bar.securitylog.SecurityLog;
import org.touchpaper.bar.securitylog.SecurityLogEntry;
import org.touchpaper.bar.securitylog.SecurityLogQuery;
import tools.jackson.databind.json.JsonMapper;

/** The security officer's day in a real browser, by role and label. */
@Tag("browser")
class OfficerJourneyTest {

  private static final String FORM =
      "/book?source=vis.ucl&destination=newton.manchester&bandwidthMbps=300"
          + "&start=2026-12-02T04:00:00&minutes=60";

  private static final Pattern STAYS_CUT =
      Pattern.compile("University College London was cut at .* until that is lifted: worm.*");

  @ParameterizedTest
  @ValueSource(strings = {"officer", "admin"})
  void cutsAHostReadsTheRecordLiftsTheCutAndSearchesTheLog(String role) {
    BarFixture.shared();
    try (var campus = new FakeCampus();
        var browser = BrowserFixture.as(role).open()) {
      var page = browser.page();
      browser.go("/");
      assertThat(link(page, "Book")).hasCount(role.equals("admin") ? 2 : 0);
      link(page, "Security").click();
      browser.checkPage();
      browser.picture("security");

      link(page, "Cut the host vis.ucl").click();
      assertThat(heading(page, "Cut host vis?")).isVisible();
      browser.checkPage();
      browser.picture("security-cut");
      page.getByLabel("Reason").fill("port scan");
      campus.refuse(403);
      button(page, "Cut host vis").click();
      assertThat(page.getByText("Not cut: lnsap-ucl refuses it")).isVisible();
      browser.checkPage();
      browser.picture("security-refused");
      campus.refuse(0);
      button(page, "Cut host vis").click();
      assertThat(heading(page, "Cut of vis.ucl")).isVisible();
      browser.checkPage();
      browser.picture("security-record");

      page.getByLabel("Reason").fill("reinstalled");
      button(page, "Lift the cut").click();
      assertThat(button(page, "Lift the cut")).hasCount(0);

      browser.go("/security/log");
      page.getByLabel("Search by name, address, id or text").fill("vis.ucl");
      button(page, "Search").click();
      assertThat(page.getByText("ordered: vis.ucl: reinstalled")).isVisible();
      browser.checkPage();
      browser.picture("security-log");
      var file = page.waitForDownload(() -> link(page, "Export CSV").click());
      Assertions.assertThat(file.path()).content().contains("port scan", "reinstalled");
    }
  }

  /**
   * By host, by person and by id of the lightpath; the search is in the URL. What is typed stays
   * when the page is updated, as it is at its start and after each change.
   */
  @ParameterizedTest
  @ValueSource(strings = {"officer", "admin"})
  void searchesWhatIsInUseAndBooked(String role) {
    BarFixture.shared();
    try (var campus = new FakeCampus();
        var browser = BrowserFixture.as(role).open()) {
      var page = browser.page();
      var found = link(page, "Cut the lightpath vis – border of scientist");
      browser.go("/security");
      searchField(page).fill("typed");
      page.waitForResponse(
          response -> response.url().contains("/security"),
          () -> page.evaluate("htmx.trigger(document.body, 'changed')"));
      assertThat(found).isVisible();
      assertThat(searchField(page)).hasValue("typed");
      for (var words : new String[] {"vis", "scientist", FakeCampus.LIGHTPATH}) {
        search(page, words);
        page.waitForURL("**/security?search=" + words);
        assertThat(found).isVisible();
        assertThat(page.getByText("No lightpaths.")).hasCount(0);
      }
      search(page, "olga");
      page.waitForURL("**/security?search=olga");
      assertThat(page.getByText("No lightpaths.")).isVisible();
      assertThat(found).hasCount(0);
      assertThat(searchField(page)).hasValue("olga");
      browser.checkPage();
      browser.picture("security-search");

      campus.haveMore(7);
      search(page, "");
      assertThat(page.getByText("And 7 more; search to find them.")).isVisible();
      search(page, "scientist");
      found.click();
      assertThat(heading(page, "Cut this lightpath?")).isVisible();
      page.goBack();
      assertThat(searchField(page)).hasValue("scientist");
      assertThat(found).isVisible();
    }
  }

  private static Locator searchField(Page page) {
    return page.getByLabel("Search by host, person or id");
  }

  private static void search(Page page, String words) {
    searchField(page).fill(words);
    button(page, "Search").click();
  }

  /**
   * One lightpath of two, then the whole site. The owner sees it at once; what is cut is refused
   * until the cut is lifted, and nothing is revived.
   */
  @ParameterizedTest
  @ValueSource(strings = {"officer", "admin"})
  void cutsALightpathAndTheWholeSiteAndLiftsBoth(String role) {
    var fixture = BarFixture.shared();
    fixture.harc.setPossibleStarts("rm-network", BarFixture.NOW, BarFixture.NOW.plusSeconds(90000));
    var film = book(fixture).text("/connectionId");
    var other = book(fixture).text("/connectionId");
    fixture.clock.set(BarFixture.NOW.plus(Duration.ofMinutes(75)));
    fixture.pollNowAndAfter(Duration.ofSeconds(30));
    try (var campus = new FakeCampus().cutting(fixture);
        var browser = BrowserFixture.as(role).open();
        var owner = BrowserFixture.as("scientist").open()) {
      var page = browser.page();
      owner.go("/bookings/" + film);
      assertThat(owner.page().getByRole(AriaRole.STATUS).first()).hasText("ACTIVE");
      campus.carry(film);
      browser.go("/security");
      link(page, "Cut the lightpath vis – border of scientist").click();
      assertThat(heading(page, "Cut this lightpath?")).isVisible();
      browser.checkPage();
      browser.picture("security-cut-lightpath");
      order(page, "stolen account", "Cut this lightpath");
      assertThat(heading(page, "Cut of lightpath " + film)).isVisible();
      assertEnded(owner.page(), "stolen account");
      owner.picture("booking-cut");
      owner.go("/bookings/" + other);
      assertThat(owner.page().getByRole(AriaRole.STATUS).first()).hasText("ACTIVE");
      Assertions.assertThat(book(fixture).status()).as("its hosts are not cut").isEqualTo(201);
      order(page, "new password", "Lift the cut");
      assertThat(button(page, "Lift the cut")).hasCount(0);

      campus.carry(other);
      browser.go("/security");
      link(page, "Cut the whole site…").click();
      order(page, "worm", "Cut the whole site");
      assertThat(heading(page, "Cut of University College London")).isVisible();
      assertEnded(owner.page(), "worm");
      Assertions.assertThat(book(fixture).text("/refusals/0/code")).isEqualTo("CUT");
      owner.go(FORM);
      button(owner.page(), "Check").click();
      assertThat(heading(owner.page(), "It does not fit.")).isVisible();
      assertThat(owner.page().getByText(STAYS_CUT).first()).isVisible();
      assertThat(owner.page().locator("main")).not().containsText("to be set up by then");
      assertThat(owner.page().getByLabel("From")).hasAccessibleDescription(STAYS_CUT);
      owner.checkPage();
      owner.picture("book-cut");

      browser.go("/security");
      assertThat(page.getByText("not cut")).hasCount(0);
      browser.checkPage();
      browser.picture("security-site-cut");
      link(page, "Lift the cut of University College London").click();
      order(page, "cleaned", "Lift the cut");
      assertThat(button(page, "Lift the cut")).hasCount(0);
      owner.go(FORM);
      button(owner.page(), "Check").click();
      assertThat(heading(owner.page(), "It fits. Nothing is booked yet.")).isVisible();
      Assertions.assertThat(book(fixture).status()).isEqualTo(201);
      for (var ended : new String[] {film, other}) {
        owner.go("/bookings/" + ended);
        assertThat(owner.page().getByRole(AriaRole.STATUS).first()).hasText("FAILED");
      }
    }
  }

  private static ApiReply book(BarFixture fixture) {
    var start = fixture.clock.instant().plus(Duration.ofHours(1));
    return fixture
        .clientFor("scientist")
        .post(
            "/api/v1/reservations",
            RequestBodies.with(
                RequestBodies.LIGHTPATH,
                "/schedule",
                "{\"startTime\":\"%s\",\"endTime\":\"%s\"}"
                    .formatted(start, start.plusSeconds(3600))));
  }

  private static void order(Page page, String reason, String button) {
    page.getByLabel("Reason").fill(reason);
    button(page, button).click();
  }

  /** Without a reload. */
  private static void assertEnded(Page booking, String reason) {
    assertThat(booking.getByRole(AriaRole.STATUS).first()).hasText("FAILED");
    assertThat(
            booking
                .getByText("cut by the security office of University College London: " + reason)
                .first())
        .isVisible();
  }

  /** All that the page lists, and nothing else. */
  @ParameterizedTest
  @ValueSource(strings = {"officer", "admin"})
  void exportsTheLogThatIsSearchedFor(String role) throws IOException {
    var fixture = BarFixture.shared();
    book(fixture);
    try (var _ = new FakeCampus();
        var browser = BrowserFixture.as(role).open()) {
      var page = browser.page();
      for (var reason : new String[] {"port scan, \"worm\"", "=1+1"}) {
        browser.go("/security/cut?kind=host&target=vis");
        order(page, reason, "Cut host vis");
        order(page, reason, "Lift the cut");
      }
      browser.go("/security/log");
      page.getByLabel("What").selectOption("cut");
      button(page, "Search").click();
      var shown = page.getByRole(AriaRole.TABLE).locator("tbody tr");
      assertThat(shown).hasCount(2);
      var lines =
          fixture
              .bean(SecurityLog.class)
              .list(new SecurityLogQuery("", SecurityLogEntry.Kind.CUT, null, null, null), 10);
      Assertions.assertThat(lines)
          .extracting(SecurityLogEntry::detail)
          .containsExactly("ordered: vis.ucl: =1+1", "ordered: vis.ucl: port scan, \"worm\"");
      for (var row = 0; row < lines.size(); row++) {
        assertThat(shown.nth(row)).containsText(lines.get(row).detail());
        assertThat(shown.nth(row)).containsText(role);
      }

      var json = page.waitForDownload(() -> link(page, "Export JSON").click());
      Assertions.assertThat(json.suggestedFilename()).isEqualTo("security-log.json");
      Assertions.assertThat(
              JsonMapper.shared()
                  .readValue(Files.readString(json.path()), SecurityLogEntry[].class))
          .containsExactlyElementsOf(lines);
      var csv = page.waitForDownload(() -> link(page, "Export CSV").click());
      Assertions.assertThat(csv.suggestedFilename()).isEqualTo("security-log.csv");
      Assertions.assertThat(Files.readAllLines(csv.path()))
          .containsExactly(
              "id,at,kind,who,address,subject,detail",
              csvOf(lines.get(0)) + "ordered: vis.ucl: =1+1",
              csvOf(lines.get(1)) + "\"ordered: vis.ucl: port scan, \"\"worm\"\"\"");
    }
  }

  private static String csvOf(SecurityLogEntry line) {
    return "%d,%s,CUT,%s,127.0.0.1,%s,".formatted(line.id(), line.at(), line.who(), line.subject());
  }

  @Test
  void readsEverythingOnAPhoneInTheDarkWhenTheSegmentIsDown() {
    BarFixture.shared();
    try (var browser = BrowserFixture.as("admin").phone().dark().open()) {
      for (var path : new String[] {"/security", "/security/cut?kind=site", "/security/log"}) {
        browser.go(path);
        browser.checkPage();
      }
      browser.picture("security-log-phone");
    }
    try (var _ = new FakeCampus();
        var browser = BrowserFixture.as("officer").phone().dark().withoutJavaScript().open()) {
      browser.go("/security");
      assertThat(link(browser.page(), "Cut the host vis.ucl")).isVisible();
      browser.picture("security-phone");
    }
  }

  private static Locator link(Page page, String name) {
    return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator heading(Page page, String name) {
    return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(name));
  }
}

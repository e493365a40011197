package org.touchpaper.bar.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.BrowserFixture;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.bar.loadlimit.EventStreamQuota;

/** What all pages share: links, headers, style sheets and scripts, time zone and colours. */
class LayoutTest {

  private final BarFixture fixture = BarFixture.shared();

  @ParameterizedTest
  @CsvSource({
    "scientist, true, false",
    "operator, true, true",
    "officer, false, false",
    "admin, true, true"
  })
  void aPersonIsOfferedTheLinksThatTheyMayOpen(String role, boolean books, boolean operates) {
    var browser = new PageBrowser(fixture.url());
    browser.logIn(role, role);
    var page = browser.get("/").text();
    var navigation = page.substring(page.indexOf("<nav"), page.indexOf("</nav>"));
    assertThat(navigation.contains("href=\"/book\"")).isEqualTo(books);
    assertThat(navigation.contains("href=\"/elements\"")).isEqualTo(operates);
    assertThat(navigation).contains("href=\"/\" aria-current=\"page\">Bookings");
    assertThat(browser.get("/book").status()).isEqualTo(books ? 200 : 403);
    assertThat(browser.get("/elements").status()).isEqualTo(operates ? 200 : 403);
  }

  /** The demo users, and how texts call who has their role. */
  private static final Map<String, String> READERS =
      Map.of(
          "scientist", "scientists",
          "operator", "operators",
          "officer", "security officers",
          "admin", "administrators");

  /** Which the navigation asks for the links, and repeats in words. */
  @Test
  void theLinksAndTheWordsOfARefusalAreThoseOfTheAccessRules() {
    var refusals = new HashMap<String, List<String>>();
    var readers = new HashMap<String, List<String>>();
    for (var user : List.of("admin", "scientist", "operator", "officer")) {
      var browser = new PageBrowser(fixture.url());
      browser.logIn(user, user);
      var links = linksIn(browser.get("/").text());
      readers.putIfAbsent("/", new ArrayList<>()); // all pages are linked for the administrator
      links.forEach(path -> readers.computeIfAbsent(path, _ -> new ArrayList<>()));
      for (var path : readers.keySet()) {
        var page = browser.get(path);
        assertThat(page.status()).as(user + path).isEqualTo(links.contains(path) ? 200 : 403);
        if (page.status() == 200) {
          readers.get(path).add(READERS.get(user));
        } else {
          refusals.computeIfAbsent(path, _ -> new ArrayList<>()).add(page.text());
        }
      }
    }
    assertThat(readers).hasSize(9);
    assertThat(refusals.keySet())
        .containsExactlyInAnyOrder("/book", "/elements", "/security", "/admin");
    refusals.forEach((path, texts) ->
        assertThat(texts)
            .as(path)
            .allSatisfy(text -> assertThat(readersIn(text)).hasSameElementsAs(readers.get(path))));
  }

  private static Set<String> linksIn(String page) {
    var navigation = page.substring(page.indexOf("<nav"), page.indexOf("</nav>"));
    return Pattern.compile("<a href=\"(/[^\"]*)\"")
        .matcher(navigation)
        .results()
        .map(link -> link.group(1))
        .collect(Collectors.toSet());
  }

  /** As "scientists, operators and administrators". */
  private static List<String> readersIn(String refusal) {
    var words = Pattern.compile("This page is for <span>([^<]*)</span>").matcher(refusal);
    assertThat(words.find()).as(refusal).isTrue();
    return List.of(words.group(1).split(", | and "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/login", "/", "/api/docs", "/no-such-page", "/live.js"})
  void everyResponseLetsThePageRunOnlyWhatTheBrokerServes(String path) throws Exception {
    var headers = get(path).headers();
    assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'")
        .doesNotContain("unsafe", "*");
    assertThat(headers.firstValue("Referrer-Policy")).contains("same-origin");
    assertThat(headers.firstValue("Permissions-Policy").orElse("")).contains("geolocation=()");
    assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
  }

  @Test
  void browsersKeepStyleSheetsAndScriptsForAYear() throws Exception {
    var login = get("/login").body();
    var files = Pattern.compile("(?:href|src)=\"(/[^\"]+[.](?:css|js))\"").matcher(login).results();
    assertThat(files.map(file -> file.group(1)).toList())
        .hasSize(3)
        .allSatisfy(file -> {
          assertThat(file).matches(".*(-[0-9a-f]{32}[.]|/[0-9.]+/).*");
          var answer = get(file);
          assertThat(answer.statusCode()).isEqualTo(200);
          assertThat(answer.headers().firstValue("Cache-Control").orElse(""))
              .contains("max-age=31536000", "public", "immutable");
          assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
        });
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(fixture.url().resolve(path))
            .header("Accept", "text/html")
            .header("Accept-Encoding", path.endsWith("s") ? "gzip" : "identity");
    try (var http = HttpClient.newHttpClient()) {
      return http.send(request.build(), BodyHandlers.ofString());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/bookings?x=1, /bookings?x=1",
    "//elsewhere.example/, /",
    "'/\\elsewhere.example', /",
    "https://elsewhere.example/, /"
  })
  void choosingAZoneLeadsBackToThePageButNowhereElse(String back, String expected) {
    var browser = new PageBrowser(fixture.url());
    browser.logIn("scientist", "scientist");
    var form = "zone=Europe%2FParis&theme=dark&back=" + back;
    var page = browser.post("/preferences", form);
    assertThat(page.location()).isEqualTo(expected);
    assertThat(browser.get("/").text())
        .contains("<meta name=\"color-scheme\" content=\"dark\">")
        .contains("value=\"Europe/Paris\" selected=\"selected\"");
  }

  /** A form's address may answer to POST only. */
  @ParameterizedTest
  @CsvSource({"/book, /book", "/book/check, /book", "/notifications/test-mail, /notifications"})
  void fromTheAnswerToAFormAZoneLeadsBackToTheFormsPage(String action, String expected) {
    var browser = new PageBrowser(fixture.url());
    browser.logIn("scientist", "scientist");
    assertThat(browser.post(action, "start=soon").text())
        .contains("name=\"back\" value=\"" + expected + "\"");
  }

  @Test
  void anErrorHasTheLinksAndAWayBack() {
    var browser = new PageBrowser(fixture.url());
    browser.logIn("scientist", "scientist");
    assertThat(browser.get("/bookings/019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10").text())
        .contains("Page not found", "aria-label=\"Main\"", "All bookings", "Log out");
  }

  /** An administrator is offered the most links. */
  @Test
  @Tag("browser")
  void theLinksOfAnAdministratorStandOnOneLine() {
    try (var browser = BrowserFixture.as("admin").open()) {
      browser.go("/notifications");
      var height = browser.page().locator("header.site .inner").boundingBox().height;
      assertThat(height).as("the height of the header").isLessThan(65);
      browser.picture("navigation-admin");
      browser.checkPage();
    }
  }

  @Test
  @Tag("browser")
  void twelveTabsOfABrowserShareAStreamAndAllShowAChange() {
    try (var browser = BrowserFixture.as("officer").open()) {
      browser.go("/");
      for (var tab = 2; tab <= 12; tab++) {
        browser.newTab("/");
      }
      var booked =
          fixture.clientFor("scientist").post("/api/v1/co-allocations", RequestBodies.BOTH);
      assertThat(booked.status()).isEqualTo(201);
      for (var tab : browser.context().pages()) {
        PlaywrightAssertions.assertThat(tab.getByText("SPICE run 42").first()).isVisible();
      }
      assertThat(fixture.bean(EventStreamQuota.class).openOf("officer")).isEqualTo(1);
    }
  }

  /** A page reloads once after it is made, and that request may still be answered when hidden. */
  private static void awaitFirstReload(BrowserFixture browser) {
    browser
        .page()
        .waitForFunction(
            """
            () => performance.getEntriesByType("resource")
                .some(request => request.initiatorType === "xmlhttprequest" && request.responseEnd > 0)
            """);
  }

  @Test
  @Tag("browser")
  void aHiddenBrowserReadsNoStreamAndShowsOnReturnWhatItMissed() {
    try (var browser = BrowserFixture.as("officer").open()) {
      browser.go("/");
      var quota = fixture.bean(EventStreamQuota.class);
      fixture.awaitTrue(() -> quota.openOf("officer") == 1);
      awaitFirstReload(browser);
      hide(browser, true);
      var scientist = fixture.clientFor("scientist");
      var booked = scientist.post("/api/v1/co-allocations", RequestBodies.BOTH);
      fixture.awaitTrue(() -> quota.openOf("officer") == 0); // noticed as the event is sent
      assertThat(booked.status()).isEqualTo(201);
      assertThat(browser.page().getByText("SPICE run 42").count()).isZero();
      hide(browser, false);
      PlaywrightAssertions.assertThat(browser.page().getByText("SPICE run 42").first()).isVisible();
    }
  }

  /** As a tab in the background: headless, a tab is always visible. */
  private static void hide(BrowserFixture browser, boolean isHidden) {
    browser
        .page()
        .evaluate(
            """
            hidden => {
              Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
              document.dispatchEvent(new Event("visibilitychange"));
            }
            """,
            isHidden);
  }

  @Test
  @Tag("browser")
  void anExpiredSessionLeadsToTheLoginAndBackToWhereIWas() {
    try (var browser = BrowserFixture.as("operator").open().tolerating("401")) {
      browser.go("/elements");
      var page = browser.page();
      page.navigate("about:blank"); // the page also goes to the login by itself
      browser.context().clearCookies(); // as the end of the session
      browser.go("/elements");
      page.getByLabel("User name").fill("operator");
      page.getByLabel("Password").fill("operator");
      page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Log in")).click();
      assertThat(page.url()).contains("/elements");
    }
  }
}

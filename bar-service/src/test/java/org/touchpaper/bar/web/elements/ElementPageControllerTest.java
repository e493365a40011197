package org.touchpaper.bar.web.elements;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.http.PeerCircuitBreaker;

/** The pages of network elements; the NSAP answers and the L-NSAP does not. */
class ElementPageControllerTest {

  private final BarFixture fixture = BarFixture.shared();
  private final PageBrowser browser = new PageBrowser(fixture.url());

  @Test
  void listsTheElementsAndUnreachableSegments() {
    browser.logIn("operator", "operator");
    var page = browser.get("/elements");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.text())
        .contains("href=\"/elements/LONDON\"", "CONNECTED", "2026-12-01T19:00:00.123Z")
        .contains("<strong>lnsap-ucl</strong> does not answer (<span>cannot connect</span>)")
        .contains("aria-current=\"page\">Elements");
  }

  /** Each page view would wait until its request times out. */
  @Test
  void aSilentSegmentIsAskedAgainEveryHalfMinute() throws IOException {
    browser.logIn("operator", "operator");
    var requests = new AtomicInteger();
    var status = new AtomicInteger(503);
    var campus =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), BarFixture.LNSAP_PORT), 0);
    campus.createContext(
        "/elements",
        exchange -> {
          try (exchange) {
            requests.incrementAndGet();
            var body = "{\"elements\":[]}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status.get(), body.length);
            exchange.getResponseBody().write(body);
          }
        });
    campus.start();
    try {
      for (var view : new String[] {"/elements", "/elements/LONDON", "/elements", "/network"}) {
        assertThat(browser.get(view).status()).isEqualTo(200);
      }
      assertThat(requests).as("requests of four pages").hasValue(1);
      var silent = "<strong>lnsap-ucl</strong> does not answer (<span>HTTP status 503</span>)";
      status.set(200);
      fixture.clock.set(BarFixture.NOW.plus(PeerCircuitBreaker.PAUSE).minusSeconds(1));
      assertThat(browser.get("/elements").text()).contains(silent);
      fixture.clock.set(BarFixture.NOW.plus(PeerCircuitBreaker.PAUSE));
      assertThat(browser.get("/elements").text())
          .doesNotContain(silent)
          .contains("<h2>Campus UCL</h2>");
      assertThat(browser.get("/elements").status()).isEqualTo(200);
      assertThat(requests).as("requests after it answered").hasValue(3);
    } finally {
      campus.stop(0);
    }
  }

  /** The worst first, below a line that sums up. */
  @Test
  void theListSaysWhatIsWrong() {
    browser.logIn("operator", "operator");
    var text = browser.get("/elements").text();
    assertThat(text)
        .contains("3 connected, 2 items missing, 2 with impaired circuits, 2 active alarms")
        .contains("1 item missing, 2 circuits impaired, 1 active alarm.")
        .contains("<h2>Wide area</h2>");
    assertThat(text.indexOf("/elements/LONDON")).isLessThan(text.indexOf("/elements/LEEDS"));
  }

  @Test
  void showsAnElementWithAlarmsItemsAndTranscript() {
    browser.logIn("operator", "operator");
    var page = browser.get("/elements/LONDON").text();
    assertThat(page)
        .contains("1 item missing, 2 circuits impaired, 1 active alarm.")
        .contains("Loss &lt;of&gt; signal", "service affecting")
        .contains("1 item matches", "in use by NOT-OURS")
        .contains("LOS on 1-A-1-1 of LONDON")
        .contains("missing", "href=\"/elements/LONDON/restore\"")
        .contains("lost in a restart", "REPAIRED")
        .contains("CRS 1-A-1-5 is missing", ">not checked yet<")
        .contains("TP-000000000000 is not booked: GTP X", "UNBOOKED", "Remove it manually")
        .contains("-&gt; RTRV-HDR:LONDON::1;")
        .contains("data-follow=\"/elements/LONDON/transcript\"");
  }

  /** The list, the page and the map judge by the same counts. */
  @Test
  void anElementIsJudgedTheSameEverywhere() {
    browser.logIn("operator", "operator");
    assertThat(browser.get("/elements/LEEDS").text()).contains("Connected, and nothing is wrong.");
    var before = browser.getFragment("/elements?digest").text();
    assertThat(browser.getFragment("/elements?digest").text()).isEqualTo(before);
    fixture.elements.loseItemOfLeeds();
    assertThat(browser.getFragment("/elements?digest").text()).isNotEqualTo(before);
    assertThat(browser.get("/elements").text()).contains("1 item missing, 1 circuit impaired.");
    assertThat(browser.get("/elements/LEEDS").text())
        .contains("1 item missing, 1 circuit impaired.", "Restore…")
        .doesNotContain("nothing is wrong");
  }

  @Test
  void restoresMissingItemsAfterAConfirmation() {
    browser.logIn("operator", "operator");
    fixture.elements.loseItemOfLeeds();
    var confirm = browser.get("/elements/LEEDS/restore").text();
    assertThat(confirm).contains("action=\"/elements/LEEDS/restore\"", "recorded under your name");
    assertThat(fixture.elements.restorations()).isEmpty();
    var restored = browser.post("/elements/LEEDS/restore", "");
    assertThat(restored.location()).isEqualTo("/elements/LEEDS");
    assertThat(restored.text())
        .contains("The missing items of 1 circuit are being restored.")
        .contains("Connected, and nothing is wrong.");
    assertThat(fixture.elements.restorations()).containsExactly("{\"operator\":\"operator\"}");
  }

  @Test
  void aRestorationThatIsNotAnsweredIsNotCalledAFailure() {
    browser.logIn("operator", "operator");
    assertThat(browser.post("/elements/LONDON/restore", "").text())
        .contains("It is not known whether anything was restored: nsap: HTTP status 404");
  }

  /** The segment gives the role operator to the brokers whose operators it trusts. */
  @Test
  void aRestorationThatTheSegmentRefusesSaysWhichRoleIsMissing() {
    browser.logIn("operator", "operator");
    assertThat(browser.post("/elements/NE%201/restore", "").text())
        .contains("Nothing was restored: nsap: this broker may not do that there")
        .contains("it needs the role operator among the peers there.");
  }

  /** The page opens even if the details are unavailable. */
  @Test
  void showsAnElementWhoseDetailsAreUnavailable() {
    fixture.elements.setDetailAvailable(false);
    browser.logIn("operator", "operator");
    var page = browser.get("/elements/LONDON");
    assertThat(page.location()).isEqualTo("/elements/LONDON");
    assertThat(page.text())
        .contains(
            "CONNECTED", "127.0.0.1:10201", "2026-12-01T19:00:00.123Z", "configuration not read")
        .contains("Configuration not available: <span>nsap: ")
        .contains("-&gt; RTRV-HDR:LONDON::1;")
        .doesNotContain("No circuits are configured here", "No active alarms");
  }

  @Test
  void showsAnElementWhoseNameHasABlank() {
    browser.logIn("operator", "operator");
    assertThat(browser.get("/elements").text()).contains("href=\"/elements/NE%201\"");
    var page = browser.get("/elements/NE%201");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.text())
        .contains(">NE 1</h1>", "-&gt; RTRV-HDR:&quot;NE 1&quot;::1;")
        .contains("href=\"/elements/NE%201/restore\"")
        .contains("data-follow=\"/elements/NE%201/transcript\"");
  }

  /** While a segment is unreachable an unknown element may be one of its. */
  @Test
  void anUnknownElementLeadsToTheList() {
    browser.logIn("operator", "operator");
    assertThat(browser.get("/elements/LONDINIUM").location()).isEqualTo("/elements");
  }

  @Test
  void onlyOperatorsAndAdminsSeeElements() {
    for (var user : new String[] {"scientist", "officer"}) {
      var otherBrowser = new PageBrowser(fixture.url());
      assertThat(otherBrowser.logIn(user, user).text()).doesNotContain("href=\"/elements\"");
      assertThat(otherBrowser.get("/elements").status()).isEqualTo(403);
      assertThat(otherBrowser.get("/elements/LONDON").status()).isEqualTo(403);
      assertThat(otherBrowser.get("/elements/LONDON/transcript").status()).isEqualTo(403);
      assertThat(otherBrowser.get("/elements?digest").status()).isEqualTo(403);
      assertThat(otherBrowser.get("/elements/LONDON/restore").status()).isEqualTo(403);
      assertThat(otherBrowser.post("/elements/LONDON/restore", "").status()).isEqualTo(403);
    }
    assertThat(browser.get("/elements").location()).isEqualTo("/login");
    assertThat(browser.logIn("admin", "admin").text()).contains("Network elements");
  }

  @Test
  void aTranscriptIsFollowedAsEvents() throws Exception {
    fixture.elements.addTranscriptLine("<- M  1 COMPLD");
    try (var http = HttpClient.newHttpClient()) {
      var request = fixture.clientFor("operator").requestTo("/elements/LONDON/transcript").build();
      var stream = http.send(request, BodyHandlers.ofInputStream());
      assertThat(stream.headers().firstValue("Content-Type").orElse(""))
          .startsWith("text/event-stream");
      try (var lines =
          new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
        assertThat(lines.readLine()).isEqualTo("data:<- M  1 COMPLD");
        fixture.elements.addTranscriptLine("<- ;");
        assertThat(lines.readLine()).isEmpty();
        assertThat(lines.readLine()).isEqualTo("data:<- ;");
      }
    }
  }
}

package org.touchpaper.bar.web.elements;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;

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
        .contains("href=\"/elements/LONDON\"", "CONNECTED", "2026-12-01 19:00:00")
        .contains("<strong>lnsap-ucl</strong> does not answer (<span>cannot connect</span>)")
        .contains("aria-current=\"page\">Elements");
  }

  @Test
  void showsAnElementWithAlarmsItemsAndTranscript() {
    browser.logIn("operator", "operator");
    var page = browser.get("/elements/LONDON").text();
    assertThat(page)
        .contains("Loss &lt;of&gt; signal", "service affecting")
        .contains("matches", "in use by NOT-OURS")
        .contains("Problems affecting circuits", "LOS on 1-A-1-1 of LONDON")
        .contains("missing", "./touchpaper element restore LONDON")
        .contains("lost in a restart", "REPAIRED")
        .contains("TP-000000000000 is not booked: GTP X", "UNBOOKED", "Remove it manually")
        .contains("-&gt; RTRV-HDR:LONDON::1;")
        .contains("data-follow=\"/elements/LONDON/transcript\"");
  }

  /** The page opens even if the details are unavailable. */
  @Test
  void showsAnElementWhoseDetailsAreUnavailable() {
    fixture.elements.setDetailAvailable(false);
    browser.logIn("operator", "operator");
    var page = browser.get("/elements/LONDON");
    assertThat(page.location()).isEqualTo("/elements/LONDON");
    assertThat(page.text())
        .contains("CONNECTED", "127.0.0.1:10201", "2026-12-01 19:00:00")
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
        .contains(">NE 1</span>", "-&gt; RTRV-HDR:&quot;NE 1&quot;::1;")
        .contains("./touchpaper element restore &#39;NE 1&#39;")
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

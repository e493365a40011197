package org.touchpaper.bar.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.desk.Browser;
import org.touchpaper.bar.desk.Desk;

/** The network elements in the browser; the NSAP answers, and the L-NSAP does not. */
class ElementPagesTest {

  private final Desk desk = Desk.fresh();
  private final Browser browser = new Browser(desk.url());

  @Test
  void listsTheElementsAndWhoDoesNotAnswer() {
    browser.logIn("operator", "operator");
    var page = browser.get("/elements");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.text())
        .contains("href=\"/elements/LONDON\"", "CONNECTED", "2026-12-01 19:00:00")
        .contains("<strong>lnsap-ucl</strong> does not answer (<span>nobody answers</span>)")
        .contains("aria-current=\"page\">Elements");
  }

  @Test
  void showsAnElementWithAlarmsItemsAndTranscript() {
    browser.logIn("operator", "operator");
    var page = browser.get("/elements/LONDON").text();
    assertThat(page)
        .contains("Loss &lt;of&gt; signal", "affects service")
        .contains("as it should", "taken by NOT-OURS")
        .contains("What impairs circuits", "LOS on 1-A-1-1 of LONDON")
        .contains("missing", "./touchpaper element restore LONDON")
        .contains("lost in a restart", "REPAIRED")
        .contains("TP-000000000000 is in no books: GTP X", "UNBOOKED", "remove it by hand")
        .contains("-&gt; RTRV-HDR:LONDON::1;")
        .contains("data-follow=\"/elements/LONDON/transcript\"");
  }

  /** Whoever looks because something is wrong is not sent away. */
  @Test
  void showsWhatIsKnownOfAnElementThatCannotBeShownInFull() {
    desk.elements.showInFull(false);
    browser.logIn("operator", "operator");
    var page = browser.get("/elements/LONDON");
    assertThat(page.place()).isEqualTo("/elements/LONDON");
    assertThat(page.text())
        .contains("CONNECTED", "127.0.0.1:10201", "2026-12-01 19:00:00")
        .contains("What it holds is not shown: <span>nsap: ")
        .contains("-&gt; RTRV-HDR:LONDON::1;")
        .doesNotContain("It should hold nothing of ours", "has told us of none");
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

  /** While a segment is away nobody knows whether an element is one of its. */
  @Test
  void anUnknownElementLeadsToTheList() {
    browser.logIn("operator", "operator");
    assertThat(browser.get("/elements/LONDINIUM").place()).isEqualTo("/elements");
  }

  @Test
  void onlyOperatorsAndAdminsSeeElements() {
    for (var user : new String[] {"scientist", "officer"}) {
      var other = new Browser(desk.url());
      assertThat(other.logIn(user, user).text()).doesNotContain("href=\"/elements\"");
      assertThat(other.get("/elements").status()).isEqualTo(403);
      assertThat(other.get("/elements/LONDON").status()).isEqualTo(403);
      assertThat(other.get("/elements/LONDON/transcript").status()).isEqualTo(403);
    }
    assertThat(browser.get("/elements").place()).isEqualTo("/login");
    assertThat(browser.logIn("admin", "admin").text()).contains("Network elements");
  }

  @Test
  void aTranscriptIsFollowedAsEvents() throws Exception {
    desk.elements.say("<- M  1 COMPLD");
    try (var http = HttpClient.newHttpClient()) {
      var request = desk.as("operator").to("/elements/LONDON/transcript").build();
      var stream = http.send(request, BodyHandlers.ofInputStream());
      assertThat(stream.headers().firstValue("Content-Type").orElse(""))
          .startsWith("text/event-stream");
      try (var lines =
          new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
        assertThat(lines.readLine()).isEqualTo("data:<- M  1 COMPLD");
        desk.elements.say("<- ;");
        assertThat(lines.readLine()).isEmpty();
        assertThat(lines.readLine()).isEqualTo("data:<- ;");
      }
    }
  }
}

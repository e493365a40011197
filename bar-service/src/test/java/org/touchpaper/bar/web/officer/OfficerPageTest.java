package org.touchpaper.bar.web.officer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.FakeCampus;
import org.touchpaper.bar.fixture.PageBrowser;

/** What the security officer's pages say and do. */
class OfficerPageTest {

  private static final Pattern ID = Pattern.compile("name=\"id\" value=\"([0-9a-f-]{36})\"");

  private final BarFixture fixture = BarFixture.shared();
  private final PageBrowser browser = new PageBrowser(fixture.url());

  @Test
  void showsWhoUsesWhatAndWhatCanBeCut() {
    try (var _ = new FakeCampus()) {
      browser.logIn("officer", "officer");
      var page = browser.get("/security").text();
      assertThat(page)
          .contains("Security of University College London", "Nothing is cut.")
          .contains("vis – border", "300 Mbit/s", "scientist", "active", "booked elsewhere")
          .contains("/security/cut?kind=lightpath&amp;target=" + FakeCampus.LIGHTPATH)
          .contains("/security/cut?kind=host&amp;target=vis", "Cut the whole site…");
      assertThat(browser.get("/security?search=nobody").text())
          .contains("No lightpaths.")
          .doesNotContain("vis – border");
    }
  }

  @Test
  void saysHowManyCircuitsItDoesNotList() {
    try (var campus = new FakeCampus()) {
      browser.logIn("officer", "officer");
      campus.haveMore(2000);
      assertThat(browser.get("/security").text()).contains("And 2000 more; search to find them.");
      assertThat(browser.get("/security/cut?kind=host&target=vis").text())
          .contains("2001 lightpaths end at once", "And 2000 more.");
    }
  }

  @Test
  void cutsAHostWithAReasonAndLiftsIt() {
    try (var campus = new FakeCampus()) {
      browser.logIn("officer", "officer");
      var confirmation = browser.get("/security/cut?kind=host&target=vis").text();
      assertThat(confirmation)
          .contains("Cut host vis?", "1 lightpath ends at once, for good", "vis – border");
      assertThat(campus.cuts()).as("nothing is cut by looking").isEmpty();

      var form = "kind=host&target=vis&reason=port+scan&id=" + idIn(confirmation);
      var record = browser.post("/security/cut", form);
      var again = browser.post("/security/cut", form);
      assertThat(again.location()).isEqualTo(record.location()).startsWith("/security/cuts/");
      assertThat(campus.cuts())
          .singleElement()
          .satisfies(cut -> assertThat(cut.get("by")).isEqualTo("officer through bar-ucl"));
      assertThat(record.text())
          .contains("Cut of vis.ucl", "port scan", "1 lightpath", "being taken down", "Lift this");
      assertThat(browser.get("/security").text()).contains("Lift the cut of vis.ucl");

      var lift = record.location() + "/lift";
      for (var time = 1; time <= 2; time++) {
        var lifted = browser.post(lift, "reason=clean");
        assertThat(lifted.text()).contains("lifted", "clean").doesNotContain("Lift this cut");
      }
      assertThat(browser.get("/security").text()).contains("Nothing is cut.", "Lifted cuts");
    }
  }

  @Test
  void keepsWhatWasTypedWhenACutIsRefused() {
    try (var campus = new FakeCampus()) {
      browser.logIn("admin", "admin");
      var page =
          browser.post(
              "/security/cut",
              "kind=site&reason=+&id=" + idIn(browser.get("/security/cut?kind=site").text()));
      assertThat(page.text())
          .contains(
              "Not cut: lnsap-ucl refuses it: reason is required. Correct it",
              "Cut the whole site?");
      assertThat(campus.cuts()).isEmpty();
    }
  }

  @Test
  void saysThatTheSegmentDoesNotAnswerAndWhichCommandToUse() {
    browser.logIn("officer", "officer");
    var command = "--url http://127.0.0.1:" + BarFixture.LNSAP_PORT;
    assertThat(browser.get("/security").text())
        .contains("lnsap-ucl</strong> <span>does not answer", "./touchpaper cuts " + command);
    assertThat(browser.get("/security/cut?kind=host&target=vis").text())
        .contains("./touchpaper cut host vis --reason", command);
    var refused =
        browser.post(
            "/security/cut", "kind=host&target=vis&reason=port+scan&id=" + UUID.randomUUID());
    assertThat(refused.text()).contains("It may be cut or not. Try again.", "value=\"port scan\"");
  }

  @Test
  void onlyOfficersAndAdministratorsSeeThesePages() {
    for (var user : new String[] {"scientist", "operator"}) {
      var other = new PageBrowser(fixture.url());
      other.logIn(user, user);
      for (var path :
          new String[] {
            "/security", "/security/cut?kind=site", "/security/log", "/security/log.csv"
          }) {
        assertThat(other.get(path).status()).as(user + path).isEqualTo(403);
      }
      assertThat(other.post("/security/cut", "kind=site&reason=x").status()).isEqualTo(403);
    }
    assertThat(browser.get("/security").location()).isEqualTo("/login");
  }

  @Test
  void anUnknownKindIsNotFound() {
    browser.logIn("officer", "officer");
    assertThat(browser.get("/security/cut?kind=planet&target=x").status()).isEqualTo(404);
  }

  private static String idIn(String page) {
    var id = ID.matcher(page);
    assertThat(id.find()).as(page).isTrue();
    return id.group(1);
  }
}

package org.touchpaper.bar.web.network;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.BrowserFixture;

/** The map of the network, and the elements, as an operator uses them. */
@Tag("browser")
class NetworkBrowserTest {

  /** UKLight, without its slots. */
  private static final String TOPOLOGY =
      """
      {"network":"wan.ukl:2026","nodes":[
        {"id":"LONDON","site":"London","longitude":-0.13,"latitude":51.51},
        {"id":"READING","site":"Reading","longitude":-0.97,"latitude":51.45},
        {"id":"WARRINGTON","site":"Warrington","longitude":-2.60,"latitude":53.39},
        {"id":"LEEDS","site":"Leeds","longitude":-1.55,"latitude":53.80},
        {"id":"METRO-UCL","site":"UCL","longitude":-0.13,"latitude":51.52},
        {"id":"METRO-MAN","site":"Manchester","longitude":-2.23,"latitude":53.47},
        {"id":"METRO-LAN","site":"Lancaster","longitude":-2.79,"latitude":54.01},
        {"id":"METRO-EDI","site":"Edinburgh","longitude":-3.19,"latitude":55.94}],
       "links":[
        {"id":"LONDON-READING","from":"LONDON","to":"READING","capacityMbps":1500},
        {"id":"READING-WARRINGTON","from":"READING","to":"WARRINGTON","capacityMbps":1200},
        {"id":"WARRINGTON-LEEDS","from":"WARRINGTON","to":"LEEDS","capacityMbps":1000},
        {"id":"LEEDS-LONDON","from":"LEEDS","to":"LONDON","capacityMbps":1000},
        {"id":"UCL-LONDON","from":"METRO-UCL","to":"LONDON","capacityMbps":1000},
        {"id":"MANCHESTER-WARRINGTON","from":"METRO-MAN","to":"WARRINGTON","capacityMbps":1000},
        {"id":"LANCASTER-WARRINGTON","from":"METRO-LAN","to":"WARRINGTON","capacityMbps":1000},
        {"id":"EDINBURGH-LEEDS","from":"METRO-EDI","to":"LEEDS","capacityMbps":1000}],
       "attachments":[
        {"name":"UCL","stp":"urn:ogf:network:wan.ukl:2026:UCL?vlan=100-199","node":"METRO-UCL","capacityMbps":1000},
        {"name":"MAN","stp":"urn:ogf:network:wan.ukl:2026:MAN?vlan=100-199","node":"METRO-MAN","capacityMbps":1000},
        {"name":"LAN","stp":"urn:ogf:network:wan.ukl:2026:LAN?vlan=100-199","node":"METRO-LAN","capacityMbps":1000},
        {"name":"EDI","stp":"urn:ogf:network:wan.ukl:2026:EDI?vlan=100-199","node":"METRO-EDI","capacityMbps":1000}]}
      """;

  private final BarFixture fixture = BarFixture.shared();

  @BeforeEach
  void network() {
    fixture.elements.describeTopology(TOPOLOGY);
  }

  private static Locator link(Page page, String name) {
    return page.getByRole(
        AriaRole.LINK, new Page.GetByRoleOptions().setName(Pattern.compile(name)));
  }

  /**
   * Found by an operator who looks at the list: what is missing, on which element, and the cure.
   */
  @Test
  void whatIsMissingShowsAtOnceAndIsRestored() {
    try (var browser = BrowserFixture.as("operator").open()) {
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

  @Test
  void theMapShowsAChosenLinkAtAnyMoment() {
    try (var browser = BrowserFixture.as("scientist").open()) {
      browser.go("/network");
      var page = browser.page();
      link(page, "^Link LONDON-READING,").focus();
      page.keyboard().press("Enter");
      assertThat(
              page.getByRole(
                  AriaRole.HEADING, new Page.GetByRoleOptions().setName("LONDON-READING")))
          .isVisible();
      page.getByLabel("In the next 7 days").fill("90");
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
      assertThat(browser.page().getByLabel("In the next 7 days")).isHidden();
    }
  }

  @Test
  void aTranscriptIsFilteredAndPaused() {
    try (var browser = BrowserFixture.as("operator").open()) {
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

package org.touchpaper.bar.web.officer;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.BrowserFixture;
import org.touchpaper.bar.fixture.FakeCampus;

/** The security officer's day in a real browser, by role and label. */
@Tag("browser")
class OfficerJourneyTest {

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

package org.touchpaper.bar.web.admin;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.BrowserFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/** An administrator looks after the service in a browser, at a desk and on a phone. */
@Tag("browser")
class AdminJourneyTest {

  private final BarFixture fixture = BarFixture.shared();

  @Test
  void anAdministratorReadsWhatIsOpenAndDownloadsUsage() {
    fixture.clientFor("scientist").post("/api/v1/co-allocations", RequestBodies.BOTH);
    AdminPageTest.reportOpenTransaction(fixture);
    fixture.clock.advance(Duration.ofMinutes(10));
    fixture.harc.stopAcceptor("acceptor-2");
    fixture.harc.stopAcceptor("acceptor-3");
    try (var browser = BrowserFixture.as("admin").open()) {
      var page = browser.page();
      browser.go("/");
      var link = new Page.GetByRoleOptions().setName("Administration");
      page.getByRole(AriaRole.LINK, link).click();
      var transaction =
          page.getByRole(AriaRole.ARTICLE, new Page.GetByRoleOptions().setName("Transaction"));
      assertThat(transaction).containsText("No vote from rm-newton.");
      assertThat(transaction).containsText("./touchpaper harc force");
      page.getByLabel("First month").fill("2026-12");
      page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Show")).click();
      var user = new Page.GetByRoleOptions().setName("2026-12 scientist");
      assertThat(page.getByRole(AriaRole.ROW, user)).containsText("4.0");
      var csv = new Page.GetByRoleOptions().setName("Download CSV");
      var usage = page.waitForDownload(() -> page.getByRole(AriaRole.LINK, csv).click());
      Assertions.assertThat(usage.path()).content().contains("2026-12,\"scientist\",");
      for (var part : List.of("Health of services", "Due work", "Users and roles")) {
        var heading = new Page.GetByRoleOptions().setName(part);
        assertThat(page.getByRole(AriaRole.HEADING, heading)).isVisible();
      }
      browser.checkPage();
      browser.picture("admin");
    }
    try (var browser = BrowserFixture.as("admin").phone().dark().open()) {
      browser.go("/admin");
      browser.checkPage();
      browser.picture("admin-phone-dark");
    }
  }
}

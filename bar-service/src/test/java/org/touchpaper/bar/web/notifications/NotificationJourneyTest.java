package org.touchpaper.bar.web.notifications;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.BrowserFixture;
import org.touchpaper.bar.fixture.WebhookReceiver;
import org.touchpaper.bar.notification.NotificationRuns;
import org.touchpaper.bar.webhook.WebhookService;

/** A person of each role chooses notifications in a browser, at a desk and on a phone. */
@Tag("browser")
class NotificationJourneyTest {

  private final BarFixture fixture = BarFixture.shared();

  @ParameterizedTest
  @ValueSource(strings = {"scientist", "operator", "officer", "admin"})
  void aPersonChoosesMailAddsAWebhookAndMakesACalendar(String role) {
    try (var receiver = new WebhookReceiver();
        var browser = BrowserFixture.as(role).open()) {
      var page = browser.page();
      browser.go("/");
      click(page, AriaRole.LINK, "Notifications");
      page.getByLabel("Mail address").fill("anne");
      page.getByLabel("has failed, or has a problem").first().check();
      click(page, AriaRole.BUTTON, "Save");
      assertThat(page.getByLabel("Mail address")).isFocused();
      assertThat(page.getByLabel("Mail address"))
          .hasAccessibleDescription("Enter one mail address, such as anne@ucl.ac.uk.");
      page.getByLabel("Mail address").fill("anne@ucl.example");
      click(page, AriaRole.BUTTON, "Save");
      assertThat(page.getByText("Saved.")).isVisible();
      click(page, AriaRole.BUTTON, "Send a test mail");
      NotificationRuns.deliver(fixture); // no server listens
      page.getByLabel("URL").fill(receiver.url("127.0.0.1").toString());
      click(page, AriaRole.BUTTON, "Add webhook");
      assertThat(page.getByText("It is not shown again.")).isVisible();
      click(page, AriaRole.BUTTON, "Test " + receiver.url("127.0.0.1"));
      assertThat(page.getByText("The receiver accepted the test event.")).isVisible();
      click(page, AriaRole.BUTTON, "Make an address");
      assertThat(page.getByText("This is the address of your calendar.")).isVisible();
      browser.checkPage();
      browser.picture("notifications");
    }
    try (var browser = BrowserFixture.as(role).phone().dark().open()) {
      browser.go("/notifications");
      browser.checkPage();
      browser.picture("notifications-phone-dark");
    }
    var webhooks = fixture.bean(WebhookService.class);
    webhooks.list(role).forEach(webhook -> webhooks.delete(role, webhook.id()));
  }

  private static void click(Page page, AriaRole role, String name) {
    page.getByRole(role, new Page.GetByRoleOptions().setName(name).setExact(true)).click();
  }
}

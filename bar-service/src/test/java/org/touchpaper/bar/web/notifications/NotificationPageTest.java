package org.touchpaper.bar.web.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.bar.fixture.WebhookReceiver;
import org.touchpaper.bar.notification.NotificationRuns;
import org.touchpaper.bar.webhook.WebhookService;

/** What the page Notifications says and does: mail, webhooks, calendar. */
class NotificationPageTest {

  private static final String PATH = "/notifications";
  private static final String CHOICE =
      "address=anne%40ucl.example&minutesBefore=30&kind=STARTED&kind=ABOUT_TO_START";

  private final BarFixture fixture = BarFixture.shared();
  private final PageBrowser browser = new PageBrowser(fixture.url());
  private final WebhookReceiver receiver = new WebhookReceiver();

  @BeforeEach
  void logIn() {
    browser.logIn("scientist", "scientist");
    NotificationRuns.announceAndQueue(fixture);
  }

  @AfterEach
  void deleteAll() {
    var webhooks = fixture.bean(WebhookService.class);
    webhooks.list("scientist").forEach(webhook -> webhooks.delete("scientist", webhook.id()));
    receiver.close();
  }

  private String find(String pattern, String text) {
    var match = Pattern.compile(pattern).matcher(text);
    assertThat(match.find()).as(pattern + " in " + text).isTrue();
    return match.group(1);
  }

  @Test
  void aChoiceIsSavedAndShown() {
    for (var time = 1; time <= 2; time++) {
      var saved = browser.post(PATH, CHOICE);
      assertThat(saved.location()).isEqualTo(PATH);
      assertThat(saved.text())
          .contains("Saved.", "value=\"anne@ucl.example\"", "value=\"30\"")
          .containsPattern("value=\"STARTED\" checked")
          .doesNotContainPattern("value=\"ENDED\" checked");
    }
    assertThat(browser.get(PATH).text()).doesNotContain("Saved.");
  }

  @Test
  void whatIsWrongIsSaidBesideItsFieldAndNothingTypedIsLost() {
    var page = browser.post(PATH, CHOICE.replace("anne%40ucl.example", "anne%0D%0ABcc%3A+eve"));
    assertThat(page.text())
        .contains("Enter one mail address", "aria-describedby=\"address-error\"", "autofocus")
        .contains("value=\"30\"")
        .containsPattern("value=\"STARTED\" checked");
    assertThat(browser.post(PATH, CHOICE.replace("minutesBefore=30", "minutesBefore=soon")).text())
        .contains("Enter a whole number of minutes from 1 to 1440.", "value=\"soon\"");
    assertThat(browser.post(PATH, CHOICE.replace("anne%40ucl.example", "")).text())
        .contains("Enter the address to which mail goes.");
    assertThat(browser.get(PATH).text()).contains("value=\"15\"");
  }

  /** Nobody uses the page to send mail to many others. */
  @Test
  void theAddressMayBeChangedFiveTimesAnHour() {
    for (var i = 1; i <= 5; i++) {
      var change = CHOICE.replace("anne", "anne" + i);
      assertThat(browser.post(PATH, change).text()).contains("Saved.");
      assertThat(browser.post(PATH, change).text()).as("the same again").contains("Saved.");
    }
    for (var time = 1; time <= 2; time++) {
      assertThat(browser.post(PATH, CHOICE).text())
          .contains("You have changed the address 5 times within an hour.")
          .contains("value=\"anne@ucl.example\"");
    }
    assertThat(browser.get(PATH).text()).contains("value=\"anne5@ucl.example\"");
    assertThat(browser.post(PATH, "address=&minutesBefore=30").text()).contains("Saved.");
    assertThat(browser.post(PATH, CHOICE).text()).contains("within an hour");
    fixture.clock.advance(Duration.ofHours(1));
    assertThat(browser.post(PATH, CHOICE).text()).contains("Saved.");
  }

  @Test
  void onlyThoseWhoSeeAllBookingsMayChooseAll() {
    assertThat(browser.get(PATH).text()).doesNotContain("all bookings that I may see");
    var operator = new PageBrowser(fixture.url());
    operator.logIn("operator", "operator");
    assertThat(operator.get(PATH).text()).contains("all bookings that I may see");
  }

  @Test
  void mailsAreListedWithWhatBecameOfThem() {
    browser.post(PATH, CHOICE);
    assertThat(browser.post(PATH + "/test-mail", "").text())
        .contains("A test mail is on its way", "Test mail from Touchpaper", "waiting");
    NotificationRuns.deliver(fixture); // no server listens
    assertThat(browser.get(PATH).text()).contains("will be tried again", "Connection refused");
    fixture.clock.advance(Duration.ofMinutes(31));
    NotificationRuns.deliver(fixture);
    assertThat(browser.get(PATH).text()).contains("not sent");
    var server =
        new GreenMail(
            new ServerSetup(BarFixture.MAIL_PORT, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    server.start();
    try {
      browser.post(PATH + "/test-mail", "");
      NotificationRuns.deliver(fixture);
      assertThat(server.getReceivedMessages()).hasSize(1);
      assertThat(browser.get(PATH).text()).contains(">sent<");
    } finally {
      server.stop();
    }
    for (var i = 3; i <= 5; i++) {
      assertThat(browser.post(PATH + "/test-mail", "").text()).contains("is on its way");
    }
    assertThat(browser.post(PATH + "/test-mail", "").text()).contains("No test mail was sent");
  }

  private String addWebhook() {
    var url = URLEncoder.encode(receiver.url("127.0.0.1").toString(), StandardCharsets.UTF_8);
    return browser.post(PATH + "/webhooks", "url=" + url + "&kind=CHANGED_BY_OTHERS").text();
  }

  private String webhookId() {
    return find("/webhooks/([0-9a-f-]{36})/test", browser.get(PATH).text());
  }

  @Test
  void aWebhooksSecretIsShownOnce() {
    var added = addWebhook();
    assertThat(added).contains("whsec_", "cancelled, changed");
    assertThat(browser.get(PATH).text())
        .contains(receiver.url("127.0.0.1").toString())
        .doesNotContain("whsec_");
  }

  @Test
  void aWebhookIsTestedPausedResumedAndDeleted() {
    addWebhook();
    var webhook = PATH + "/webhooks/" + webhookId();
    assertThat(browser.post(webhook + "/test", "").text()).contains("accepted the test event");
    assertThat(receiver.received()).hasSize(1);
    assertThat(receiver.received().getFirst().signature()).startsWith("v1,");
    assertThat(receiver.received().getFirst().body()).contains("org.touchpaper.webhook.test");
    receiver.answer(500);
    assertThat(browser.post(webhook + "/test", "").text()).contains("not delivered", "status 500");
    for (var time = 1; time <= 2; time++) {
      assertThat(browser.post(webhook + "/pause", "").text()).contains("paused", "Resume");
    }
    assertThat(browser.post(webhook + "/resume", "").text()).contains(">active<");
    for (var time = 1; time <= 2; time++) {
      assertThat(browser.post(webhook + "/delete", "").text()).doesNotContain(webhook);
    }
    assertThat(browser.post(webhook + "/test", "").status()).isEqualTo(404);
  }

  @Test
  void anotherUsersWebhookIsNotFound() {
    addWebhook();
    var webhook = PATH + "/webhooks/" + webhookId();
    var operator = new PageBrowser(fixture.url());
    operator.logIn("operator", "operator");
    for (var action : new String[] {"/test", "/pause", "/resume"}) {
      assertThat(operator.post(webhook + action, "").status()).isEqualTo(404);
    }
    operator.post(webhook + "/delete", "");
    assertThat(browser.get(PATH).text()).contains(webhook);
  }

  @Test
  void aUrlThatCannotBeUsedIsShownAgainWithTheReason() {
    assertThat(browser.post(PATH + "/webhooks", "url=ftp%3A%2F%2Fexample.org").text())
        .contains("url must begin with", "value=\"ftp://example.org\"", "url-error");
    assertThat(browser.post(PATH + "/webhooks", "url=").text()).contains("Enter a URL");
  }

  private URI makeFeed() {
    var page = browser.post(PATH + "/calendar", "").text();
    return URI.create(find("data-feed>([^<]+)<", page));
  }

  private HttpResponse<String> read(URI feed) throws IOException, InterruptedException {
    var uri = fixture.url().resolve(feed.getPath()); // the configured address is another
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  @Test
  void aCalendarShowsMyBookingsWithoutALogin() throws Exception {
    var scientist = fixture.clientFor("scientist");
    scientist.post("/api/v1/co-allocations", RequestBodies.BOTH);
    var alone =
        scientist.post("/api/v1/reservations", RequestBodies.LIGHTPATH).text("/connectionId");
    fixture.clientFor("operator").post("/api/v1/co-allocations", RequestBodies.BOTH);
    scientist.delete("/api/v1/reservations/" + alone);
    var feed = makeFeed();
    var calendar = read(feed);
    assertThat(calendar.statusCode()).isEqualTo(200);
    assertThat(calendar.headers().firstValue("Content-Type").orElse(""))
        .startsWith("text/calendar");
    assertThat(calendar.headers().firstValue("Cache-Control").orElse("")).contains("private");
    assertThat(calendar.body().split("BEGIN:VEVENT", -1)).hasSize(3);
    assertThat(calendar.body())
        .contains("SUMMARY:SPICE run 42", "SUMMARY:a film", "STATUS:CANCELLED")
        .contains("DTSTART:20261201T210000Z", "newton");
    fixture.clock.advance(Duration.ofDays(31));
    assertThat(read(feed).body()).doesNotContain("VEVENT");
  }

  @Test
  void aNewAddressReplacesTheOldAndARevokedOneIsGone() throws Exception {
    var first = makeFeed();
    assertThat(browser.get(PATH).text()).doesNotContain(first.getPath());
    assertThat(read(first).statusCode()).isEqualTo(200);
    assertThat(browser.get(PATH).text()).contains("was last read at");
    var second = makeFeed();
    assertThat(read(first).statusCode()).isEqualTo(404);
    assertThat(read(second).statusCode()).isEqualTo(200);
    for (var time = 1; time <= 2; time++) {
      assertThat(browser.post(PATH + "/calendar/revoke", "").text()).contains("no longer valid");
    }
    assertThat(read(second).statusCode()).isEqualTo(404);
    assertThat(read(URI.create("/calendar/guess.ics")).statusCode()).isEqualTo(404);
    var stored = fixture.jdbc().queryForList("select hash from calendar_feed", String.class);
    assertThat(stored).isEmpty();
  }

  @Test
  void aCalendarIsReadAtMostSixtyTimesInAnHour() throws Exception {
    var feed = makeFeed();
    for (var i = 0; i < 60; i++) {
      assertThat(read(feed).statusCode()).isEqualTo(200);
    }
    var refused = read(feed);
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).contains("61");
    fixture.clock.advance(Duration.ofMinutes(61));
    assertThat(read(feed).statusCode()).isEqualTo(200);
  }
}

package org.touchpaper.bar.web.bookings;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.BrowserFixture;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.bar.fixture.RequestBodies;

/** What a booking's lightpaths carry, on its page. */
class BookingTrafficPageTest {

  private static final Instant START = Instant.parse("2026-12-01T21:00:00Z");

  private final BarFixture fixture = BarFixture.shared();
  private HttpServer campus;
  private int status = 200;

  @BeforeEach
  void start() throws IOException {
    campus =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), BarFixture.LNSAP_PORT), 0);
    campus.createContext("/", this::answer);
    campus.start();
  }

  @AfterEach
  void stop() {
    campus.stop(0);
  }

  /** Of each minute but one, after which the rate is higher. */
  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var steps =
          IntStream.range(0, 30)
              .filter(minute -> minute != 12)
              .mapToObj(minute ->
                  """
                  {"at":"%s","seconds":60,"bytesIn":%d,"bytesOut":%d,"bytesDropped":%d}\
                  """
                      .formatted(
                          START.plus(Duration.ofMinutes(minute)),
                          minute < 12 ? 1_200_000_000L : 2_175_000_000L,
                          15_000_000,
                          minute == 20 ? 15_000_000 : 0))
              .collect(Collectors.joining(","));
      var bytes =
          """
          {"connection":"7c8a2f10-0000-4000-8000-000000000000","from":"%s","to":"%s",
           "stepSeconds":60,"points":[%s]}\
          """
              .formatted(START, START.plus(Duration.ofMinutes(30)), steps)
              .getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  /** Books, and waits for half an hour of it to pass. */
  private String bookRunning() {
    var place =
        fixture
            .clientFor("scientist")
            .post("/api/v1/reservations", RequestBodies.LIGHTPATH)
            .header("Location");
    fixture.clock.set(START.plus(Duration.ofMinutes(30)));
    return "/bookings/" + place.substring(place.lastIndexOf('/') + 1);
  }

  private PageBrowser scientist() {
    var browser = new PageBrowser(fixture.url());
    browser.logIn("scientist", "scientist");
    return browser;
  }

  @Test
  void bothDirectionsAreDrawnWithMeanAndPeak() {
    var page = scientist().get(bookRunning() + "/traffic").text();
    assertThat(page)
        .contains("vis.ucl → newton.manchester", "300 Mbit/s booked")
        .contains("to newton.manchester", "to vis.ucl", "290 Mbit/s", "2.0 Mbit/s")
        .contains("Up to 2.0 Mbit/s exceeded the booked rate and was dropped.");
    assertThat(page.split("<polyline", -1)).as("two curves, each with a gap").hasSize(1 + 2 * 2);
  }

  @Test
  void aSilentSegmentIsNamed() {
    status = 500;
    assertThat(scientist().get(bookRunning() + "/traffic").text())
        .contains("The traffic is not known now: lnsap-ucl");
  }

  @Test
  void nothingIsAskedBeforeTheStartAndNobodyElseMaySeeIt() {
    var place = bookRunning();
    fixture.clock.set(START);
    var browser = scientist();
    assertThat(browser.get(place + "/traffic").text()).contains("The booking has not begun.");
    assertThat(browser.get(place).text()).doesNotContain("Measured traffic");
    assertThat(browser.get(place.replaceAll("[0-9a-f]{12}$", "000000000000") + "/traffic").status())
        .isEqualTo(404);
  }

  @Test
  @Tag("browser")
  void theBookingsPageShowsItWithoutWaitingForIt() {
    var place = bookRunning();
    for (var person :
        new BrowserFixture.Person[] {
          BrowserFixture.as("scientist"), BrowserFixture.as("operator").phone().dark()
        }) {
      try (var browser = person.open()) {
        browser.go(place);
        assertThat(
                browser
                    .page()
                    .getByRole(
                        AriaRole.TABLE, new Page.GetByRoleOptions().setName("Mean and peak")))
            .containsText("290 Mbit/s");
        browser.checkPage();
        browser.picture("traffic-" + person.role());
        browser.go(place + "/traffic");
        browser.checkPage();
      }
    }
  }
}

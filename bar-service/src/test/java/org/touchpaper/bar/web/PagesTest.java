package org.touchpaper.bar.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;

/** The pages without a browser: each page, and the actions of its forms. */
class PagesTest {

  private static final String BOOKING_FORM =
      "source=vis.ucl&destination=newton.manchester&bandwidthMbps=300&cluster=newton&nodes=4"
          + "&start=2026-12-01T21:00:00&minutes=60&description=SPICE";

  private final BarFixture fixture = BarFixture.shared();
  private final PageBrowser browser = new PageBrowser(fixture.url());

  @BeforeEach
  void logIn() {
    browser.logIn("scientist", "scientist");
  }

  @Test
  void everyPageNeedsALogin() {
    var anonymous = new PageBrowser(fixture.url());
    for (var page : new String[] {"/", "/book", "/bookings/019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10"}) {
      assertThat(anonymous.get(page).location()).isEqualTo("/login");
    }
    assertThat(anonymous.logIn("scientist", "guess").location()).isEqualTo("/login?error");
    assertThat(anonymous.get("/").location()).isEqualTo("/login");
  }

  @Test
  void aBookingMadeInTheFormIsShownListedAndCancelled() {
    var booked = browser.post("/book", BOOKING_FORM + "&key=k-1");
    assertThat(booked.location()).startsWith("/bookings/");
    assertThat(booked.text()).contains("COMMITTED", "LONDON", "newton001", "SPICE");
    assertThat(browser.post("/book", BOOKING_FORM + "&key=k-1").location())
        .isEqualTo(booked.location());
    assertThat(browser.get("/").text()).contains("SPICE", booked.location());
    assertThat(browser.get("/?state=CANCELLED").text()).doesNotContain(booked.location());

    for (var time = 1; time <= 2; time++) {
      var cancelled = browser.post(booked.location() + "/cancel", "");
      assertThat(cancelled.location()).isEqualTo(booked.location());
      assertThat(cancelled.text()).contains("CANCELLED").doesNotContain("Not cancelled");
    }
    assertThat(fixture.harc.outcomes()).hasSize(2);
  }

  @Test
  void anothersBookingIsNotFound() {
    var otherBrowser = new PageBrowser(fixture.url());
    otherBrowser.logIn("operator", "operator");
    var place = otherBrowser.post("/book", BOOKING_FORM).location();
    assertThat(otherBrowser.get(place).status()).isEqualTo(200);
    assertThat(browser.get(place).status()).isEqualTo(404);
    assertThat(browser.post(place + "/cancel", "").status()).isEqualTo(404);
    assertThat(fixture.harc.outcomes()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /nope                                          | 404 | Page not found
          /bookings/x                                    | 400 | Page not found
          /bookings/019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10 | 404 | Page not found
          /?after=yesterday                              | 400 | Page not found
          /error                                         | 404 | Page not found
          """)
  void errorsAreShownAsAPage(String path, int status, String heading) {
    for (var time = 1; time <= 2; time++) {
      var page = browser.get(path);
      assertThat(page.status()).isEqualTo(status);
      assertThat(page.text()).contains("<h1>" + heading + "</h1>");
    }
  }

  @Test
  void aMissingPermissionIsShownAsAPage() {
    var officer = new PageBrowser(fixture.url());
    officer.logIn("officer", "officer");
    for (var time = 1; time <= 2; time++) {
      var page = officer.post("/book", BOOKING_FORM);
      assertThat(page.status()).isEqualTo(403);
      assertThat(page.text()).contains("<h1>Access denied</h1>");
    }
    assertThat(fixture.harc.beginCount()).isZero();
  }
}

package org.touchpaper.bar.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.BrowserFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/**
 * Every page that a person is offered, in pairs of role, size and colours: axe finds nothing, the
 * Content-Security-Policy is kept, and nothing is wider than the window.
 */
@Tag("browser")
class AllPagesTest {

  private final BarFixture fixture = BarFixture.shared();

  @ParameterizedTest
  @CsvSource({
    "scientist, false, false",
    "scientist, true, true",
    "operator, true, false",
    "officer, false, true",
    "admin, true, true"
  })
  void everyPageOfARoleIsAccessible(String role, boolean isPhone, boolean isDark) {
    var booked =
        fixture
            .clientFor("scientist")
            .post("/api/v1/co-allocations", RequestBodies.BOTH)
            .header("Location");
    var person = BrowserFixture.as(role);
    person = isPhone ? person.phone() : person;
    person = isDark ? person.dark() : person;
    try (var browser = person.open().tolerating("status of 404")) {
      browser.go("/");
      for (var path : pages(browser, role, booked)) {
        browser.go(path);
        browser.picture(
            "%s%s-%s%s"
                .formatted(role, path.replace('/', '_'), isPhone, isDark)
                .replaceAll("[0-9a-f-]{36}", "id"));
        browser.checkPage();
      }
    }
  }

  /** Pages that are the same for everybody are left to the scientist. */
  private static List<String> pages(BrowserFixture browser, String role, String booked) {
    var links = browser.page().locator("nav[aria-label=Main] a").all();
    var pages = new ArrayList<String>();
    for (var link : links) {
      pages.add(String.valueOf(link.getAttribute("href")));
    }
    assertThat(pages).contains("/", "/api/docs");
    pages.add("/bookings/" + booked.substring(booked.lastIndexOf('/') + 1));
    if (role.equals("scientist")) {
      pages.add("/no-such-page");
      pages.add("/login");
    } else {
      pages.remove("/api/docs");
    }
    return pages;
  }
}

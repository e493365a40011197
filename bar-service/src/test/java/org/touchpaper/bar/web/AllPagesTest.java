package org.touchpaper.bar.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.AriaRole;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.http.server.PathContainer;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.util.pattern.PathPatternParser;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.BrowserFixture;
import org.touchpaper.bar.fixture.FakeCampus;
import org.touchpaper.bar.web.PageStates.PageState;

/**
 * Every page that a person is offered, in pairs of role, size, colours, scripts, zone and change of
 * clocks: axe finds nothing, the Content-Security-Policy is kept, and nothing is wider than the
 * window. With {@code -Dforms=all}, in every combination.
 */
class AllPagesTest {

  /** What needs no row: files, parts of pages, streams, and what only leads to a page. */
  private static final Set<String> NO_PAGES =
      Set.of(
          "/admin/usage.csv",
          "/api/v1/openapi.json",
          "/api/v1/openapi.yaml",
          "/bookings/twice",
          "/bookings/{id}.ics",
          "/calendar/{secret}.ics",
          "/elements/{tid}/transcript",
          "/security/log.csv",
          "/security/cuts/{id}", // opened by the form of a cut
          "/security/log.json",
          "/timeline/book");

  /** The rules of axe that were tried on a page's role and colours, in this JVM. */
  private static final Set<String> TRIED = new HashSet<>();

  private final BarFixture fixture = BarFixture.shared();
  private final PageStates pages = new PageStates(fixture);

  static Stream<BrowserForm> forms() {
    if (Boolean.getBoolean("pictures")) {
      return BrowserForm.pictured().stream();
    }
    var all = System.getProperty("forms", "").equals("all");
    return (all ? BrowserForm.all() : BrowserForm.pairwise()).stream();
  }

  @ParameterizedTest
  @MethodSource("forms")
  @Tag("browser")
  void everyPageIsAccessible(BrowserForm form) {
    try (var browser = form.open().tolerating("status of 4")) {
      browser.go("/login"); // tells the zone
      chooseZoneByHand(form, browser);
      var all = new SoftAssertions(); // one run tells what is wrong with any page
      pages.withoutBookings().forEach(page -> all.check(() -> check(page, form, browser)));
      if (form.books()) {
        bookOverAChangeOfClocks(form, browser);
        browser.go("/login"); // leaves the booking
        fixture.reset();
      }
      pages.book(form.role());
      try (var _ = new FakeCampus()) {
        pages.withBookings().forEach(page -> all.check(() -> check(page, form, browser)));
      }
      all.assertAll();
    }
  }

  /** A browser without scripts does not tell its zone. */
  private static void chooseZoneByHand(BrowserForm form, BrowserFixture browser) {
    if (!form.runsScripts()) {
      var page = browser.page();
      page.getByText("Display", new Page.GetByTextOptions().setExact(true)).click();
      page.getByLabel("Time zone").selectOption(form.zone());
      button(page, "Apply").click();
    }
  }

  private static void check(PageState page, BrowserForm form, BrowserFixture browser) {
    if (!page.isOfferedTo(form.role())) {
      return;
    }
    try {
      var status = browser.go(page.path()).status();
      assertThat(status).as("status of %s", page.name()).isEqualTo(page.status());
      page.action().accept(browser.page());
    } catch (PlaywrightException e) {
      throw new AssertionError(page.name(), e);
    }
    var heading = browser.page().locator("h1");
    heading.first().waitFor(); // an action may have left the page
    assertThat(heading.count()).as(page.name() + " has one heading").isOne();
    browser.picture(page.name() + "-" + form.suffix());
    browser.checkWidth();
    if (form.runsScripts()
        && TRIED.add(page.name() + form.role() + form.isDark() + (isWhole() && form.isPhone()))) {
      browser.checkAccessibility();
    }
  }

  private static boolean isWhole() {
    return System.getProperty("forms", "").equals("all");
  }

  /** As a plain form, which scripts only help to fill in. */
  private void bookOverAChangeOfClocks(BrowserForm form, BrowserFixture browser) {
    var zone = ZoneId.of(form.zone());
    var start = form.clocks().startIn(form.zone());
    var end = start.plus(form.clocks().length);
    fixture.clock.set(start.minus(Duration.ofDays(1)));
    var page = browser.page();
    browser.go("/book?cluster=newton&nodes=4&description=over+the+change");
    label(page, "Start").fill(start.atZone(zone).toLocalDateTime().toString());
    label(page, "Length").fill(form.clocks().length.toHours() + ":00");
    button(page, "Book").click();
    page.waitForURL(Pattern.compile("/bookings/"));
    var names = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm zzz", Locale.UK);
    assertThat(page.locator("main").textContent())
        .contains(names.format(start.atZone(zone)), names.format(end.atZone(zone)));
    var booked = fixture.clientFor(form.role()).get("/api/v1/co-allocations");
    assertThat(booked.text("/items/0/schedule/startTime")).isEqualTo(start.toString());
    assertThat(booked.text("/items/0/schedule/endTime")).isEqualTo(end.toString());
    for (var path :
        new String[] {"/", "/timeline?at=" + start, page.url().replaceFirst("^[^/]*//[^/]*", "")}) {
      browser.go(path);
      browser.checkWidth();
    }
  }

  private static Locator label(Page page, String text) {
    return page.getByLabel(text, new Page.GetByLabelOptions().setExact(true));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  /** So that a new page is looked at, too. */
  @Test
  void everyPageOfEveryControllerIsListed() {
    var paths =
        Stream.concat(pages.withoutBookings().stream(), pages.withBookings().stream())
            .map(page -> page.path().replaceFirst("[?].*", ""))
            .toList();
    var missing = new ArrayList<String>();
    var all = fixture.bean(DispatcherServlet.class).getHandlerMappings();
    for (var mappings : Objects.requireNonNull(all)) {
      if (mappings instanceof RequestMappingHandlerMapping controllers) {
        controllers
            .getHandlerMethods()
            .forEach((mapping, method) -> {
              var isPage =
                  method.getBeanType().getPackageName().startsWith("org.touchpaper.bar.web");
              if (isPage
                  && mapping.getMethodsCondition().getMethods().contains(RequestMethod.GET)) {
                mapping.getPatternValues().stream()
                    .filter(pattern -> !NO_PAGES.contains(pattern) && !isIn(paths, pattern))
                    .forEach(missing::add);
              }
            });
      }
    }
    assertThat(paths).hasSizeGreaterThan(40);
    assertThat(missing).as("pages that are not in PageStates").isEmpty();
  }

  private static boolean isIn(List<String> paths, String pattern) {
    var parsed = new PathPatternParser().parse(pattern);
    return paths.stream().anyMatch(path -> parsed.matches(PathContainer.parsePath(path)));
  }

  @Test
  void everyTwoValuesComeTogetherInFewForms() {
    assertThat(BrowserForm.pairwise()).hasSizeLessThan(18);
    assertThat(BrowserForm.all()).hasSize(192);
  }
}

package org.touchpaper.bar.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.http.server.PathContainer;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.stereotype.Controller;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.util.pattern.PathPatternParser;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.bar.fixture.RequestBodies;

/** A form that is sent after the end of its session is shown again after the login. */
class ExpiredSessionFormUrlTest {

  private static final String ID = "019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10";

  /** Of these nothing is typed. */
  private static final Set<String> WITHOUT_PAGE = Set.of("/preferences");

  @Test
  void everyFormHasAPageThatShowsItAgain() {
    var forms = addresses(PostMapping.class, PostMapping::value).toList();
    var pages = addresses(GetMapping.class, GetMapping::value).toList();
    assertThat(forms).contains("/book", "/bookings/{id}/change", "/security/cut");
    assertThat(forms.stream().filter(form -> !WITHOUT_PAGE.contains(form)))
        .allSatisfy(form -> {
          var sent = new MockHttpServletRequest("POST", form.replaceAll("\\{[a-z]+}", ID));
          sent.setParameter("reason", "a b");
          sent.setParameter("key", "k-1");
          var page = ExpiredSessionFormUrl.pathOf(sent);
          assertThat(page).endsWith("?reason=a+b");
          var path = PathContainer.parsePath(page.replaceFirst("\\?.*", ""));
          assertThat(pages)
              .anyMatch(it -> PathPatternParser.defaultInstance.parse(it).matches(path));
        });
  }

  private static <A extends Annotation> Stream<String> addresses(
      Class<A> mapping, Function<A, String[]> values) {
    var scanner = new ClassPathScanningCandidateComponentProvider(false);
    scanner.addIncludeFilter(new AnnotationTypeFilter(Controller.class));
    return scanner.findCandidateComponents("org.touchpaper.bar.web").stream()
        .map(found -> ClassUtils.resolveClassName(String.valueOf(found.getBeanClassName()), null))
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .flatMap(method ->
            Optional.ofNullable(AnnotatedElementUtils.findMergedAnnotation(method, mapping))
                .stream())
        .flatMap(found -> Arrays.stream(values.apply(found)));
  }

  @Test
  void whatIsTooLongForAUrlIsLeftOutButNotItsName() {
    var sent = new MockHttpServletRequest("POST", "/book");
    sent.setParameter("run.0.environment", "A=1\nB=2");
    sent.setParameter("source", "x".repeat(10_000), "b");
    assertThat(ExpiredSessionFormUrl.pathOf(sent))
        .isEqualTo("/book?run.0.environment=A%3D1%0AB%3D2&source=&source=b");
    for (var number = 0; number < 10_000; number++) {
      sent.setParameter("p" + number, "v");
    }
    assertThat(ExpiredSessionFormUrl.pathOf(sent)).hasSizeLessThan(7_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /book/templates         | templateName=mine&description=SPICE   | "mine", "SPICE"
          /notifications          | minutesBefore=7&address=a&kind=ENDED  | "7", "a", "ENDED" checked
          /notifications/webhooks | url=https%3A%2F%2Fa.example&kind=ENDED | "ENDED" checked
          /security/cut           | id=1&kind=host&target=vis&reason=scan | "vis", "scan"
          """)
  void whatWasTypedIsShownAfterTheLoginAndNothingIsDone(
      String address, String form, String values) {
    var fixture = BarFixture.shared();
    var tables = fixture.dumpTables();
    var page = submitLate(fixture, "admin", address, form);
    assertThat(page.status()).isEqualTo(200);
    for (var value : values.split(", ", -1)) {
      assertThat(page.text()).contains("value=" + value);
    }
    var after = fixture.dumpTables();
    Stream.of(tables, after).forEach(all -> all.remove("security_log")); // has the logins
    assertThat(after).isEqualTo(tables);
  }

  @Test
  void theAddressOfAWebhookIsASecretAndComesIntoNoUrl() {
    var sent = new MockHttpServletRequest("POST", "/notifications/webhooks");
    sent.setParameter("url", "https://hooks.example/secret");
    sent.setParameter("kind", "ENDED");
    assertThat(ExpiredSessionFormUrl.pathOf(sent)).isEqualTo("/notifications/webhooks?kind=ENDED");
  }

  @Test
  void aPageThatLeadsToTheLoginIsShownAsItWas() {
    var fixture = BarFixture.shared();
    var place = book(fixture);
    var late = new PageBrowser(fixture.url());
    for (var address : List.of(place, place + "?utm=mail")) {
      assertThat(late.get(address).location()).endsWith("/login");
      var page = late.logIn("scientist", "scientist");
      assertThat(page.location()).contains(place);
      assertThat(page.text()).doesNotContain("Not changed yet");
      late.post("/logout", "");
    }
  }

  private static PageBrowser.Page submitLate(
      BarFixture fixture, String user, String address, String form) {
    var late = new PageBrowser(fixture.url());
    for (var time = 1; time <= 2; time++) {
      var page = late.postWithoutToken(address, form + "&key=k-1&_csrf=of-the-old-session");
      assertThat(page.location()).isEqualTo("/login?expired");
    }
    return late.logIn(user, user);
  }

  @Test
  void theFormThatChangesABookingIsShownOpenAndStillTellsWhatOthersChanged() {
    var fixture = BarFixture.shared();
    var scientist = new PageBrowser(fixture.url());
    scientist.logIn("scientist", "scientist");
    var place = book(fixture);
    var version = version(scientist.get(place).text());
    var typed = "description=typed+with+care&end=2026-12-01T22%3A30&version=" + version;
    var form = submitLate(fixture, "scientist", place + "/change", typed);
    assertThat(form.location()).startsWith(place + "?description=");
    assertThat(form.text())
        .contains("Not changed yet: check these values, then save them.", "open=\"open\"")
        .contains("value=\"typed with care\"", "value=\"2026-12-01T22:30\"")
        .doesNotContain("value=\"k-1\"");
    assertThat(version(form.text())).isEqualTo(version);
    assertThat(scientist.post(place + "/change", typed + "&key=k-2").text())
        .contains("typed with care", "2026-12-01 22:30 UTC");
    var later = submitLate(fixture, "scientist", place + "/change", typed.replace("care", "zeal"));
    assertThat(version(later.text())).isEqualTo(version);
    assertThat(
            scientist.post(place + "/change", "key=k-3&description=zeal&version=" + version).text())
        .contains("somebody else changed this booking");
  }

  @Test
  void theQuestionWhetherToCancelIsAskedAgain() {
    var fixture = BarFixture.shared();
    var place = book(fixture);
    var question = submitLate(fixture, "scientist", place + "/cancel", "version=%221%22&up=false");
    assertThat(question.location()).startsWith(place + "/cancel");
    assertThat(question.text()).contains("Nothing of this booking is up", "Cancel booking");
  }

  @Test
  void aChangeOnTheTimelineIsAskedAgain() {
    var fixture = BarFixture.shared();
    var place = book(fixture);
    var id = place.substring("/bookings/".length());
    var question =
        submitLate(
            fixture,
            "scientist",
            "/timeline/change",
            "booking=" + id + "&start=2026-12-01T21:30:00Z&end=2026-12-01T22:30:00Z&version=x");
    assertThat(question.text()).contains("value=\"2026-12-01T21:30:00Z\"", "Change booking");
  }

  private static String book(BarFixture fixture) {
    var booked = fixture.clientFor("scientist").post("/api/v1/co-allocations", RequestBodies.BOTH);
    return "/bookings/" + booked.text("/id");
  }

  private static String version(String page) {
    return page.replaceAll("(?s).*name=\"version\" value=\"([^\"]*)\".*", "$1")
        .replace("&quot;", "%22");
  }
}

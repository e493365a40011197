package org.touchpaper.bar.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;

/** The API's reference shows every operation of the document, and its links lead somewhere. */
class ApiDocsModelTest {

  private final BarFixture fixture = BarFixture.shared();
  private final PageBrowser browser = new PageBrowser(fixture.url());

  @Test
  void everyOperationIsShownAndEveryLinkLeadsToAType() {
    browser.logIn("officer", "officer");
    var page = browser.get("/api/docs").text();
    var document = browser.getFragment("/api/v1/openapi.json").text();
    assertThat(all("\"operationId\":\"(\\w+)\"", document))
        .hasSizeGreaterThan(20)
        .allSatisfy(id -> assertThat(page).contains("id=\"" + id + "\""));
    assertThat(all("href=\"#(type-\\w+)\"", page))
        .hasSizeGreaterThan(10)
        .allSatisfy(id -> assertThat(page).contains("id=\"" + id + "\""));
    assertThat(page)
        .contains("bandwidthMbps", "vis.ucl", "A token needs the scope", "No login is needed")
        .doesNotContain("$ref");
  }

  private static Set<String> all(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toSet());
  }
}

package org.touchpaper.platform.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;

class BrowserRequestsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          text/html                                                    | true
          text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8 | true
          text/html;charset=UTF-8                                      | true
          application/json;q=0.5, text/html                            | true
          application/json, text/html;q=0.5                            | false
          application/problem+json, text/html                          | false
          */*                                                          | false
          text/html;q=often                                            | false
                                                                       | false
          """)
  void wantAPageIfTheyPreferHtml(@Nullable String accept, boolean page) {
    assertThat(BrowserRequests.wantsPage(request("/book", accept))).isEqualTo(page);
    assertThat(BrowserRequests.wantsPage(request("/api/v1/co-allocations", accept))).isFalse();
  }

  private static MockHttpServletRequest request(String path, @Nullable String accept) {
    var request = new MockHttpServletRequest("GET", path);
    if (accept != null) {
      request.addHeader("Accept", accept);
    }
    return request;
  }
}

package org.touchpaper.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A name never changes the structure of a path. */
class PathSegmentTest {

  @ParameterizedTest
  @CsvSource({
    "LONDON, LONDON",
    "NE 1, NE%201",
    "a?b#c, a%3Fb%23c",
    "[1], %5B1%5D",
    "..a, ..a",
    "10.0.0.1:3082, 10.0.0.1:3082",
    "\"quoted\", %22quoted%22",
    "x@y, x@y"
  })
  void isOneSegmentAndReadsBackAsTheName(String name, String encoded) {
    assertThat(PathSegment.of(name).encoded()).isEqualTo(encoded);
    var uri = URI.create("http://nsap/api/v1/elements/" + PathSegment.of(name) + "/transcript");
    assertThat(uri.normalize().getPath()).isEqualTo("/api/v1/elements/" + name + "/transcript");
    assertThat(uri.getQuery()).isNull();
    assertThat(uri.getFragment()).isNull();
  }

  @Test
  void allOtherPrintableAsciiIsPermitted() {
    for (var c = ' '; c <= '~'; c++) {
      if ("/;%\\".indexOf(c) < 0) {
        var uri = URI.create("http://nsap/" + PathSegment.of("a" + c + "b"));
        assertThat(uri.getPath()).isEqualTo("/a" + c + "b");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "..", "..."})
  void namesOfDotsAreRejected(String name) {
    assertThatThrownBy(() -> PathSegment.of(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + name + "' consists of dots only");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b", "a\\b", "a;b", "%2e%2e", "a\nb", "a\n", "a\0", "é", "a\u007f"})
  void namesThatCouldBeReadAsPathsAreRejected(String name) {
    assertThatThrownBy(() -> PathSegment.of(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has a slash, backslash");
  }

  @Test
  void theLengthIsLimited() {
    assertThat(PathSegment.of("x".repeat(64))).hasToString("x".repeat(64));
    assertThatThrownBy(() -> PathSegment.of("x".repeat(65)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the name has 65 characters; 1 to 64 are allowed");
    assertThatThrownBy(() -> PathSegment.of(""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the name has 0 characters; 1 to 64 are allowed");
  }
}

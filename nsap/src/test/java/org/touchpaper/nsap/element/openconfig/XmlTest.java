package org.touchpaper.nsap.element.openconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an element may send, and what would do something to who reads it. */
class XmlTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>",
        "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>",
        "<!DOCTYPE a [<!ENTITY x \"xxxxxxxxxx\">]><a>&x;</a>",
        "<a>&x;</a>",
        "<a>",
        "no XML",
        "",
      })
  void readsNoDocumentTypeAndNoEntity(String text) {
    assertThatThrownBy(() -> Xml.parse(text)).isInstanceOf(IOException.class);
  }

  @Test
  void readsNothingTooDeepForARecursion() {
    assertThatThrownBy(() -> Xml.parse("<a>".repeat(50_000) + "</a>".repeat(50_000)))
        .isInstanceOf(IOException.class);
  }

  @Test
  void readsNothingOfMillionsOfTags() {
    assertThatThrownBy(() -> Xml.parse("<a>" + "<b/>".repeat(2_000_000) + "</a>"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("tags");
  }

  @Test
  void readsAThousandSubinterfaces() throws IOException {
    var root = Xml.parse("<a>" + "<b><c>text</c></b>".repeat(100_000) + "</a>");
    assertThat(Xml.all(root, "b", "c")).hasSize(100_000);
  }
}

package org.touchpaper.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Safe and malicious XML from elements. */
class SecureXmlTest {

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
  void rejectsDocumentTypesAndEntities(String text) {
    assertThatThrownBy(() -> SecureXml.parse(text)).isInstanceOf(IOException.class);
  }

  @Test
  void rejectsDeepNesting() {
    assertThatThrownBy(() -> SecureXml.parse("<a>".repeat(50_000) + "</a>".repeat(50_000)))
        .isInstanceOf(IOException.class);
  }

  @Test
  void rejectsMillionsOfTags() {
    assertThatThrownBy(() -> SecureXml.parse("<a>" + "<b/>".repeat(2_000_000) + "</a>"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("tags");
  }

  @Test
  void readsAThousandSubinterfaces() throws IOException {
    var root = SecureXml.parse("<a>" + "<b><c>text</c></b>".repeat(100_000) + "</a>");
    assertThat(SecureXml.elementsAt(root, "b", "c")).hasSize(100_000);
  }
}

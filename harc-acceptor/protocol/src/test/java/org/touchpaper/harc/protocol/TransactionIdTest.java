package org.touchpaper.harc.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionIdTest {
  @ParameterizedTest
  @ValueSource(strings = {"0190a5c2-7b3e-7cc0-8e5a-0123456789ab.1", "t", "AZ.az_09-"})
  void acceptsLettersDigitsHyphenDotAndUnderscore(String text) {
    assertThat(new TransactionId(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a/b", "a\nb", "é", "a:b", "@", "[", "`", "{", "\u0660"})
  void refusesOtherCharacters(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> new TransactionId(text));
  }

  @Test
  void refusesMoreThan120Characters() {
    assertThat(new TransactionId("a".repeat(120)).value()).hasSize(120);
    assertThatIllegalArgumentException().isThrownBy(() -> new TransactionId("a".repeat(121)));
  }
}

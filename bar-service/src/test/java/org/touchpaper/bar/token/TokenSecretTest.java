package org.touchpaper.bar.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenSecretTest {

  private final SecureRandom random = new SecureRandom();

  @Test
  void hasAPrefixThatScannersRecogniseAnd256RandomBits() {
    var first = TokenSecret.generate(random);
    assertThat(first.text())
        .matches("tp_[0-9a-f]{64}")
        .isNotEqualTo(TokenSecret.generate(random).text());
    assertThat(first.isWellFormed()).isTrue();
  }

  @Test
  void isStoredAsItsSha256() {
    assertThat(new TokenSecret("tp_abc").hash()) // echo -n tp_abc | sha256sum
        .isEqualTo("a8dc47fe7bd9f0da3db70a1f15f3cf62ca2bd14e39f2beea335e9fa13954640a");
  }

  @Test
  void isNotPrinted() {
    var secret = TokenSecret.generate(random);
    assertThat(secret.toString()).doesNotContain(secret.text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "tp_", "tp_0123", "secret", "tp_ 0123"})
  void whatCannotBeATokenIsRecognised(String text) {
    assertThat(new TokenSecret(text).isWellFormed()).isFalse();
  }
}

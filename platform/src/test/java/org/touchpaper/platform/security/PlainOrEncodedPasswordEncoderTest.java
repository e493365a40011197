package org.touchpaper.platform.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.password.PasswordEncoder;

/** The time of an answer does not tell which users exist: each failure costs as many hashes. */
class PlainOrEncodedPasswordEncoderTest {

  private static final String ENCODED = "{slow}secret";
  private static final String PLAIN = PlainOrEncodedPasswordEncoder.PLAIN + "word";

  private final SlowEncoder slow = new SlowEncoder();

  /** An encoder that counts its hashes. */
  private static final class SlowEncoder implements PasswordEncoder {
    private int hashes;

    @Override
    public String encode(@Nullable CharSequence password) {
      return "{slow}" + password;
    }

    @Override
    public boolean matches(@Nullable CharSequence offered, @Nullable String stored) {
      hashes++;
      return encode(offered).equals(stored);
    }
  }

  private PlainOrEncodedPasswordEncoder encoder(String... stored) {
    return new PlainOrEncodedPasswordEncoder(slow, List.of(stored));
  }

  @Test
  void acceptsThePasswordAsConfigured() {
    var encoder = encoder(PLAIN, ENCODED);
    for (var time = 1; time <= 2; time++) {
      assertThat(encoder.matches("word", PLAIN)).isTrue();
      assertThat(encoder.matches("secret", ENCODED)).isTrue();
      assertThat(encoder.matches("wrong", PLAIN)).isFalse();
      assertThat(encoder.matches("wrong", ENCODED)).isFalse();
      assertThat(encoder.matches("", encoder.encode("user not found"))).isFalse();
    }
  }

  @Test
  void aFailureCostsOneHashForEveryUserIfOneHasAnEncodedPassword() {
    var encoder = encoder(PLAIN, ENCODED);
    var unknownUser = encoder.encode("user not found");
    for (var stored : List.of(PLAIN, ENCODED, unknownUser, PLAIN, ENCODED, unknownUser)) {
      var before = slow.hashes;
      assertThat(encoder.matches("wrong", stored)).isFalse();
      assertThat(slow.hashes - before).as(stored).isEqualTo(1);
    }
  }

  @Test
  void nothingIsHashedIfAllPasswordsArePlain() {
    var encoder = encoder(PLAIN);
    assertThat(encoder.matches("wrong", PLAIN)).isFalse();
    assertThat(encoder.matches("wrong", encoder.encode("user not found"))).isFalse();
    assertThat(encoder.matches("", encoder.encode("user not found"))).isFalse();
    assertThat(slow.hashes).isZero();
  }

  @Test
  void onlyTheFirstCallOfAUserPaysForTheHash() {
    var encoder = encoder(ENCODED);
    for (var call = 1; call <= 3; call++) {
      assertThat(encoder.matches("secret", ENCODED)).isTrue();
      assertThat(slow.hashes).isEqualTo(1);
    }
    assertThat(encoder.matches("wrong", ENCODED)).isFalse();
    assertThat(slow.hashes).isEqualTo(2);
  }
}

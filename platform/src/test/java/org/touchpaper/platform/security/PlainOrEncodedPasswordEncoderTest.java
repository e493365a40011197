package org.touchpaper.platform.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
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
    private final List<String> costs = new ArrayList<>();

    @Override
    public String encode(@Nullable CharSequence password) {
      return "{slow}" + password;
    }

    @Override
    public boolean matches(@Nullable CharSequence offered, @Nullable String stored) {
      hashes++;
      costs.add(String.valueOf(stored).replaceAll("\\$(abc|def)", ""));
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

  /** With passwords of different costs, each failure costs one hash of each. */
  @Test
  void aFailureCostsTheSameWhateverTheCostsOfThePasswordsAre() {
    var cheap = "{bcrypt}$2a$10$abc";
    var dear = "{bcrypt}$2a$12$abc";
    var other = "{argon2}$argon2id$v=19$m=16384,t=2,p=1$abc$def";
    var encoder = encoder(PLAIN, cheap, "{bcrypt}$2a$10$def", dear, other);
    var unknownUser = encoder.encode("user not found");
    for (var stored : List.of(PLAIN, cheap, "{bcrypt}$2a$10$def", dear, other, unknownUser)) {
      slow.costs.clear();
      assertThat(encoder.matches("wrong", stored)).isFalse();
      assertThat(slow.costs)
          .as(stored)
          .containsExactlyInAnyOrder(
              "{bcrypt}$2a$10", "{bcrypt}$2a$12", "{argon2}$argon2id$v=19$m=16384,t=2,p=1");
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

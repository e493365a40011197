package org.touchpaper.platform.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Passwords as written in a configuration: with an encoder's prefix ({@code {bcrypt}…}), or plain.
 * Plain ones are compared without hashing: slow hashing would only slow the API.
 */
final class PlainOrEncodedPasswordEncoder implements PasswordEncoder {

  static final String PLAIN = "{plain}";

  private final PasswordEncoder delegate =
      PasswordEncoderFactories.createDelegatingPasswordEncoder();

  @Override
  public @Nullable String encode(@Nullable CharSequence password) {
    return delegate.encode(password);
  }

  @Override
  public boolean matches(@Nullable CharSequence offered, @Nullable String stored) {
    if (offered == null || stored == null) {
      return false;
    }
    return stored.startsWith(PLAIN)
        ? MessageDigest.isEqual(
            stored.substring(PLAIN.length()).getBytes(StandardCharsets.UTF_8),
            offered.toString().getBytes(StandardCharsets.UTF_8))
        : delegate.matches(offered, stored);
  }
}

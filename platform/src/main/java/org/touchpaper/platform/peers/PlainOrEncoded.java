package org.touchpaper.platform.peers;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Passwords as an administrator writes them: with an encoder's prefix ({@code {bcrypt}…}), or
 * plain. A plain one lies plain in the configuration already; hashing it slowly would only slow the
 * API.
 */
final class PlainOrEncoded implements PasswordEncoder {

  static final String PLAIN = "{plain}";

  private final PasswordEncoder encoded =
      PasswordEncoderFactories.createDelegatingPasswordEncoder();

  @Override
  public @Nullable String encode(@Nullable CharSequence password) {
    return encoded.encode(password);
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
        : encoded.matches(offered, stored);
  }
}

package org.touchpaper.platform.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.keygen.KeyGenerators;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Passwords as written in a configuration: with an encoder's prefix ({@code {bcrypt}…}), or plain.
 *
 * <p>A failed check costs the same for every user, known or not: the slow hash of an encoded
 * password if any user has one, else a comparison. So the time of an answer does not tell which
 * users exist. A password once verified is recognised by its digest, so that only the first call of
 * a user pays for the hash.
 */
final class PlainOrEncodedPasswordEncoder implements PasswordEncoder {

  static final String PLAIN = "{plain}";

  private final PasswordEncoder delegate;

  /** What a check of no or a plain password is compared with, to cost the same. */
  private final String reference;

  private final byte[] salt = KeyGenerators.secureRandom(32).generateKey();

  /** The digest of the verified password, by the stored one; at most one for each user. */
  private final Map<String, byte[]> verified = new ConcurrentHashMap<>();

  /**
   * Creates an encoder.
   *
   * @param delegate checks encoded passwords
   * @param stored the passwords of all users
   */
  PlainOrEncodedPasswordEncoder(PasswordEncoder delegate, Collection<String> stored) {
    this.delegate = delegate;
    this.reference =
        stored.stream().filter(password -> !password.startsWith(PLAIN)).findFirst().orElse(PLAIN);
  }

  /**
   * Spring Security encodes one password, against which it checks those of unknown users; it never
   * stores it.
   */
  @Override
  public String encode(@Nullable CharSequence password) {
    return reference;
  }

  @Override
  public boolean matches(@Nullable CharSequence offered, @Nullable String stored) {
    if (offered == null || stored == null) {
      return false;
    }
    var digest = digest(offered);
    var known = verified.get(stored);
    if (known != null && MessageDigest.isEqual(known, digest)) {
      return true;
    }
    var isMatch = stored.startsWith(PLAIN) ? matchesPlain(offered, stored) : check(offered, stored);
    if (isMatch) {
      verified.put(stored, digest);
    }
    return isMatch;
  }

  private boolean matchesPlain(CharSequence offered, String stored) {
    if (!reference.startsWith(PLAIN)) {
      check(offered, reference); // costs what an encoded password costs
    }
    return !stored.equals(PLAIN)
        && MessageDigest.isEqual(digest(stored.substring(PLAIN.length())), digest(offered));
  }

  private boolean check(CharSequence offered, String stored) {
    return delegate.matches(offered, stored);
  }

  private byte[] digest(CharSequence password) {
    try {
      var sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update(salt);
      return sha256.digest(password.toString().getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

package org.touchpaper.platform.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.keygen.KeyGenerators;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Passwords as written in a configuration: with an encoder's prefix ({@code {bcrypt}…}), or plain.
 *
 * <p>A failed check costs the same for every user, known or not: one hash of each cost that the
 * configured passwords have, such as bcrypt's 10 and 12. So the time of an answer does not tell
 * which users exist. A password once verified is recognised by its digest, so that only the first
 * call of a user pays for the hash.
 */
final class PlainOrEncodedPasswordEncoder implements PasswordEncoder {

  static final String PLAIN = "{plain}";

  /** The parameters of an encoded password that determine its cost; salt and hash follow. */
  private static final Pattern COST =
      Pattern.compile(
          "\\{[^}]*}(?:\\$2[aby]?\\$\\d+|\\$argon2[a-z]*\\$[^$]*\\$[^$]*|\\$[0-9a-f]+)?");

  private final PasswordEncoder delegate;

  /** One encoded password of each cost. */
  private final Map<String, String> references = new TreeMap<>();

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
    stored.stream()
        .filter(password -> !password.startsWith(PLAIN))
        .forEach(password -> references.putIfAbsent(cost(password), password));
  }

  private static String cost(String encoded) {
    var cost = COST.matcher(encoded);
    return cost.lookingAt() ? cost.group() : encoded;
  }

  /**
   * Spring Security encodes one password, against which it checks those of unknown users; it never
   * stores it. It matches nothing.
   */
  @Override
  public String encode(@Nullable CharSequence password) {
    return PLAIN;
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
    var isPlain = stored.startsWith(PLAIN);
    if (isPlain ? matchesPlain(offered, stored) : check(offered, stored)) {
      verified.put(stored, digest);
      return true;
    }
    var checked = isPlain ? PLAIN : cost(stored);
    references.forEach((cost, reference) -> {
      if (!cost.equals(checked)) {
        check(offered, reference); // only for its cost
      }
    });
    return false;
  }

  private boolean matchesPlain(CharSequence offered, String stored) {
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

package org.touchpaper.bar.token;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * A token as its owner receives it once: {@code tp_} and 256 random bits in hexadecimal. The prefix
 * lets scanners find one that was published. The secret cannot be guessed, so an unsalted hash
 * suffices to store it.
 */
record TokenSecret(String text) {

  private static final int RANDOM_BYTES = 32;
  private static final String FORM = "tp_[0-9a-f]{64}";

  static TokenSecret generate(SecureRandom random) {
    var bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    return new TokenSecret("tp_" + HexFormat.of().formatHex(bytes));
  }

  /** Whether it can be a token; what cannot is refused without a query. */
  boolean isWellFormed() {
    return text.matches(FORM);
  }

  /** Its SHA-256 in hexadecimal, as stored. */
  String hash() {
    try {
      var sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Never in a log. */
  @Override
  public String toString() {
    return "TokenSecret";
  }
}

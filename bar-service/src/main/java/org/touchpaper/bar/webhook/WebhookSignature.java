package org.touchpaper.bar.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The signature of a delivery, by the convention of Standard Webhooks 1.0: HMAC-SHA256 (RFC 2104)
 * over id, time and body, with a key of 256 bits.
 */
final class WebhookSignature {

  private static final String ALGORITHM = "HmacSHA256";
  private static final String SECRET_PREFIX = "whsec_";
  private static final int KEY_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private WebhookSignature() {}

  /** Creates a secret: a prefix, and the key in Base64. */
  static String newSecret() {
    var key = new byte[KEY_BYTES];
    RANDOM.nextBytes(key);
    return SECRET_PREFIX + Base64.getEncoder().encodeToString(key);
  }

  /**
   * Signs a delivery.
   *
   * @param seconds since 1970, as in the header
   */
  static String sign(String secret, String id, long seconds, String body) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      var key = Base64.getDecoder().decode(secret.substring(SECRET_PREFIX.length()));
      mac.init(new SecretKeySpec(key, ALGORITHM));
      var signed = id + "." + seconds + "." + body;
      var digest = mac.doFinal(signed.getBytes(StandardCharsets.UTF_8));
      return "v1," + Base64.getEncoder().encodeToString(digest);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no " + ALGORITHM, e);
    }
  }
}

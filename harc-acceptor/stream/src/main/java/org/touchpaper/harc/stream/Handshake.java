package org.touchpaper.harc.stream;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.touchpaper.harc.commit.Extent;

/**
 * How two peers prove to each other that they know the secret they share without saying it: each
 * signs the other's nonce (HMAC, RFC 2104), with both names, its part in the call, which memory it
 * speaks from and how far it has seen the other's come, so that no proof is good for anything else.
 */
final class Handshake {
  static final int VERSION = 3;

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String ALGORITHM = "HmacSHA256";

  private Handshake() {}

  static String nonce() {
    var nonce = new byte[32];
    RANDOM.nextBytes(nonce);
    return HexFormat.of().formatHex(nonce);
  }

  static String callerProof(
      String secret,
      Greeting.Challenge challenge,
      String caller,
      Incarnation incarnation,
      Extent seen,
      String callerNonce) {
    return sign(secret, "caller", challenge, caller, incarnation, seen, callerNonce);
  }

  static String listenerProof(
      String secret,
      Greeting.Challenge challenge,
      String caller,
      Incarnation incarnation,
      Extent seen,
      String callerNonce) {
    return sign(secret, "listener", challenge, caller, incarnation, seen, callerNonce);
  }

  static boolean isSame(String expected, String offered) {
    return MessageDigest.isEqual(bytes(expected), bytes(offered));
  }

  private static String sign(
      String secret,
      String part,
      Greeting.Challenge challenge,
      String caller,
      Incarnation incarnation,
      Extent seen,
      String callerNonce) {
    var signed = new ByteArrayOutputStream();
    field(signed, "touchpaper " + challenge.version());
    field(signed, part);
    field(signed, challenge.listener());
    field(signed, challenge.nonce());
    field(signed, caller);
    field(signed, incarnation.toString());
    field(signed, seen.toString());
    field(signed, callerNonce);
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(bytes(secret), ALGORITHM));
      return HexFormat.of().formatHex(mac.doFinal(signed.toByteArray()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  /** Each preceded by its length, so that no two inputs run together. */
  private static void field(ByteArrayOutputStream out, String text) {
    var bytes = bytes(text);
    out.writeBytes(bytes(bytes.length + ":"));
    out.writeBytes(bytes);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

package org.touchpaper.harc.transport;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.message.HandshakeMessage;
import org.touchpaper.harc.transport.message.JournalIdentity;

/**
 * Mutual authentication with a shared secret (HMAC, RFC 2104). Each peer signs the other's nonce
 * together with both names, its side (client or server), the identity of its journal and the last
 * position it has seen of the other's journal, so that a proof cannot be used for anything else.
 */
final class HandshakeProofs {
  static final int VERSION = 5;

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String ALGORITHM = "HmacSHA256";

  private HandshakeProofs() {}

  static String nonce() {
    var nonce = new byte[32];
    RANDOM.nextBytes(nonce);
    return HexFormat.of().formatHex(nonce);
  }

  static String clientProof(
      String secret,
      HandshakeMessage.Challenge challenge,
      String client,
      JournalIdentity identity,
      JournalPosition seenPosition,
      String clientNonce) {
    return sign(secret, "client", challenge, client, identity, seenPosition, clientNonce);
  }

  static String serverProof(
      String secret,
      HandshakeMessage.Challenge challenge,
      String client,
      JournalIdentity identity,
      JournalPosition seenPosition,
      String clientNonce) {
    return sign(secret, "server", challenge, client, identity, seenPosition, clientNonce);
  }

  static boolean isEqualInConstantTime(String expected, String offered) {
    return MessageDigest.isEqual(bytes(expected), bytes(offered));
  }

  private static String sign(
      String secret,
      String side,
      HandshakeMessage.Challenge challenge,
      String client,
      JournalIdentity identity,
      JournalPosition seenPosition,
      String clientNonce) {
    var input = new ByteArrayOutputStream();
    appendField(input, "touchpaper " + challenge.version());
    appendField(input, side);
    appendField(input, challenge.server());
    appendField(input, challenge.nonce());
    appendField(input, client);
    appendField(input, identity.toString());
    appendField(input, seenPosition.toString());
    appendField(input, clientNonce);
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(bytes(secret), ALGORITHM));
      return HexFormat.of().formatHex(mac.doFinal(input.toByteArray()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  /** Appends a field with its length in front, so that the encoding is unambiguous. */
  private static void appendField(ByteArrayOutputStream out, String text) {
    var bytes = bytes(text);
    out.writeBytes(bytes(bytes.length + ":"));
    out.writeBytes(bytes);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

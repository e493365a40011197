package org.touchpaper.harc.protocol;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 over fields, each preceded by its length so that different field lists never collide. */
final class FingerprintBuilder {
  private final MessageDigest hash;

  FingerprintBuilder() {
    try {
      this.hash = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  void field(String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    hash.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
    hash.update(bytes);
  }

  /** Returns the hash of all fields so far and resets. */
  String hex() {
    return HexFormat.of().formatHex(hash.digest());
  }
}

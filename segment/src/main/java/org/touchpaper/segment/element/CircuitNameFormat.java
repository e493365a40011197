package org.touchpaper.segment.element;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The name of our items on an element: a short hash of the connection's id and the epoch, so that a
 * late effect of an earlier epoch is not mistaken for a current one (DESIGN "Contracts", identity).
 * A version whose items differ from those present begins an epoch; later versions with the same
 * items, as when a circuit is prolonged, belong to it.
 */
public final class CircuitNameFormat {

  private static final Pattern PATTERN = Pattern.compile("TP-[0-9A-F]{12}");

  private CircuitNameFormat() {}

  /** {@code TP-} and twelve hex digits: this fits the name fields of all supported elements. */
  public static String of(UUID connection, int epoch) {
    var text = (connection + "/" + epoch).getBytes(StandardCharsets.US_ASCII);
    return "TP-" + HexFormat.of().withUpperCase().formatHex(sha256(text), 0, 6);
  }

  /** True if a name has the form that only Touchpaper uses. */
  public static boolean isCircuitName(String owner) {
    return PATTERN.matcher(owner).matches();
  }

  private static byte[] sha256(byte[] input) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(input);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

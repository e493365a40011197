package org.touchpaper.segment.element;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The name our items bear on an element: a short hash of the connection's id and the epoch, so that
 * a late effect of an earlier epoch is not taken for ours (DESIGN "Contracts", identity). An epoch
 * is the version that wanted something else than what was there; later ones that want the same, as
 * when a circuit is prolonged, belong to it.
 */
public final class CircuitName {

  private static final Pattern FORM = Pattern.compile("TP-[0-9A-F]{12}");

  private CircuitName() {}

  /** {@code TP-} and twelve hex digits: fits every field of every dialect we speak. */
  public static String of(UUID connection, int epoch) {
    var text = (connection + "/" + epoch).getBytes(StandardCharsets.US_ASCII);
    return "TP-" + HexFormat.of().withUpperCase().formatHex(sha256(text), 0, 6);
  }

  /** True if nobody but us forms names like this one. */
  public static boolean isOne(String owner) {
    return FORM.matcher(owner).matches();
  }

  private static byte[] sha256(byte[] input) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(input);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

package org.touchpaper.segment.connection;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/** The id of a connection: NSI's connectionId, but chosen by the requester. */
public record ConnectionId(UUID value) {

  public static ConnectionId of(String text) {
    return new ConnectionId(UUID.fromString(text));
  }

  /**
   * The id of a part of this connection: a name-based UUIDv5 (RFC 9562 section 5.5), so the same
   * name always gives the same id.
   */
  public ConnectionId derive(String name) {
    return new ConnectionId(nameBased(value, name));
  }

  /** The UUIDv5 of a name in the namespace of another UUID. */
  public static UUID nameBased(UUID namespace, String name) {
    var text = name.getBytes(StandardCharsets.UTF_8);
    var input =
        ByteBuffer.allocate(16 + text.length)
            .putLong(namespace.getMostSignificantBits())
            .putLong(namespace.getLeastSignificantBits())
            .put(text);
    var hash = ByteBuffer.wrap(sha1(input.array()));
    var high = (hash.getLong() & ~0xF000L) | 0x5000L;
    var low = (hash.getLong() & ~0xC000_0000_0000_0000L) | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }

  private static byte[] sha1(byte[] input) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(input);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }

  @Override
  public String toString() {
    return value.toString();
  }
}

package org.touchpaper.lnsap.campus;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The IP addresses that a campus gives to circuits that start there. Each circuit takes two
 * adjacent addresses, one for each end: a /31 (RFC 3021) or a /127 (RFC 6164). A pair is known by
 * the last 32 bits of its addresses without the last bit, so that its number does not depend on the
 * pool.
 *
 * @param network the first address
 * @param prefixLength 8 to 31 for IPv4, 97 to 127 for IPv6, because pairs are counted in 31 bits
 */
public record CircuitAddressRange(InetAddress network, int prefixLength) {

  private static final int LAST_BITS = 32;
  private static final int SHORTEST_IPV4_PREFIX = 8;

  public CircuitAddressRange {
    var bits = network.getAddress().length * Byte.SIZE;
    var shortest = bits == LAST_BITS ? SHORTEST_IPV4_PREFIX : bits - LAST_BITS + 1;
    if (prefixLength < shortest || prefixLength >= bits) {
      throw new IllegalArgumentException(
          "the prefix of addresses must be /%d to /%d: %s/%d"
              .formatted(shortest, bits - 1, network.getHostAddress(), prefixLength));
    }
    if (network.isMulticastAddress()
        || network.isLoopbackAddress()
        || network.isAnyLocalAddress()) {
      throw new IllegalArgumentException(
          "addresses must be unicast addresses of an interface: " + network.getHostAddress());
    }
    var hostBits = bits - prefixLength;
    if (hostBits < LAST_BITS && lastBits(network) << (LAST_BITS - hostBits) != 0) {
      throw new IllegalArgumentException(
          "addresses must begin at the first address of /%d: %s"
              .formatted(prefixLength, network.getHostAddress()));
    }
  }

  /** Parses {@code 10.88.0.0/24} or {@code fd00:88::/112}. */
  public static CircuitAddressRange parse(String text) {
    var slash = text.indexOf('/');
    try {
      return new CircuitAddressRange(
          InetAddress.ofLiteral(text.substring(0, Math.max(slash, 0))),
          Integer.parseInt(text.substring(slash + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "addresses must be a network such as 10.88.0.0/24 or fd00:88::/112: " + text, e);
    }
  }

  private static int lastBits(InetAddress address) {
    var bytes = address.getAddress();
    return ByteBuffer.wrap(bytes).getInt(bytes.length - Integer.BYTES);
  }

  public int firstPair() {
    return lastBits(network) >>> 1;
  }

  public int lastPair() {
    return firstPair() + pairCount() - 1;
  }

  /** The number of circuits that can have addresses at a time. */
  public int pairCount() {
    return 1 << (network.getAddress().length * Byte.SIZE - prefixLength - 1);
  }

  /** The first bits of all addresses, which distinguish equal pair numbers; empty for IPv4. */
  public String prefix() {
    var bytes = network.getAddress();
    return HexFormat.of().formatHex(bytes, 0, bytes.length - Integer.BYTES);
  }

  /** The address of a pair for the source of a circuit, with its prefix length. */
  public String sourceAddress(int pair) {
    return address(pair << 1);
  }

  /** The address of a pair for the destination of a circuit, with its prefix length. */
  public String destinationAddress(int pair) {
    return address((pair << 1) + 1);
  }

  private String address(int lastBits) {
    var bytes = network.getAddress();
    ByteBuffer.wrap(bytes).putInt(bytes.length - Integer.BYTES, lastBits);
    try {
      var length = bytes.length * Byte.SIZE - 1;
      return InetAddress.getByAddress(bytes).getHostAddress() + "/" + length;
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address has 4 or 16 bytes", e);
    }
  }

  /** The pair of an address of this pool; empty if it is of another. */
  public Optional<Integer> pairOf(String address) {
    var pair = lastBits(InetAddress.ofLiteral(address.substring(0, address.indexOf('/')))) >>> 1;
    return sourceAddress(pair).equals(address) && pair >= firstPair() && pair <= lastPair()
        ? Optional.of(pair)
        : Optional.empty();
  }

  @Override
  public String toString() {
    return network.getHostAddress() + "/" + prefixLength;
  }
}

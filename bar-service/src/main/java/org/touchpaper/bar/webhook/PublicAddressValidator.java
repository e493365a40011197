package org.touchpaper.bar.webhook;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;

/**
 * Tells public addresses from those of this host, its networks and special purposes (RFC 6890 and
 * IANA's registries), so that a webhook cannot reach what its owner cannot.
 */
final class PublicAddressValidator {

  /** A block of addresses: its first bits, and how many there are. */
  private record Block(InetAddress prefix, int length) {
    static Block of(String prefix, int length) {
      return new Block(InetAddress.ofLiteral(prefix), length);
    }

    boolean contains(byte[] address) {
      var bits = prefix.getAddress();
      for (var bit = 0; bit < length; bit++) {
        var mask = 0x80 >> (bit % 8);
        if ((address[bit / 8] & mask) != (bits[bit / 8] & mask)) {
          return false;
        }
      }
      return true;
    }
  }

  private static final List<Block> SPECIAL_IPV4 =
      List.of(
          Block.of("0.0.0.0", 8),
          Block.of("10.0.0.0", 8),
          Block.of("100.64.0.0", 10),
          Block.of("127.0.0.0", 8),
          Block.of("169.254.0.0", 16),
          Block.of("172.16.0.0", 12),
          Block.of("192.0.0.0", 24),
          Block.of("192.0.2.0", 24),
          Block.of("192.88.99.0", 24),
          Block.of("192.168.0.0", 16),
          Block.of("198.18.0.0", 15),
          Block.of("198.51.100.0", 24),
          Block.of("203.0.113.0", 24),
          Block.of("224.0.0.0", 3));

  /** Global unicast, without what embeds IPv4 addresses or is for documentation. */
  private static final Block GLOBAL_IPV6 = Block.of("2000::", 3);

  private static final List<Block> SPECIAL_IPV6 =
      List.of(
          Block.of("2001::", 23),
          Block.of("2001:db8::", 32),
          Block.of("2002::", 16),
          Block.of("3fff::", 20));

  private PublicAddressValidator() {}

  static boolean contain(InetAddress address) {
    var bytes = address.getAddress();
    return switch (address) {
      case Inet4Address _ -> SPECIAL_IPV4.stream().noneMatch(block -> block.contains(bytes));
      case Inet6Address _ ->
          GLOBAL_IPV6.contains(bytes)
              && SPECIAL_IPV6.stream().noneMatch(block -> block.contains(bytes));
      case InetAddress other ->
          throw new IllegalArgumentException("neither IPv4 nor IPv6: " + other);
    };
  }
}

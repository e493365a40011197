package org.touchpaper.harc.stream;

import java.net.InetSocketAddress;

/**
 * Someone who listens for streams.
 *
 * @param name its peer name
 * @param host where
 * @param port where
 * @param secret what we prove ourselves with, and it to us
 */
public record StreamPeer(String name, String host, int port, String secret) {
  public StreamPeer {
    if (secret.isBlank()) {
      throw new IllegalArgumentException("the peer " + name + " has an empty secret");
    }
  }

  /**
   * A peer whose address is written as {@code host:port}.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static StreamPeer at(String name, String address, String secret) {
    var colon = address.lastIndexOf(':');
    if (colon < 1 || !address.substring(colon + 1).matches("\\d{1,5}")) {
      throw new IllegalArgumentException(
          "the stream of " + name + " is written host:port, not " + address);
    }
    var port = Integer.parseInt(address.substring(colon + 1));
    return new StreamPeer(name, address.substring(0, colon), port, secret);
  }

  InetSocketAddress address() {
    return InetSocketAddress.createUnresolved(host, port);
  }

  @Override
  public String toString() {
    return name + " at " + host + ":" + port;
  }
}

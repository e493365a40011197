package org.touchpaper.harc.transport;

import java.net.InetSocketAddress;

/**
 * The address of a peer that listens for streams.
 *
 * @param name its peer name
 * @param host its host name or IP address
 * @param port its stream port
 * @param secret the secret shared with it, which authenticates both sides
 */
public record StreamPeerAddress(String name, String host, int port, String secret) {
  public StreamPeerAddress {
    if (secret.isBlank()) {
      throw new IllegalArgumentException("peer " + name + ": the secret is empty");
    }
  }

  /**
   * Parses an address of the form {@code host:port}.
   *
   * @throws IllegalArgumentException if it has another form
   */
  public static StreamPeerAddress parse(String name, String address, String secret) {
    var colon = address.lastIndexOf(':');
    if (colon < 1 || !address.substring(colon + 1).matches("\\d{1,5}")) {
      throw new IllegalArgumentException(
          "peer " + name + ": stream must be host:port, not " + address);
    }
    var port = Integer.parseInt(address.substring(colon + 1));
    return new StreamPeerAddress(name, address.substring(0, colon), port, secret);
  }

  InetSocketAddress socketAddress() {
    return InetSocketAddress.createUnresolved(host, port);
  }

  @Override
  public String toString() {
    return name + " at " + host + ":" + port;
  }
}

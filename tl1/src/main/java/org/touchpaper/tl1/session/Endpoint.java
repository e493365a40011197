package org.touchpaper.tl1.session;

/**
 * Where an element listens.
 *
 * @param tid the element's name, sent with every command that names no other
 */
public record Endpoint(String tid, String host, int port) {

  @Override
  public String toString() {
    return tid + " at " + host + ":" + port;
  }
}

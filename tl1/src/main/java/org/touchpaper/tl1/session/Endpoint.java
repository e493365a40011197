package org.touchpaper.tl1.session;

import java.io.IOException;
import org.touchpaper.tl1.transport.AccessRefused;
import org.touchpaper.tl1.transport.Line;
import org.touchpaper.tl1.transport.Transport;

/**
 * Where an element listens, and how it is spoken to.
 *
 * @param tid the element's name, sent with every command that names no other; of printable ASCII
 */
public record Endpoint(String tid, String host, int port, Transport transport) {

  /** A name that no command could carry is refused here, before anything is to be sent. */
  public Endpoint {
    if (!tid.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      throw new IllegalArgumentException(
          "an element's name (TID) is of printable ASCII only, as TL1 is: rename '" + tid + "'");
    }
  }

  /** An element that is spoken to over telnet, or over raw TCP if it negotiates nothing. */
  public Endpoint(String tid, String host, int port) {
    this(tid, host, port, Transport.telnet());
  }

  /** Connects, or says why not. */
  public Line dial(Timing timing) throws IOException {
    try {
      return transport.dial(host, port, timing.connect(), timing.login());
    } catch (IOException e) {
      var words = "cannot connect to " + this + ": " + e.getMessage();
      throw e instanceof AccessRefused ? new AccessRefused(words, e) : new IOException(words, e);
    }
  }

  @Override
  public String toString() {
    return tid + " at " + host + ":" + port;
  }
}

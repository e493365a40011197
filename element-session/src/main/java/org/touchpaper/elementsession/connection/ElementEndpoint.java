package org.touchpaper.elementsession.connection;

import java.io.IOException;
import org.touchpaper.elementsession.transport.AccessRefusedException;
import org.touchpaper.elementsession.transport.DuplexStream;
import org.touchpaper.elementsession.transport.Transport;

/**
 * The address of an element's management interface, and the transport to it.
 *
 * @param tid the element's name, sent with each command that names no other; printable ASCII
 */
public record ElementEndpoint(String tid, String host, int port, Transport transport) {

  /** Rejects a name that no command could carry. */
  public ElementEndpoint {
    if (!tid.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      throw new IllegalArgumentException(
          "an element's name (TID) must be printable ASCII; rename '" + tid + "'");
    }
  }

  /** An element reached by telnet, or by raw TCP if the element does not negotiate. */
  public ElementEndpoint(String tid, String host, int port) {
    this(tid, host, port, Transport.telnet());
  }

  /**
   * Connects within the configured timeouts.
   *
   * @throws IOException states the element and the reason
   */
  public DuplexStream connect(SessionTiming timing) throws IOException {
    try {
      return transport.connect(host, port, timing.connectTimeout(), timing.loginTimeout());
    } catch (IOException e) {
      var message = "cannot connect to " + this + ": " + e.getMessage();
      throw e instanceof AccessRefusedException
          ? new AccessRefusedException(message, e)
          : new IOException(message, e);
    }
  }

  @Override
  public String toString() {
    return tid + " at " + host + ":" + port;
  }
}

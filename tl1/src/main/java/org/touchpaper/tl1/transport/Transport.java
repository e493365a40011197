package org.touchpaper.tl1.transport;

import java.io.IOException;
import java.time.Duration;

/** A way to reach elements. */
@FunctionalInterface
public interface Transport {

  /**
   * Connects, and has made sure of the other end where this transport can.
   *
   * @param within how long that may take
   * @throws IOException says, for operators, why there is no connection
   */
  Line dial(String host, int port, Duration within) throws IOException;

  /**
   * The same, where this transport logs in.
   *
   * @param loginWithin how long the other end may take to say whether it lets us in
   */
  default Line dial(String host, int port, Duration within, Duration loginWithin)
      throws IOException {
    return dial(host, port, within);
  }

  /** Its name in configuration: {@code raw}, {@code telnet}, {@code tls} or {@code ssh}. */
  default String label() {
    return "a way of its own";
  }

  /** TCP with nothing around it, as most elements have on port 3082. */
  static Transport raw() {
    return new Plain(false);
  }

  /** Telnet (RFC 854), as most have on port 3083 or 23; where nobody negotiates it is raw TCP. */
  static Transport telnet() {
    return new Plain(true);
  }

  /** TCP with TLS on it. */
  static Transport tls(TlsTrust trust) {
    return new Tls(trust);
  }

  /** SSH, to whoever shows one of these keys. */
  static Transport ssh(SshAccess access, HostKeys hostKeys) {
    return new Ssh(access, hostKeys);
  }
}

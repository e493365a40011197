package org.touchpaper.elementsession.transport;

import java.io.IOException;
import java.time.Duration;

/** Connects to elements. */
@FunctionalInterface
public interface Transport {

  /**
   * Connects, and verifies the peer where the transport can.
   *
   * @param timeout for the connection
   * @throws IOException states the reason for operators
   */
  DuplexStream connect(String host, int port, Duration timeout) throws IOException;

  /**
   * Connects and logs in, for transports that log in.
   *
   * @param loginTimeout for the peer's answer to the login
   */
  default DuplexStream connect(String host, int port, Duration timeout, Duration loginTimeout)
      throws IOException {
    return connect(host, port, timeout);
  }

  /** The name in configuration: {@code raw}, {@code telnet}, {@code tls} or {@code ssh}. */
  default String label() {
    return "custom";
  }

  /** Plain TCP, as most elements offer on port 3082. */
  static Transport raw() {
    return new TcpTransport(false);
  }

  /** Telnet (RFC 854), as most offer on port 3083 or 23; raw TCP if the peer does not negotiate. */
  static Transport telnet() {
    return new TcpTransport(true);
  }

  static Transport tls(TlsTrust trust) {
    return new TlsTransport(trust);
  }

  static Transport ssh(SshCredentials access, HostKeys hostKeys) {
    return new SshTransport(access, hostKeys);
  }
}

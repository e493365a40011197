package org.touchpaper.elementemulator.config;

/** A protocol by which an emulated element can be reached. */
public enum TransportProtocol {
  /** Plain TCP. */
  RAW,
  /** TCP with telnet negotiation, and with echo where the real element echoes. */
  TELNET,
  /** TCP with TLS, with a self-signed certificate. */
  TLS,
  /** SSH: a shell, or for TL1 the subsystem {@code tl1telnet}. */
  SSH
}

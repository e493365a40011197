package org.touchpaper.tl1.element;

/** A way into an emulated element. */
public enum Entrance {
  /** TCP with nothing around it. */
  RAW,
  /** TCP with telnet's negotiation, and echo where the real element echoes. */
  TELNET,
  /** TCP with TLS on it, under a certificate that the element signed for itself. */
  TLS,
  /** SSH: a shell, or for TL1 the subsystem {@code tl1telnet}. */
  SSH
}

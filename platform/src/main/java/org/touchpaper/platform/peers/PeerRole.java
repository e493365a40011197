package org.touchpaper.platform.peers;

import java.util.Arrays;
import java.util.Locale;

/** What a peer is to this service. */
public enum PeerRole {
  /** It may book here for itself. */
  REQUESTER,
  /** It books here as part of something larger, and answers what becomes of its holds. */
  HOLDER,
  /** We book there, and it tells us what happens. */
  SEGMENT,
  /** It agrees on what HARC transactions become. */
  ACCEPTOR,
  /** It votes in HARC transactions. */
  RM;

  static PeerRole parse(String text) {
    try {
      return valueOf(text.strip().toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "no such peer role: " + text + "; there are " + Arrays.toString(values()), e);
    }
  }

  String authority() {
    return "PEER_" + name();
  }
}

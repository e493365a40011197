package org.touchpaper.platform.security;

import java.util.Arrays;
import java.util.Locale;

/** What a peer is to this service. */
public enum PeerRole {
  /** It may book here for its own users. */
  REQUESTER,
  /** It reserves here as part of a larger booking, and decides the outcome of its holds. */
  HOLDER,
  /** We book there, and it sends us notifications. */
  SEGMENT,
  /** It decides HARC transactions. */
  ACCEPTOR,
  /** It votes in HARC transactions. */
  RM,
  /** It cuts here, on behalf of the security officers of this site. */
  OFFICER,
  /** It has missing items restored on elements here, on behalf of operators of its own. */
  OPERATOR;

  public static PeerRole parse(String text) {
    try {
      return valueOf(text.strip().toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "unknown peer role: " + text + "; known roles: " + Arrays.toString(values()), e);
    }
  }

  String authority() {
    return "PEER_" + name();
  }
}

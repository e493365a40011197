package org.touchpaper.segment.connection;

/**
 * Whoever books segments as parts of something larger: the other direction of the contract (DESIGN
 * "Contracts", upward).
 */
public interface SegmentHolder {

  /** What is to become of a held version. */
  Outcome outcome(Requester requester, ConnectionId segment, int version);

  /** Tells the holder what happened; repeated until it returns normally, so it may come twice. */
  void notify(Requester requester, Notification notification);

  /**
   * The three answers; "not decided yet" is one of them. A holder without such a row says ABORT.
   */
  enum Outcome {
    UNDECIDED,
    COMMIT,
    ABORT
  }
}

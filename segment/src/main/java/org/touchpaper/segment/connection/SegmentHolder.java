package org.touchpaper.segment.connection;

/**
 * The holder of segments, which books them as parts of a circuit: the other direction of the
 * contract (DESIGN "Contracts", upward).
 */
public interface SegmentHolder {

  /** Reports the outcome of a held version. */
  Outcome outcome(RequesterIdentity requester, ConnectionId segment, int version);

  /**
   * Delivers a notification. It is repeated until this returns normally, so it may arrive twice.
   */
  void notify(RequesterIdentity requester, Notification notification);

  /** The decision on a held version. A holder without a record of it answers ABORT. */
  enum Outcome {
    UNDECIDED,
    COMMIT,
    ABORT
  }
}

package org.touchpaper.bar.reservation.segments;

/** The state of a segment's hold. */
public enum SegmentState {
  /** Stored; the segment may have been called, its reply is not known. */
  PLANNED,
  HELD,
  /** Refused; nothing is held. */
  REFUSED,
  /** Held with a label that the next segment refuses; to be aborted. */
  DROPPING,
  /** Aborted and replaced by another attempt. */
  DROPPED,
  COMMITTED,
  /** Aborted, or never requested. */
  ABORTED,
  /** The segment rejected the commit. */
  FAILED
}

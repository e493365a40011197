package org.touchpaper.bar.reservation;

/** What is known of one segment's hold. */
public enum SegmentState {
  /** Its id is written down; it may have been asked, its answer is not known. */
  PLANNED,
  /** It holds. */
  HELD,
  /** It refused, and holds nothing. */
  REFUSED,
  /** It holds under a label the next segment does not take, and is to be let go. */
  DROPPING,
  /** It was let go and another attempt took its place. */
  DROPPED,
  /** It committed. */
  COMMITTED,
  /** It let go, or was never asked. */
  ABORTED,
  /** It said that it cannot commit what it held. */
  FAILED
}

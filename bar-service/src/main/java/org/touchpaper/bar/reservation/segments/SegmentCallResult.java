package org.touchpaper.bar.reservation.segments;

import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.SegmentFaultException;

/** The result of a {@link SegmentCall}. */
public sealed interface SegmentCallResult {

  /** The reply to a reserve. */
  record Reserved(ReserveResult answer) implements SegmentCallResult {}

  /** The segment carried out the call. */
  record Done() implements SegmentCallResult {}

  record Impossible(SegmentFaultException.Code code, String reason) implements SegmentCallResult {}

  /** Returns true if it refuses the version whatever other segments answer. */
  default boolean isFinalRefusal() {
    return this instanceof Reserved(ReserveResult.Refused(var refusal))
        && !SegmentChain.isAboutLabel(refusal);
  }
}

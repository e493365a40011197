package org.touchpaper.segment.reservation;

import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.SegmentHolder;

/** Knows the services that may hold connections of this segment, and has a client for each. */
public interface HolderClientRegistry {

  /**
   * True if this requester may leave a hold to this holder. Only configured holders are accepted.
   */
  boolean accepts(RequesterIdentity requester, Holder holder);

  /** A client of a configured holder. It uses the configured address, not that of the message. */
  SegmentHolder clientFor(Holder.PeerService peerService);
}

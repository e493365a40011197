package org.touchpaper.segment.provider;

import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.SegmentHolder;

/** The services that may hold our connections, and the way to each. */
public interface Holders {

  /** Whether this requester may leave a hold to this holder; only configured ones are believed. */
  boolean accepts(Requester requester, Holder holder);

  /** The way to a configured holder; its configured address counts, not the one in the message. */
  SegmentHolder reach(Holder.Asker asker);
}

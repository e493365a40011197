package org.touchpaper.bar.coordination;

import java.net.URI;
import java.util.List;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;

/** Asks what became of a HARC transaction that holds one of our reservations. */
@FunctionalInterface
public interface Acceptors {

  /** An id that the acceptors do not know, or acceptors out of reach, is UNDECIDED. */
  Outcome outcome(String transactionId, List<URI> acceptors);
}

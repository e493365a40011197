package org.touchpaper.bar.aggregator;

import java.net.URI;
import java.util.List;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;

/** Queries the outcome of a HARC transaction that holds a reservation. */
@FunctionalInterface
public interface TransactionOutcomeReader {

  /** Returns the outcome; UNDECIDED if the id is unknown or the acceptors are unreachable. */
  Outcome outcome(String transactionId, List<URI> acceptors);
}

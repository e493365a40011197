package org.touchpaper.segment.connection;

import java.net.URI;
import java.time.Instant;
import java.util.List;

/**
 * The party that decides whether a hold is committed or aborted. Only the root of a booking may let
 * a hold lapse (DESIGN decision 3).
 */
public sealed interface Holder {

  /** A service that booked this segment as part of a larger circuit. It answers {@code outcome}. */
  record PeerService(String peer, URI endpoint, ConnectionId connection, int version)
      implements Holder {}

  /** A HARC transaction. Each of its acceptors can report the outcome. */
  record Transaction(String transactionId, List<URI> acceptors) implements Holder {
    public Transaction {
      acceptors = List.copyOf(acceptors);
    }
  }

  /**
   * The hold of a requester outside Touchpaper. It lapses at the given instant; no other kind does.
   */
  record ExternalRequester(Instant holdUntil) implements Holder {}
}

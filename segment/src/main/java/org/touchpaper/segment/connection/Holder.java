package org.touchpaper.segment.connection;

import java.net.URI;
import java.time.Instant;
import java.util.List;

/** Who decides what becomes of a hold (DESIGN decision 3: only the root of a booking may lapse). */
public sealed interface Holder {

  /** A service that booked this segment as part of something larger: it answers {@code outcome}. */
  record Asker(String peer, URI endpoint, ConnectionId connection, int version) implements Holder {}

  /** A HARC transaction: any of its acceptors answers what became of it. */
  record Transaction(String transactionId, List<URI> acceptors) implements Holder {
    public Transaction {
      acceptors = List.copyOf(acceptors);
    }
  }

  /** A foreign requester's hold, the only kind that lapses: at the given instant. */
  record Until(Instant holdUntil) implements Holder {}
}

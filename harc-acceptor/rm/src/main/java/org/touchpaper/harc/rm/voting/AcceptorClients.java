package org.touchpaper.harc.rm.voting;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message.Phase2a;
import org.touchpaper.harc.protocol.TransactionRecord;

/** A resource manager's access to the acceptors. */
public interface AcceptorClients {

  /** Returns true if every acceptor of the record is configured here. */
  boolean areAllKnown(TransactionRecord record);

  /**
   * Sends a vote to one acceptor once; it may be lost.
   *
   * @param mayBatch true if it may wait some milliseconds for other messages to that acceptor
   */
  void sendVote(String acceptor, Phase2a vote, boolean mayBatch);

  /** The transaction's outcome, if an acceptor that answers knows it. */
  Optional<Decision> queryOutcome(TransactionRecord record);

  /** The URLs at which the outcome can be queried. */
  List<URI> endpoints(TransactionRecord record);
}

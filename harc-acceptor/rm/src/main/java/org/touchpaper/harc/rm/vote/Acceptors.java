package org.touchpaper.harc.rm.vote;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Message.Phase2a;
import org.touchpaper.harc.commit.TransactionRecord;

/** The acceptors, as a resource manager reaches them. */
public interface Acceptors {

  /** True if every acceptor of the record is one this resource manager is configured to trust. */
  boolean know(TransactionRecord record);

  /**
   * Sends a vote to one acceptor once; losing it is allowed.
   *
   * @param patient true if it may wait some milliseconds for other messages to that acceptor
   */
  void tell(String acceptor, Phase2a vote, boolean patient);

  /** What became of a transaction, if any acceptor that can be reached knows. */
  Optional<Decision> ask(TransactionRecord record);

  /** Where others may ask the same question. */
  List<URI> endpoints(TransactionRecord record);
}

package org.touchpaper.harc.acceptor.journal;

import java.util.Collection;
import java.util.List;
import org.touchpaper.harc.protocol.TransactionId;

/**
 * Failpoints (FreeBSD fail(9)): called before and after each durable write, message and reply. Does
 * nothing in production; tests crash the acceptor here.
 */
@FunctionalInterface
public interface Failpoints {
  Failpoints NONE = (_, _, _) -> {};

  /** Where the acceptor is. */
  enum Kind {
    /** Before a write to the journal. */
    WRITING,
    /** Written, perhaps not durable. */
    WRITTEN,
    /** Durable, nothing sent yet. */
    FLUSHED,
    /** Before a message is sent; the state behind it is durable. */
    SENDING,
    /** A message was written to a stream. */
    SENT,
    /** Before a reply to a requester. */
    REPLYING
  }

  /**
   * Called at a failpoint.
   *
   * @param transactionIds the transactions concerned
   * @param detail for a message, its type and receiver
   */
  void pass(Kind kind, Collection<TransactionId> transactionIds, String detail);

  default void pass(Kind kind, TransactionId transactionIds, String detail) {
    pass(kind, List.of(transactionIds), detail);
  }
}

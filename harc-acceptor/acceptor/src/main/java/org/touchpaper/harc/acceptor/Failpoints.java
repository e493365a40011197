package org.touchpaper.harc.acceptor;

import java.util.Collection;
import java.util.List;
import org.touchpaper.harc.commit.TransactionId;

/**
 * Told whenever an acceptor is about to change the world, or has; in production nobody listens,
 * tests pull the plug here.
 */
@FunctionalInterface
interface Failpoints {
  Failpoints UNWATCHED = (_, _, _) -> {};

  /** What is about to happen, or has happened. */
  enum Kind {
    /** Nothing is in the journal yet. */
    WRITING,
    /** Written, but perhaps not on the disk. */
    WRITTEN,
    /** Durable, but nobody has been told. */
    FLUSHED,
    /** A message is durable in its reasons, and not on its way. */
    SAYING,
    /** A message is on its way over a stream, or has been received over HTTP. */
    SAID,
    /** Whoever waits has not heard. */
    ANSWERING
  }

  /**
   * Passed a failpoint.
   *
   * @param about the transactions it is about
   * @param what for messages, which one to whom
   */
  void pass(Kind kind, Collection<TransactionId> about, String what);

  default void pass(Kind kind, TransactionId about, String what) {
    pass(kind, List.of(about), what);
  }
}

package org.touchpaper.harc.commit;

import java.time.Instant;

/** What the shell does for a member, in the order given: what is said must be durable before. */
public sealed interface Effect {

  /** Make this durable before any later effect. */
  record Persist(Memory memory) implements Effect {}

  /**
   * Write this down in time: nobody waits for it, but it is durable before any effect of a later
   * event about the transaction. What is forgotten in a crash can be found out again.
   */
  record Note(Memory memory) implements Effect {}

  /** Send once; losing it is allowed. */
  record Send(String to, Message message) implements Effect {}

  /** Tell those who wait: all of them if decided, only those who asked if undecided. */
  record Answer(TransactionId id, Knowledge knowledge) implements Effect {}

  /** Say that time has passed, at this instant or soon after. */
  record Wake(TransactionId id, Instant at) implements Effect {}
}

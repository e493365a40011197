package org.touchpaper.harc.commit;

import java.time.Instant;
import java.util.List;
import org.touchpaper.harc.commit.Knowledge.Outcome;

/** What the shell does for a member, in the order given: what is said must be durable before. */
public sealed interface Effect {

  /** Make this durable before any later effect. */
  record Persist(Memory memory) implements Effect {}

  /**
   * Write this down in time: nobody waits for it, but it is durable before any effect of a later
   * event about the transaction. What a crash has forgotten can be found out again; but for who
   * leads, so who was started again must not deny that it did.
   */
  record Note(Memory memory) implements Effect {}

  /** Send once; losing it is allowed. */
  record Send(String to, Message message) implements Effect {}

  /** Tell those who wait: all of them if decided, only those who asked if undecided. */
  record Answer(TransactionId id, Knowledge knowledge) implements Effect {

    /** True if it is said to one whose record is another than the id's, or not known. */
    private boolean isToAStranger() {
      return knowledge.outcome() == Outcome.OTHER_RECORD || knowledge.outcome() == Outcome.UNKNOWN;
    }
  }

  /**
   * True if who asked what led to these need not wait for how it ends, and must not: that is told
   * of another record of the id, and may be on its way already.
   */
  static boolean refuse(List<Effect> effects) {
    return effects.stream()
        .anyMatch(effect -> effect instanceof Answer answer && answer.isToAStranger());
  }

  /** Say that time has passed, at this instant or soon after. */
  record Wake(TransactionId id, Instant at) implements Effect {}
}

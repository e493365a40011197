package org.touchpaper.harc.protocol.resourcemanager;

import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionRecord;

/** The events of one transaction at a resource manager. */
public sealed interface ResourceManagerEvent {

  /** An acceptor requests a vote, for the first time or again. */
  record PrepareReceived(Message.Prepare prepare) implements ResourceManagerEvent {}

  /** An acceptor sent the decision, or a query returned it. */
  record DecisionReceived(TransactionRecord record, Decision decision)
      implements ResourceManagerEvent {}

  /** The backend has durably made all holds; the note becomes part of the vote. */
  record HoldSucceeded(String note) implements ResourceManagerEvent {}

  /** The backend refused and holds nothing; the note gives the reasons. */
  record HoldRefused(String note) implements ResourceManagerEvent {}

  /**
   * The backend did not answer, or its answer is uncertain; this is not a vote.
   *
   * @param problem the note of the aborted vote if no time is left to try again
   */
  record HoldUncertain(String problem) implements ResourceManagerEvent {
    public HoldUncertain() {
      this("");
    }
  }

  /** The backend has carried out the decision. */
  record DecisionApplied() implements ResourceManagerEvent {}

  /**
   * Time passed.
   *
   * @param problem why the backend does not answer, as in {@link HoldUncertain}
   */
  record TimePassed(String problem) implements ResourceManagerEvent {
    public TimePassed() {
      this("");
    }
  }

  /**
   * The process restarted and loaded this state from its database.
   *
   * @param problem why the backend did not answer, as in {@link HoldUncertain}
   */
  record Restarted(String problem) implements ResourceManagerEvent {
    public Restarted() {
      this("");
    }
  }
}

package org.touchpaper.harc.commit;

import java.util.Map;

/**
 * Everything that is said between clients, acceptors and resource managers; each message carries
 * the transaction's record. Names and meanings are Gray and Lamport's; Enlist, Learn and their
 * answers are ours, as is OtherRecord (see the package).
 */
public sealed interface Message {

  TransactionRecord record();

  /** What acceptors say to each other, and resource managers to acceptors. */
  sealed interface ForAcceptor extends Message {}

  /** What acceptors say to resource managers. */
  sealed interface ForResourceManager extends Message {}

  /** Bind the id to this record, and say that you are there. */
  record Enlist(TransactionRecord record, String leader) implements ForAcceptor {}

  /**
   * The answer to Enlist.
   *
   * @param acceptor who answers
   * @param leader the leader that asked; an earlier build names another if that one asked first
   * @param sameRecord false if an acceptor of an earlier build is bound to another record of the
   *     id; one of this build keeps silent, and is as good as away
   */
  record Enlisted(TransactionRecord record, String acceptor, String leader, boolean sameRecord)
      implements ForAcceptor {}

  /** Tell the sender what you have accepted so far. */
  record Learn(TransactionRecord record, String leader) implements ForAcceptor {}

  /** Phase 1a, over all instances at once. */
  record Phase1a(TransactionRecord record, Ballot ballot, String leader) implements ForAcceptor {}

  /** Phase 1b: a promise to the ballot, and what was accepted before, by resource manager. */
  record Phase1b(
      TransactionRecord record, Ballot ballot, String acceptor, Map<String, Accepted> accepted)
      implements ForAcceptor {
    public Phase1b {
      accepted = Map.copyOf(accepted);
    }
  }

  /**
   * Phase 2a: at ballot 0 from a resource manager for its own instance, above from a leader for
   * all.
   *
   * @param leader who wants to hear phase 2b
   */
  record Phase2a(TransactionRecord record, Ballot ballot, Map<String, Vote> votes, String leader)
      implements ForAcceptor {
    public Phase2a {
      votes = Map.copyOf(votes);
    }
  }

  /** Phase 2b: all that the acceptor has accepted, bundled. */
  record Phase2b(TransactionRecord record, String acceptor, Map<String, Accepted> accepted)
      implements ForAcceptor {
    public Phase2b {
      accepted = Map.copyOf(accepted);
    }
  }

  /** The acceptor promised a higher ballot, and ignores yours. */
  record Outbid(TransactionRecord record, Ballot promised, String acceptor)
      implements ForAcceptor {}

  /** A decision, told among acceptors so that each can answer. */
  record Decided(TransactionRecord record, Decision decision, Map<String, Vote> votes)
      implements ForAcceptor {
    public Decided {
      votes = Map.copyOf(votes);
    }
  }

  /** A decision that somebody forced at an acceptor; not a chosen one, however it is passed on. */
  record Forced(TransactionRecord record, Decision decision, Map<String, Vote> votes, Force force)
      implements ForAcceptor {
    public Forced {
      votes = Map.copyOf(votes);
    }
  }

  /**
   * Every resource manager has made this decision durable: nothing but the decision itself need be
   * remembered any longer. Whoever keeps the other one, which somebody forced, has not been heard.
   */
  record Acknowledged(TransactionRecord record, Decision decision) implements ForAcceptor {}

  /** Vote on these actions. */
  record Prepare(TransactionRecord record, Caller caller, Actions actions, String leader)
      implements ForResourceManager {}

  /** The id is bound to another record at that acceptor: it never accepts a vote on this one. */
  record OtherRecord(TransactionRecord record, String acceptor) implements ForResourceManager {}

  /** The decision, for a resource manager to carry out. */
  record Decide(TransactionRecord record, Decision decision) implements ForResourceManager {}
}

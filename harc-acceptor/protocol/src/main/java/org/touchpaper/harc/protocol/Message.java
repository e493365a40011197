package org.touchpaper.harc.protocol;

import java.util.Map;

/**
 * The messages between clients, acceptors and resource managers; each carries the transaction
 * record. Names and meanings are Gray and Lamport's. Enlist, Enlisted, Learn, OtherRecord, Forced
 * and Acknowledged are additions of this project (see the package).
 */
public sealed interface Message {

  TransactionRecord record();

  /** A message to an acceptor, from an acceptor or a resource manager. */
  sealed interface ForAcceptor extends Message {}

  /** A message from an acceptor to a resource manager. */
  sealed interface ForResourceManager extends Message {}

  /** Requests that an acceptor bind the id to this record and confirm that it is reachable. */
  record Enlist(TransactionRecord record, String leader) implements ForAcceptor {}

  /**
   * The answer to {@link Enlist}.
   *
   * @param acceptor the acceptor that answers
   * @param leader the leader that sent Enlist
   * @param sameRecord false if the id is bound to another record at the acceptor; the leader then
   *     treats it as unreachable. This implementation sends no answer in that case.
   */
  record Enlisted(TransactionRecord record, String acceptor, String leader, boolean sameRecord)
      implements ForAcceptor {}

  /** Requests a phase 2b message with everything the acceptor has accepted so far. */
  record Learn(TransactionRecord record, String leader) implements ForAcceptor {}

  /** Phase 1a for all instances at once. */
  record Phase1a(TransactionRecord record, Ballot ballot, String leader) implements ForAcceptor {}

  /** Phase 1b: the promise to a ballot and the votes accepted before it, by resource manager. */
  record Phase1b(
      TransactionRecord record, Ballot ballot, String acceptor, Map<String, AcceptedVote> accepted)
      implements ForAcceptor {
    public Phase1b {
      accepted = Map.copyOf(accepted);
    }
  }

  /**
   * Phase 2a: at ballot 0 from a resource manager for its own instance, at higher ballots from a
   * leader for all instances.
   *
   * @param leader the receiver of phase 2b
   */
  record Phase2a(TransactionRecord record, Ballot ballot, Map<String, Vote> votes, String leader)
      implements ForAcceptor {
    public Phase2a {
      votes = Map.copyOf(votes);
    }
  }

  /** Phase 2b: all votes that the acceptor has accepted, in one message. */
  record Phase2b(TransactionRecord record, String acceptor, Map<String, AcceptedVote> accepted)
      implements ForAcceptor {
    public Phase2b {
      accepted = Map.copyOf(accepted);
    }
  }

  /** The acceptor ignored a message because it has promised a higher ballot. */
  record Outbid(TransactionRecord record, Ballot promised, String acceptor)
      implements ForAcceptor {}

  /** A chosen decision, passed on so that every acceptor can answer queries. */
  record Decided(TransactionRecord record, Decision decision, Map<String, Vote> votes)
      implements ForAcceptor {
    public Decided {
      votes = Map.copyOf(votes);
    }
  }

  /**
   * A decision that an operator forced at an acceptor; it stays marked as forced when passed on.
   */
  record Forced(
      TransactionRecord record,
      Decision decision,
      Map<String, Vote> votes,
      OperatorOverride override)
      implements ForAcceptor {
    public Forced {
      votes = Map.copyOf(votes);
    }
  }

  /**
   * Every resource manager has made this decision durable, so that only the decision itself need be
   * kept. An acceptor that holds a conflicting forced decision reports an error instead.
   */
  record Acknowledged(TransactionRecord record, Decision decision) implements ForAcceptor {}

  /** Requests a resource manager's vote on these actions. */
  record Prepare(
      TransactionRecord record,
      RequestingUser caller,
      ResourceManagerActions actions,
      String leader)
      implements ForResourceManager {}

  /**
   * The id is bound to another record at that acceptor, so it never accepts a vote on this record.
   */
  record OtherRecord(TransactionRecord record, String acceptor) implements ForResourceManager {}

  /** The decision, which the resource manager carries out. */
  record Decide(TransactionRecord record, Decision decision) implements ForResourceManager {}
}

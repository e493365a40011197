package org.touchpaper.harc.protocol.acceptor;

import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.Message.Acknowledged;
import org.touchpaper.harc.protocol.Message.Decided;
import org.touchpaper.harc.protocol.Message.Enlist;
import org.touchpaper.harc.protocol.Message.Enlisted;
import org.touchpaper.harc.protocol.Message.ForAcceptor;
import org.touchpaper.harc.protocol.Message.Forced;
import org.touchpaper.harc.protocol.Message.Learn;
import org.touchpaper.harc.protocol.Message.Outbid;
import org.touchpaper.harc.protocol.Message.Phase1a;
import org.touchpaper.harc.protocol.Message.Phase1b;
import org.touchpaper.harc.protocol.Message.Phase2a;
import org.touchpaper.harc.protocol.Message.Phase2b;
import org.touchpaper.harc.protocol.TransactionRecord;

/**
 * Gray and Lamport's acceptor (section 4.2; Phase1b and Phase2b of PaxosCommit.tla): it promises
 * and accepts, with one promise for all instances, and passes messages for the leader on to the
 * other roles.
 */
final class AcceptorRole {
  private final StepContext context;

  AcceptorRole(StepContext context) {
    this.context = context;
  }

  void receive(ForAcceptor message, String from) {
    var hardState = bindOnContact(message.record());
    if (hardState == null) {
      if (context.hardState() != null) {
        RecordConflictReplies.reply(message, from, context.identity()).forEach(context::send);
      }
      return;
    }
    var decisionRecord = hardState.decisionRecord();
    if (decisionRecord != null) {
      DecidedReplies.reply(decisionRecord, message, from).forEach(context::send);
      if (message instanceof Acknowledged) {
        context.announcer().complete();
      }
      return;
    }
    switch (message) {
      case Enlist(var record, var leader) -> {
        // The answer contains no promise, so it need not wait for the flush.
        context.deferWrite();
        context.send(leader, new Enlisted(record, context.name(), leader, true));
      }
      case Learn(var record, var leader) ->
          context.send(leader, new Phase2b(record, context.name(), hardState.accepted()));

      case Phase1a(var record, var ballot, var leader) when ballot.isBelow(hardState.promised()) ->
          context.send(leader, new Outbid(record, hardState.promised(), context.name()));
      case Phase1a(var record, var ballot, var leader) -> {
        context.writeNow(hardState.withPromise(ballot));
        context.recoveryLeader().yieldTo(leader, ballot);
        context.send(leader, new Phase1b(record, ballot, context.name(), hardState.accepted()));
      }

      case Phase2a(var record, var ballot, _, var leader)
          when ballot.isBelow(hardState.promised()) ->
          context.send(leader, new Outbid(record, hardState.promised(), context.name()));
      case Phase2a(var record, var ballot, var votes, var leader) -> {
        context.writeNow(hardState.withAcceptedVotes(ballot, votes));
        context.send(
            leader, new Phase2b(record, context.name(), context.requireHardState().accepted()));
      }

      case Enlisted enlisted -> context.registrar().onEnlisted(enlisted);
      case Phase1b promise -> context.recoveryLeader().onPromise(promise);
      case Phase2b(_, var acceptor, var accepted) ->
          context.learner().onAcceptedVotes(acceptor, accepted);
      case Outbid(_, var promised, _) -> context.recoveryLeader().onOutbid(promised);
      case Decided(_, var decision, var votes) ->
          context.announcer().adopt(new DecisionRecord(decision, votes));
      case Forced(_, var decision, var votes, var override) ->
          context
              .announcer()
              .adopt(
                  hardState.requireConsistentWithVotes(
                      new DecisionRecord(decision, votes, override)));
      // The decision itself did not arrive.
      case Acknowledged _ -> context.learner().catchUp();
    }
  }

  /**
   * As {@link #bind}, for a message from a peer: the transaction may be in the middle of voting.
   */
  private @Nullable HardState bindOnContact(TransactionRecord record) {
    if (isNew(record)) {
      context.writeNow(HardState.boundTo(record));
      context.recordFirstContact();
      context.scheduleWake(context.recoverAt());
    }
    return bind(record);
  }

  private boolean isNew(TransactionRecord record) {
    return context.hardState() == null
        && record.hasMember(context.name(), context.identity().epoch());
  }

  /**
   * The state of the id if it is bound to this record and this acceptor is one of the record's;
   * else null.
   */
  @Nullable HardState bind(TransactionRecord record) {
    if (isNew(record)) {
      context.writeNow(HardState.boundTo(record));
      context.scheduleWake(context.recoverAt());
    }
    var hardState = context.hardState();
    return hardState != null && hardState.record().equals(record) ? hardState : null;
  }
}

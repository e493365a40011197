package org.touchpaper.harc.verification;

import java.util.ArrayList;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;

/** Makes all acceptors use the same ballots: each sees a record that lists itself first. */
final class SharedBallotsMutant {
  private final TransactionRecord commonRecord;
  private final TransactionRecord reorderedRecord;

  SharedBallotsMutant(TransactionRecord commonRecord, String acceptor) {
    var order = new ArrayList<>(commonRecord.acceptors());
    order.remove(acceptor);
    order.addFirst(acceptor);
    this.commonRecord = commonRecord;
    this.reorderedRecord =
        new TransactionRecord(
            commonRecord.id(),
            commonRecord.resourceManagers(),
            order,
            commonRecord.digest(),
            commonRecord.voteBy(),
            commonRecord.epoch());
  }

  AcceptorEvent translateIncoming(AcceptorEvent event) {
    return switch (event) {
      case AcceptorEvent.MessageReceived(var message, var from) ->
          new AcceptorEvent.MessageReceived(withRecord(message, reorderedRecord), from);
      case AcceptorEvent.BeginRequested(var request, var reachableAcceptors) ->
          new AcceptorEvent.BeginRequested(
              new TransactionRequest(reorderedRecord, request.caller(), request.actions()),
              reachableAcceptors);
      case AcceptorEvent.OutcomeQueried(var id, var record) ->
          new AcceptorEvent.OutcomeQueried(id, record == null ? null : reorderedRecord);
      case AcceptorEvent.DecisionAcknowledged _,
          AcceptorEvent.DecisionForced _,
          AcceptorEvent.ResourceManagerForgotten _,
          AcceptorEvent.TimePassed _,
          AcceptorEvent.Restarted _ ->
          event;
    };
  }

  Message translateOutgoing(Message message) {
    return switch (message) {
      case Message.ForAcceptor toAcceptor -> withRecord(toAcceptor, commonRecord);
      case Message.Prepare(_, var caller, var actions, var leader) ->
          new Message.Prepare(commonRecord, caller, actions, leader);
      case Message.OtherRecord(_, var acceptor) -> new Message.OtherRecord(commonRecord, acceptor);
      case Message.Decide(_, var decision) -> new Message.Decide(commonRecord, decision);
    };
  }

  private static Message.ForAcceptor withRecord(
      Message.ForAcceptor message, TransactionRecord record) {
    return switch (message) {
      case Message.Enlist(_, var leader) -> new Message.Enlist(record, leader);
      case Message.Enlisted(_, var acceptor, var leader, var same) ->
          new Message.Enlisted(record, acceptor, leader, same);
      case Message.Learn(_, var leader) -> new Message.Learn(record, leader);
      case Message.Phase1a(_, var ballot, var leader) ->
          new Message.Phase1a(record, ballot, leader);
      case Message.Phase1b(_, var ballot, var acceptor, var accepted) ->
          new Message.Phase1b(record, ballot, acceptor, accepted);
      case Message.Phase2a(_, var ballot, var votes, var leader) ->
          new Message.Phase2a(record, ballot, votes, leader);
      case Message.Phase2b(_, var acceptor, var accepted) ->
          new Message.Phase2b(record, acceptor, accepted);
      case Message.Outbid(_, var promised, var acceptor) ->
          new Message.Outbid(record, promised, acceptor);
      case Message.Decided(_, var decision, var votes) ->
          new Message.Decided(record, decision, votes);
      case Message.Forced(_, var decision, var votes, var override) ->
          new Message.Forced(record, decision, votes, override);
      case Message.Acknowledged(_, var decision) -> new Message.Acknowledged(record, decision);
    };
  }
}

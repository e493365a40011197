package org.touchpaper.harc.proof;

import java.util.ArrayList;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionRecord;

/**
 * The mistake of ballots that are not dealt out: every acceptor sees a record in which it stands
 * first itself, and so they all use the same ballots.
 */
final class SharedBallots {
  private final TransactionRecord common;
  private final TransactionRecord own;

  SharedBallots(TransactionRecord common, String acceptor) {
    var order = new ArrayList<>(common.acceptors());
    order.remove(acceptor);
    order.addFirst(acceptor);
    this.common = common;
    this.own =
        new TransactionRecord(
            common.id(),
            common.resourceManagers(),
            order,
            common.digest(),
            common.voteBy(),
            common.epoch());
  }

  Event inward(Event event) {
    return switch (event) {
      case Event.Received(var message, var from) -> new Event.Received(with(message, own), from);
      case Event.Begun(var request, var present) ->
          new Event.Begun(new Request(own, request.caller(), request.actions()), present);
      case Event.Asked(var id, var record) -> new Event.Asked(id, record == null ? null : own);
      case Event.Heard _,
          Event.Overruled _,
          Event.Forgotten _,
          Event.TimePassed _,
          Event.Restarted _ ->
          event;
    };
  }

  Message outward(Message message) {
    return switch (message) {
      case Message.ForAcceptor toAcceptor -> with(toAcceptor, common);
      case Message.Prepare(_, var caller, var actions, var leader) ->
          new Message.Prepare(common, caller, actions, leader);
      case Message.OtherRecord(_, var acceptor) -> new Message.OtherRecord(common, acceptor);
      case Message.Decide(_, var decision) -> new Message.Decide(common, decision);
    };
  }

  private static Message.ForAcceptor with(Message.ForAcceptor message, TransactionRecord record) {
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
      case Message.Forced(_, var decision, var votes, var force) ->
          new Message.Forced(record, decision, votes, force);
      case Message.Acknowledged(_, var decision) -> new Message.Acknowledged(record, decision);
    };
  }
}

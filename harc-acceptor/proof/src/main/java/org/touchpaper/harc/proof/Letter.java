package org.touchpaper.harc.proof;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Accepted;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.VoterEvent;

/**
 * What somebody has said: once said, it may arrive at any time, often, or never. What is told to
 * one acceptor and would be told to any other is a letter to all.
 */
sealed interface Letter {
  String ACCEPTORS = "acceptors";
  String EVERYBODY = "everybody";

  /** A process, or one of the two above. */
  String to();

  /** Who said it; empty if that is of no account. */
  default String from() {
    return switch (this) {
      case ToAcceptor(_, Event.Received(_, var from)) -> from;
      case ToAcceptor _, ToVoter _ -> "";
    };
  }

  /** True if it may reach somebody. */
  default boolean reaches(String name) {
    return Set.of(name, ACCEPTORS, EVERYBODY).contains(to()) && !from().equals(name);
  }

  /** Something that happens to acceptors. */
  record ToAcceptor(String to, Event event) implements Letter {}

  /** Something that happens to resource managers. */
  record ToVoter(String to, VoterEvent event) implements Letter {}

  static Letter of(String from, String to, Message said) {
    return switch (said) {
      case Message.ForAcceptor message -> ofAcceptors(from, to, message);
      case Message.Prepare prepare -> prepared(to, prepare);
      case Message.OtherRecord _ -> throw new IllegalArgumentException("one record only: " + said);
      case Message.Decide(var record, var decision) -> decided(record, decision);
    };
  }

  private static Letter ofAcceptors(String from, String to, Message.ForAcceptor message) {
    return switch (message) {
      case Message.Enlist _,
          Message.Learn _,
          Message.Phase1a _,
          Message.Phase2a _,
          Message.Phase2b _ ->
          new ToAcceptor(ACCEPTORS, new Event.Received(message, from));
      // Who repeats a decision is of no account.
      case Message.Decided _, Message.Forced _, Message.Acknowledged _ ->
          new ToAcceptor(ACCEPTORS, new Event.Received(message, ACCEPTORS));
      case Message.Enlisted _, Message.Phase1b _, Message.Outbid _ ->
          new ToAcceptor(to, new Event.Received(message, from));
    };
  }

  /** Who leads is of no account: what an acceptor has accepted is told to all. */
  private static Letter prepared(String to, Message.Prepare prepare) {
    var record = prepare.record();
    var anybody = record.acceptors().getFirst();
    var said = new Message.Prepare(record, prepare.caller(), prepare.actions(), anybody);
    return new ToVoter(to, new VoterEvent.PrepareCame(said));
  }

  static Letter decided(TransactionRecord record, Decision decision) {
    return new ToVoter(EVERYBODY, new VoterEvent.DecisionCame(record, decision));
  }

  /** What an acceptor says it has accepted; null if it says something else. */
  default @Nullable Map<String, Accepted> fact() {
    return this instanceof ToAcceptor(_, Event.Received(Message.Phase2b(_, _, var accepted), _))
        ? accepted
        : null;
  }

  /** What the letter claims, see {@link Claims}. */
  default int claims() {
    return switch (this) {
      case ToAcceptor(_, Event.Received(Message.Decided(_, var decision, _), _)) ->
          Claims.of(decision);
      case ToVoter(_, VoterEvent.DecisionCame(_, var decision)) -> Claims.of(decision);
      case ToAcceptor _, ToVoter _ -> 0;
    };
  }
}

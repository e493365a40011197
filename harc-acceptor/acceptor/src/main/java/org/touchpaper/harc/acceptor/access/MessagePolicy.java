package org.touchpaper.harc.acceptor.access;

import java.util.Set;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;

/**
 * Decides which messages a peer may send. A peer sends messages in its own name only, so that no
 * acceptor is counted twice, and a vote's note is limited so that all notes fit into one message.
 */
public final class MessagePolicy {
  private MessagePolicy() {}

  public static boolean isAllowed(AcceptorPeers.Peer peer, Message.ForAcceptor message) {
    var name = peer.name();
    var record = message.record();
    if (peer.hasRole(AcceptorPeers.Role.RM)
        && message instanceof Message.Phase2a(_, var ballot, var votes, _)
        && ballot.equals(Ballot.ZERO)) {
      return record.resourceManagers().contains(name)
          && votes.keySet().equals(Set.of(name))
          && votes.values().stream().allMatch(vote -> isNoteShortEnough(vote, record));
    }
    if (!peer.hasRole(AcceptorPeers.Role.ACCEPTOR) || !record.acceptors().contains(name)) {
      return false;
    }
    return switch (message) {
      case Message.Enlist(_, var leader) -> leader.equals(name);
      case Message.Enlisted(_, var acceptor, _, _) -> acceptor.equals(name);
      case Message.Learn(_, var leader) -> leader.equals(name);
      case Message.Phase1a(_, var ballot, var leader) ->
          leader.equals(name) && owns(ballot, message, name);
      case Message.Phase1b(_, _, var acceptor, _) -> acceptor.equals(name);
      case Message.Phase2a(_, var ballot, _, var leader) ->
          leader.equals(name) && owns(ballot, message, name);
      case Message.Phase2b(_, var acceptor, _) -> acceptor.equals(name);
      case Message.Outbid(_, _, var acceptor) -> acceptor.equals(name);
      case Message.Decided _, Message.Forced _, Message.Acknowledged _ -> true;
    };
  }

  private static boolean isNoteShortEnough(Vote vote, TransactionRecord record) {
    return vote.note().length() <= record.maxNoteLength();
  }

  private static boolean owns(Ballot ballot, Message message, String name) {
    return ballot.belongsTo(message.record(), name);
  }
}

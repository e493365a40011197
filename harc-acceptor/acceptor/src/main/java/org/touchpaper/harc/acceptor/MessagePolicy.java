package org.touchpaper.harc.acceptor;

import java.util.Set;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Vote;

/**
 * Who may say what: a peer speaks for itself alone, so that no acceptor is ever counted twice, and
 * votes with no longer a note than can be passed on with all the others.
 */
final class MessagePolicy {
  private MessagePolicy() {}

  static boolean isAllowed(Peers.Peer peer, Message.ForAcceptor message) {
    var name = peer.name();
    var record = message.record();
    if (peer.is(Peers.Role.RM)
        && message instanceof Message.Phase2a(_, var ballot, var votes, _)
        && ballot.equals(Ballot.ZERO)) {
      return record.resourceManagers().contains(name)
          && votes.keySet().equals(Set.of(name))
          && votes.values().stream().allMatch(vote -> isTellable(vote, record));
    }
    if (!peer.is(Peers.Role.ACCEPTOR) || !record.acceptors().contains(name)) {
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

  private static boolean isTellable(Vote vote, TransactionRecord record) {
    return vote.note().length() <= record.longestNote();
  }

  private static boolean owns(Ballot ballot, Message message, String name) {
    return ballot.belongsTo(message.record(), name);
  }
}

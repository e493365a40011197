package org.touchpaper.harc.commit;

import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Message.Acknowledged;
import org.touchpaper.harc.commit.Message.Decided;
import org.touchpaper.harc.commit.Message.Enlist;
import org.touchpaper.harc.commit.Message.Enlisted;
import org.touchpaper.harc.commit.Message.ForAcceptor;
import org.touchpaper.harc.commit.Message.Forced;
import org.touchpaper.harc.commit.Message.Learn;
import org.touchpaper.harc.commit.Message.Outbid;
import org.touchpaper.harc.commit.Message.Phase1a;
import org.touchpaper.harc.commit.Message.Phase1b;
import org.touchpaper.harc.commit.Message.Phase2a;
import org.touchpaper.harc.commit.Message.Phase2b;

/**
 * Gray and Lamport's acceptor (section 4.2; Phase1b and Phase2b of PaxosCommit.tla): it promises
 * and accepts, one promise for all instances. What is for the leader in the same process it hands
 * on.
 */
final class Acceptance {
  private final Turn turn;

  Acceptance(Turn turn) {
    this.turn = turn;
  }

  void receive(ForAcceptor message, String from) {
    var known = hear(message.record());
    if (known == null) {
      if (turn.memory() != null) {
        Stranger.refuse(message, from, turn.self()).forEach(turn::send);
      }
      return;
    }
    var verdict = known.verdict();
    if (verdict != null) {
      Afterwards.answer(verdict, message, from).forEach(turn::send);
      if (message instanceof Acknowledged) {
        turn.announcer().everyoneHeard();
      }
      return;
    }
    switch (message) {
      case Enlist(var record, var leader) -> {
        // That we are here is no promise.
        turn.putOff();
        turn.send(leader, new Enlisted(record, turn.name(), leader, true));
      }
      case Learn(var record, var leader) ->
          turn.send(leader, new Phase2b(record, turn.name(), known.accepted()));

      case Phase1a(var record, var ballot, var leader) when ballot.isBelow(known.promised()) ->
          turn.send(leader, new Outbid(record, known.promised(), turn.name()));
      case Phase1a(var record, var ballot, var leader) -> {
        turn.remember(known.promise(ballot));
        turn.recovery().giveWay(leader, ballot);
        turn.send(leader, new Phase1b(record, ballot, turn.name(), known.accepted()));
      }

      case Phase2a(var record, var ballot, _, var leader) when ballot.isBelow(known.promised()) ->
          turn.send(leader, new Outbid(record, known.promised(), turn.name()));
      case Phase2a(var record, var ballot, var votes, var leader) -> {
        turn.remember(known.accept(ballot, votes));
        turn.send(leader, new Phase2b(record, turn.name(), turn.mine().accepted()));
      }

      case Enlisted answer -> turn.registrar().enlisted(answer);
      case Phase1b promise -> turn.recovery().promised(promise);
      case Phase2b(_, var acceptor, var accepted) -> turn.learner().accepted(acceptor, accepted);
      case Outbid(_, var promised, _) -> turn.recovery().outbid(promised);
      case Decided(_, var decision, var votes) ->
          turn.announcer().adopt(new Verdict(decision, votes));
      case Forced(_, var decision, var votes, var force) ->
          turn.announcer().adopt(known.believed(new Verdict(decision, votes, force)));
      // The decision itself got lost on its way here.
      case Acknowledged _ -> turn.learner().catchUp();
    }
  }

  /** As {@link #bind}, when a peer speaks of it, and so perhaps while it is voted on. */
  private @Nullable Memory hear(TransactionRecord record) {
    if (isNew(record)) {
      turn.remember(Memory.bound(record));
      turn.hear();
      turn.wake(turn.recoverAt());
    }
    return bind(record);
  }

  private boolean isNew(TransactionRecord record) {
    return turn.memory() == null && record.hasMember(turn.name(), turn.self().epoch());
  }

  /** The id's memory if it is bound to this very record and we are one of its acceptors. */
  @Nullable Memory bind(TransactionRecord record) {
    if (isNew(record)) {
      turn.remember(Memory.bound(record));
      turn.wake(turn.recoverAt());
    }
    var memory = turn.memory();
    return memory != null && memory.record().equals(record) ? memory : null;
  }
}

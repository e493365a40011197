package org.touchpaper.harc.commit;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Role.Following;

/** What clients and resource managers want to know; a client that begins wants to know the end. */
final class Questions {
  private final Turn turn;

  Questions(Turn turn) {
    this.turn = turn;
  }

  void begin(Request request, Set<String> present) {
    var known = turn.acceptance().bind(request.record());
    if (known == null) {
      turn.say(request.record().id(), stranger(request.record()));
    } else if (known.verdict() != null) {
      turn.say(known.record().id(), known.knowledge());
    } else if (turn.role() instanceof Following && known.isFree() && turn.isBeforeVoteBy()) {
      turn.registrar().begin(request, present);
    } else {
      turn.learner().pursue();
    }
  }

  void answer(TransactionId id, @Nullable TransactionRecord asked) {
    var known = asked == null ? turn.memory() : turn.acceptance().bind(asked);
    if (known == null) {
      turn.say(id, asked == null ? Knowledge.of(Outcome.UNKNOWN) : stranger(asked));
      return;
    }
    if (known.verdict() == null) {
      turn.learner().pursue();
    }
    if (turn.mine().verdict() != null || turn.mayBeVotedOn()) {
      turn.say(id, turn.mine().knowledge());
    }
  }

  /** Who is no acceptor of it knows nothing of it, and its acceptors may know everything. */
  private Knowledge stranger(TransactionRecord record) {
    return turn.memory() == null
        ? Knowledge.of(Outcome.UNKNOWN)
        : Stranger.knowledge(record, turn.self());
  }
}

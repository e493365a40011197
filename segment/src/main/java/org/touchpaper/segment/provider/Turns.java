package org.touchpaper.segment.provider;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * One piece of work on a connection's elements at a time. In memory, because a segment is one
 * process: its elements take one login each.
 */
final class Turns {

  private final ConcurrentMap<ConnectionId, Turn> turns = new ConcurrentHashMap<>();

  private static final class Turn {
    final ReentrantLock lock = new ReentrantLock(true);
    int waiting;
  }

  <T> T inTurn(ConnectionId connection, Supplier<T> work) {
    var turn = turns.compute(connection, (_, it) -> joined(it == null ? new Turn() : it));
    turn.lock.lock();
    try {
      return work.get();
    } finally {
      turn.lock.unlock();
      turns.compute(connection, (_, _) -> --turn.waiting == 0 ? null : turn);
    }
  }

  private static Turn joined(Turn turn) {
    turn.waiting++;
    return turn;
  }
}

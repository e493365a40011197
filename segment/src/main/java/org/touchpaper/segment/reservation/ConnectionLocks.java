package org.touchpaper.segment.reservation;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * One lock for each connection, held while its elements are read or edited. In memory, because a
 * segment is one process: its elements take one login each.
 */
public final class ConnectionLocks {

  private final ConcurrentMap<ConnectionId, LockEntry> entries = new ConcurrentHashMap<>();

  private static final class LockEntry {
    final ReentrantLock lock = new ReentrantLock(true);
    int waiters;
  }

  public <T> T withLock(ConnectionId connection, Supplier<T> work) {
    var entry =
        entries.compute(
            connection, (_, known) -> addWaiter(known == null ? new LockEntry() : known));
    entry.lock.lock();
    try {
      return work.get();
    } finally {
      entry.lock.unlock();
      entries.compute(connection, (_, _) -> --entry.waiters == 0 ? null : entry);
    }
  }

  private static LockEntry addWaiter(LockEntry entry) {
    entry.waiters++;
    return entry;
  }
}

package org.touchpaper.harc.rm.transport;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Runs tasks, those with equal keys one after the other. Of the tasks that arrive while one with
 * their key runs, only the last runs. Senders repeat until they are answered: without this, the
 * slower a service is, the more it has to do.
 */
final class CoalescingExecutor {
  private final Executor threads;
  private final Map<Object, Runnable> waiting = new ConcurrentHashMap<>();
  private final Set<Object> running = ConcurrentHashMap.newKeySet();

  CoalescingExecutor(Executor threads) {
    this.threads = threads;
  }

  void execute(Object key, Runnable task) {
    waiting.put(key, task);
    threads.execute(() -> runWaiting(key));
  }

  /** If another thread runs a task of this key, that thread takes the waiting one afterwards. */
  private void runWaiting(Object key) {
    while (waiting.containsKey(key) && running.add(key)) {
      try {
        var task = waiting.remove(key);
        if (task != null) {
          task.run();
        }
      } finally {
        running.remove(key);
      }
    }
  }
}

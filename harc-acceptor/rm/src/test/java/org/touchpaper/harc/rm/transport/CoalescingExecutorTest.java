package org.touchpaper.harc.rm.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** Threads are steps here: each task that the executor hands to one is run by hand. */
class CoalescingExecutorTest {
  private final Queue<Runnable> threads = new ArrayDeque<>();
  private final CoalescingExecutor executor = new CoalescingExecutor(threads::add);
  private final List<String> done = new ArrayList<>();

  private void runThreads() {
    while (!threads.isEmpty()) {
      threads.remove().run();
    }
  }

  @Test
  void tasksOfDifferentKeysAllRun() {
    executor.execute("decide t.1", () -> done.add("t.1"));
    executor.execute("decide t.2", () -> done.add("t.2"));
    runThreads();
    executor.execute("decide t.1", () -> done.add("t.1 again"));
    runThreads();
    assertThat(done).containsExactly("t.1", "t.2", "t.1 again");
  }

  @Test
  void repeatsThatArriveBeforeTheFirstRunsCostNothing() {
    for (var repeat = 0; repeat < 20; repeat++) {
      var text = "repeat " + repeat;
      executor.execute("decide t.1", () -> done.add(text));
    }
    runThreads();
    assertThat(done).as("the latest").containsExactly("repeat 19");
  }

  @Test
  void repeatsThatArriveWhileOneRunsCostOneMoreRun() {
    executor.execute(
        "decide t.1",
        () -> {
          for (var repeat = 0; repeat < 20; repeat++) {
            var text = "repeat " + repeat;
            executor.execute("decide t.1", () -> done.add(text));
          }
          runThreads(); // other threads find that this one is at it
          done.add("first");
        });
    runThreads();
    assertThat(done).containsExactly("first", "repeat 19");
  }

  @Test
  void aRepeatRunsAfterATaskThatFailed() {
    executor.execute(
        "decide t.1",
        () -> {
          throw new IllegalStateException("scripted");
        });
    assertThatThrownBy(this::runThreads).hasMessage("scripted");
    executor.execute("decide t.1", () -> done.add("repeat"));
    runThreads();
    assertThat(done).containsExactly("repeat");
  }
}

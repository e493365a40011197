package org.touchpaper.harc.commit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Message.Phase2a;

/**
 * Votes that wait a moment for those of the other resource managers, so that one flush makes all
 * votes of a transaction durable: nothing is decided before the last. To the machines it is as if
 * they had been a little longer on their way. Only touched by the loop's thread.
 *
 * @param <E> what comes with an event
 */
public final class VoteBatcher<E> {
  /** Long beside a flush, short beside everything that anybody waits for. */
  private static final long MILLIS = 3;

  private final Timer timer;
  private final Runnable wake;
  private final Map<TransactionId, Early<E>> early = new LinkedHashMap<>();
  private boolean isTimerSet;

  /** Set when the timer rings. */
  private volatile boolean isOver;

  /** Does something later, on whatever thread. */
  public interface Timer {
    void later(Runnable what, long millis);
  }

  private record Early<E>(HashSet<String> voters, List<E> entries) {}

  /**
   * Nobody waits.
   *
   * @param wake is run when some have waited long enough; {@link #late} has them then
   */
  public VoteBatcher(Timer timer, Runnable wake) {
    this.timer = timer;
    this.wake = wake;
  }

  /**
   * What can be dealt with now that this event came: it alone, with those that waited for it, or
   * nothing yet.
   *
   * @param memory what is known of its transaction; null if nothing
   */
  public List<E> with(E entry, TransactionId id, Event event, @Nullable Memory memory) {
    if (!(event instanceof Event.Received(Phase2a vote, _)) || !canWait(vote, memory)) {
      return List.of(entry);
    }
    var waiting = early.computeIfAbsent(id, _ -> new Early<>(new HashSet<>(), new ArrayList<>()));
    waiting.voters().addAll(vote.votes().keySet());
    waiting.entries().add(entry);
    var present = new HashSet<>(waiting.voters());
    if (memory != null) {
      present.addAll(memory.accepted().keySet());
    }
    if (present.containsAll(vote.record().resourceManagers())) {
      early.remove(id);
      return waiting.entries();
    }
    setTimer();
    return List.of();
  }

  /** A vote to abort decides alone; what is not at ballot 0 is not the resource managers'. */
  private static boolean canWait(Phase2a vote, @Nullable Memory memory) {
    return vote.ballot().equals(Ballot.ZERO)
        && vote.votes().values().stream().allMatch(Vote::isPrepared)
        && (memory == null || (memory.verdict() == null && memory.promised().equals(Ballot.ZERO)));
  }

  private void setTimer() {
    if (!isTimerSet) {
      isTimerSet = true;
      timer.later(
          () -> {
            isOver = true;
            wake.run();
          },
          MILLIS);
    }
  }

  /** Those that have waited long enough, if any have. */
  public List<E> late() {
    if (!isOver) {
      return List.of();
    }
    isOver = false;
    isTimerSet = false;
    return all();
  }

  /** Everybody; nobody waits any longer. */
  public List<E> all() {
    var all = early.values().stream().flatMap(each -> each.entries().stream()).toList();
    early.clear();
    return all;
  }
}

package org.touchpaper.harc.protocol.journal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message.Phase2a;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.acceptor.HardState;

/**
 * Delays votes for a few milliseconds, so that one flush makes all votes of a transaction durable;
 * nothing is decided before the last vote anyway. To the state machines it looks like a longer
 * network delay. Confined to the event loop's thread.
 *
 * @param <E> an event with its context
 */
public final class TransactionVoteBatcher<E> {
  /** Long compared with a flush, short compared with every timeout. */
  private static final long MAX_WAIT_MILLIS = 3;

  private final Timer timer;
  private final Runnable wake;
  private final Map<TransactionId, WaitingVotes<E>> waitingVotes = new LinkedHashMap<>();
  private boolean isTimerSet;

  /** Set by the timer's thread. */
  private volatile boolean hasTimerFired;

  /** Runs a task later, on any thread. */
  public interface Timer {
    void schedule(Runnable task, long millis);
  }

  private record WaitingVotes<E>(HashSet<String> voters, List<E> entries) {}

  /**
   * Creates an empty batcher.
   *
   * @param wake is run when waiting votes are due; {@link #drainExpired} then returns them
   */
  public TransactionVoteBatcher(Timer timer, Runnable wake) {
    this.timer = timer;
    this.wake = wake;
  }

  /**
   * Adds an event and returns the entries that can be processed now: the event alone, the event
   * with the votes that waited for it, or none.
   *
   * @param hardState the state of its transaction; null if unknown
   */
  public List<E> add(
      E entry, TransactionId id, AcceptorEvent event, @Nullable HardState hardState) {
    if (!(event instanceof AcceptorEvent.MessageReceived(Phase2a vote, _))
        || !canWait(vote, hardState)) {
      return List.of(entry);
    }
    var batch =
        waitingVotes.computeIfAbsent(
            id, _ -> new WaitingVotes<>(new HashSet<>(), new ArrayList<>()));
    batch.voters().addAll(vote.votes().keySet());
    batch.entries().add(entry);
    var arrivedVoters = new HashSet<>(batch.voters());
    if (hardState != null) {
      arrivedVoters.addAll(hardState.accepted().keySet());
    }
    if (arrivedVoters.containsAll(vote.record().resourceManagers())) {
      waitingVotes.remove(id);
      return batch.entries();
    }
    setTimer();
    return List.of();
  }

  /**
   * An aborted vote decides alone and never waits; above ballot 0 a phase 2a comes from a leader.
   */
  private static boolean canWait(Phase2a vote, @Nullable HardState hardState) {
    return vote.ballot().equals(Ballot.ZERO)
        && vote.votes().values().stream().allMatch(Vote::isPrepared)
        && (hardState == null
            || (hardState.decisionRecord() == null && hardState.promised().equals(Ballot.ZERO)));
  }

  private void setTimer() {
    if (!isTimerSet) {
      isTimerSet = true;
      timer.schedule(
          () -> {
            hasTimerFired = true;
            wake.run();
          },
          MAX_WAIT_MILLIS);
    }
  }

  /** Returns the votes whose delay is over. */
  public List<E> drainExpired() {
    if (!hasTimerFired) {
      return List.of();
    }
    hasTimerFired = false;
    isTimerSet = false;
    return drain();
  }

  /** Returns all waiting votes. */
  public List<E> drain() {
    var entries =
        waitingVotes.values().stream().flatMap(batch -> batch.entries().stream()).toList();
    waitingVotes.clear();
    return entries;
  }
}

package org.touchpaper.harc.acceptor.eventloop;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.acceptor.journal.Journal;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.acceptor.AcceptorMachine;
import org.touchpaper.harc.protocol.acceptor.HardState;
import org.touchpaper.harc.protocol.acceptor.Tombstone;

/**
 * The acceptor's transactions: a machine for each that is not completed, a tombstone for the
 * others. Stepped by the event loop; other threads may read.
 */
public final class TransactionTable {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionTable.class);

  private final AcceptorMachine.Identity self;
  private final Journal journal;
  private final TransactionTimers timers;
  private final Supplier<Duration> uptime;
  private final Duration maxVoteDuration;
  private final Map<TransactionId, AcceptorMachine> machines = new ConcurrentHashMap<>();
  private final AtomicInteger undecidedTransactions = new AtomicInteger();

  /** Starts with the journal's state, which was read when the uptime was zero. */
  TransactionTable(
      AcceptorMachine.Identity self,
      Journal journal,
      TransactionTimers timers,
      Supplier<Duration> uptime,
      Duration maxVoteDuration) {
    this.self = self;
    this.journal = journal;
    this.timers = timers;
    this.uptime = uptime;
    this.maxVoteDuration = maxVoteDuration;
    for (var hardState : journal.state().hardStates()) {
      var machine = AcceptorMachine.restored(self, hardState);
      machines.put(hardState.record().id(), machine);
      undecidedTransactions.addAndGet(undecidedCountOf(machine));
    }
  }

  /** The transactions that are not completed. */
  List<TransactionId> ids() {
    return List.copyOf(machines.keySet());
  }

  /** The current hard states of transactions that are not completed. */
  public List<HardState> hardStates() {
    var hardStates = new ArrayList<HardState>();
    for (var machine : machines.values()) {
      if (machine.hardState() != null) {
        hardStates.add(machine.hardState());
      }
    }
    return hardStates;
  }

  @Nullable
  public HardState hardState(TransactionId id) {
    var machine = machines.get(id);
    return machine == null ? null : machine.hardState();
  }

  /** The resource managers that have not acknowledged the decision. */
  public Set<String> unacknowledged(TransactionId id) {
    var machine = machines.get(id);
    return machine == null ? Set.of() : machine.unacknowledged();
  }

  /** When it was first written to the journal; empty before that, and once it is completed. */
  public Optional<Instant> firstWrittenAt(TransactionId id) {
    return journal.state().firstWrittenAt(id);
  }

  @Nullable
  public Tombstone tombstone(TransactionId id) {
    return journal.state().tombstones().find(id);
  }

  /** True if the transaction is or was known here. */
  public boolean isKnown(TransactionId id) {
    return machines.containsKey(id) || tombstone(id) != null;
  }

  /**
   * True if a begin has no effect any more. A transaction that was only queried is known, but can
   * still be begun.
   */
  public boolean isBegun(TransactionId id) {
    var hardState = hardState(id);
    return hardState == null ? tombstone(id) != null : !hardState.canBeginHere();
  }

  /**
   * True if NOT_STARTED may be returned. Leadership is written by a deferred write, which a crash
   * may prevent. After a restart the acceptor therefore cannot exclude that it had begun a
   * transaction, until {@code maxVoteDuration} has passed.
   */
  boolean canReportNotStarted() {
    return journal.state().isFirstIncarnation() || uptime.get().compareTo(maxVoteDuration) >= 0;
  }

  public int undecidedCount() {
    return undecidedTransactions.get();
  }

  /** Handles an event and returns the effects to perform. */
  List<AcceptorEffect> step(TransactionId id, AcceptorEvent event, Instant now) {
    if (journal.state().tombstones().mayHaveDropped(event) && !isBoundTo(event.record())) {
      return Tombstone.replyAfterRemoval(event);
    }
    var machine = machines.get(id);
    return machine == null ? stepUnknown(id, event, now) : step(machine, id, event, now);
  }

  /** False also if the id is bound to another record. */
  private boolean isBoundTo(@Nullable TransactionRecord record) {
    if (record == null) {
      return false;
    }
    var hardState = hardState(record.id());
    var tombstone = tombstone(record.id());
    return hardState == null
        ? tombstone != null && tombstone.isFor(record)
        : hardState.record().equals(record);
  }

  private List<AcceptorEffect> stepUnknown(TransactionId id, AcceptorEvent event, Instant now) {
    var tombstone = tombstone(id);
    if (tombstone != null) {
      return tombstone.handle(event, self);
    }
    // Checked again: the tombstone may have been dropped since the first check.
    if (journal.state().tombstones().mayHaveDropped(event)) {
      return Tombstone.replyAfterRemoval(event);
    }
    var record = event.record();
    return record != null && record.voteBy().isAfter(now.plus(maxVoteDuration))
        ? rejectOverlongVote(record, event)
        : step(AcceptorMachine.fresh(self), id, event, now);
  }

  /**
   * Rejects a record whose {@code voteBy} is too far ahead, from any sender: it would be kept, and
   * its outcome queried, until then. To the other acceptors this one seems unavailable.
   */
  private List<AcceptorEffect> rejectOverlongVote(TransactionRecord record, AcceptorEvent event) {
    LOG.warn(
        "transaction={} rejected: voteBy {} is more than {} ahead"
            + " (touchpaper.acceptor.max-vote-duration): {}",
        record.id(),
        record.voteBy(),
        maxVoteDuration,
        event);
    return switch (event) {
      case AcceptorEvent.BeginRequested _, AcceptorEvent.OutcomeQueried _ ->
          List.of(
              new AcceptorEffect.Answer(
                  record.id(),
                  TransactionOutcomeResponse.of(TransactionOutcomeResponse.Outcome.UNKNOWN)));
      case AcceptorEvent.MessageReceived _,
          AcceptorEvent.DecisionAcknowledged _,
          AcceptorEvent.DecisionForced _,
          AcceptorEvent.ResourceManagerForgotten _,
          AcceptorEvent.TimePassed _,
          AcceptorEvent.Restarted _ ->
          List.of();
    };
  }

  private List<AcceptorEffect> step(
      AcceptorMachine machine, TransactionId id, AcceptorEvent event, Instant now) {
    var step = machine.handle(event, now);
    var tombstone = step.next().tombstone(now);
    if (tombstone != null) {
      journal.state().replaceByTombstone(tombstone);
      machines.remove(id);
    } else if (step.next().hardState() != null) {
      machines.put(id, step.next());
    }
    if (step.next().wakeAt() == null) {
      timers.cancel(id);
    }
    undecidedTransactions.addAndGet(undecidedCountOf(step.next()) - undecidedCountOf(machine));
    return step.effects();
  }

  private static int undecidedCountOf(AcceptorMachine machine) {
    return machine.hardState() != null && machine.hardState().decisionRecord() == null ? 1 : 0;
  }
}

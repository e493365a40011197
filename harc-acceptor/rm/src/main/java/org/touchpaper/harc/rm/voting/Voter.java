package org.touchpaper.harc.rm.voting;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.resourcemanager.ConflictingDecisionException;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEffect;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEvent;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerMachine;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.DurableTimer;
import org.touchpaper.harc.rm.scheduler.LocalScheduler;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.Transaction;

/**
 * The shell around {@link ResourceManagerMachine}: it loads the durable state, lets the machine
 * handle an event, saves the new state, and only then sends messages. Slow work (the local
 * scheduler, the acceptors) runs outside the database transaction, and its result returns as an
 * event.
 */
public final class Voter {
  private static final Logger LOG = LoggerFactory.getLogger(Voter.class);

  private final String name;
  private final ProtocolTimeouts timing;

  /** The maximum time until a {@code voteBy}. */
  private final Duration longestVote;

  private final VoteRepository votes;
  private final LocalScheduler scheduler;
  private final ActionAndVoteNoteCodec actionAndVoteNoteCodec;
  private final TransactionConverter transactionMapper;
  private final AcceptorClients acceptorClients;
  private final UnappliedPredecessorFinder predecessors;
  private final PrepareValidator prepareValidator;
  private final TransactionProblemRecorder problems;
  private final DecisionVoteConflictRegistry decisionVoteConflictRegistry;
  private final DurableTimer timer;
  private final TransactionOperations database;
  private final Executor executor;
  private final Clock clock;

  /** The tasks in progress, by operation and transaction: none runs twice at the same time. */
  private final Set<String> runningTasks = ConcurrentHashMap.newKeySet();

  public Voter(
      String name,
      ProtocolTimeouts timing,
      Duration longestVote,
      VoteRepository votes,
      LocalScheduler scheduler,
      ActionAndVoteNoteCodec actionAndVoteNoteCodec,
      AcceptorClients acceptorClients,
      DurableTimer timer,
      TransactionOperations database,
      Executor executor,
      Clock clock) {
    this.name = name;
    this.timing = timing;
    this.longestVote = longestVote;
    this.votes = votes;
    this.scheduler = scheduler;
    this.actionAndVoteNoteCodec = actionAndVoteNoteCodec;
    this.transactionMapper =
        new TransactionConverter(name, actionAndVoteNoteCodec, acceptorClients);
    this.acceptorClients = acceptorClients;
    this.predecessors =
        new UnappliedPredecessorFinder(votes, actionAndVoteNoteCodec, acceptorClients);
    this.prepareValidator = new PrepareValidator(name, votes, acceptorClients);
    this.problems = new TransactionProblemRecorder(name, votes, actionAndVoteNoteCodec);
    this.decisionVoteConflictRegistry = new DecisionVoteConflictRegistry(clock);
    this.timer = timer;
    this.database = database;
    this.executor = executor;
    this.clock = clock;
  }

  /** Accepts a Prepare; the vote is sent later. */
  public void prepare(Message.Prepare prepare) {
    var id = prepare.record().id().value();
    LOG.info("transaction={} <- prepare leader={}", id, prepare.leader());
    prepareValidator.check(prepare);
    var effects = handle(id, new ResourceManagerEvent.PrepareReceived(prepare));
    if (effects.stream().allMatch(ResourceManagerEffect.Persist.class::isInstance)) {
      // A known Prepare: make sure that work on it continues, because a failure may have stopped
      // it.
      handle(id, new ResourceManagerEvent.TimePassed(problems.refusalNote(id)));
    }
  }

  /** Accepts a decision; it is durable when this returns, and applied soon after. */
  public void decide(Message.Decide decide) {
    var record = decide.record();
    LOG.info("transaction={} <- decide {}", record.id(), decide.decision());
    prepareValidator.check(record);
    recordDecision(record, decide.decision());
  }

  /**
   * Records a decision. A conflicting one is neither recorded nor acknowledged, and is reported to
   * operators.
   */
  private void recordDecision(TransactionRecord record, Decision decision) {
    try {
      handle(record.id().value(), new ResourceManagerEvent.DecisionReceived(record, decision));
    } catch (ConflictingDecisionException e) {
      decisionVoteConflictRegistry.record(record.id(), e);
      throw e;
    }
  }

  /** Conflicting decisions, for operators; empty if there are none. */
  public Optional<String> describeConflicts() {
    return decisionVoteConflictRegistry.describe();
  }

  /**
   * Continues an unfinished transaction; returns when to run again, empty if it is finished. The
   * caller schedules that time.
   */
  public Optional<Instant> advance(String transaction) {
    var timePassed = new ResourceManagerEvent.TimePassed(problems.refusalNote(transaction));
    var effects = database.execute(_ -> step(transaction, timePassed));
    effects.forEach(effect -> perform(transaction, effect));
    return wakeTimes(effects).min(Comparator.naturalOrder());
  }

  private static Stream<Instant> wakeTimes(List<ResourceManagerEffect> effects) {
    return effects.stream()
        .filter(ResourceManagerEffect.SetTimer.class::isInstance)
        .map(effect -> ((ResourceManagerEffect.SetTimer) effect).at());
  }

  /**
   * Continues what a crash interrupted.
   *
   * @throws IllegalStateException if undecided transactions were sent to another name, and none
   *     ever to the present one (see {@link RenamedServiceGuard})
   */
  public void resume() {
    new RenamedServiceGuard(name, votes).verify();
    votes
        .listUnfinished()
        .forEach(id -> handle(id, new ResourceManagerEvent.Restarted(problems.refusalNote(id))));
  }

  public Optional<ResourceManagerState> find(String transaction) {
    return votes.find(transaction);
  }

  /**
   * The transaction's current problem, such as a scheduler that does not answer; null if there is
   * none.
   */
  public @Nullable String findProblem(String transaction) {
    return votes.findProblem(transaction).orElse(null);
  }

  /** The statuses of a transaction's actions. */
  public List<ActionStatusDetails> statuses(ResourceManagerState state) {
    return transactionMapper
        .find(state)
        .map(transaction ->
            UnappliedDecisionStatusAdjuster.adjust(
                state, transaction.actions(), scheduler.queryStatuses(transaction)))
        .orElse(List.of());
  }

  /** Returns true if the scheduler has nothing left of it, as far as the actions are readable. */
  boolean isUnknownToScheduler(ResourceManagerState state) {
    return !transactionMapper.hasBecomeUnreadable(state) && statuses(state).isEmpty();
  }

  private List<ResourceManagerEffect> handle(String id, ResourceManagerEvent event) {
    var effects =
        database.execute(_ -> {
          var stepEffects = step(id, event);
          wakeTimes(stepEffects).forEach(time -> timer.schedule(id, time));
          return stepEffects;
        });
    effects.forEach(effect -> perform(id, effect));
    return effects;
  }

  /** Handles an event within one database transaction, before any message is sent. */
  private List<ResourceManagerEffect> step(String id, ResourceManagerEvent event) {
    var existing = votes.findForUpdate(id);
    if (existing.isEmpty() && prepareValidator.isPurged(event)) {
      return List.of();
    }
    var step =
        new ResourceManagerMachine(name, timing, existing.orElse(null))
            .handle(event, clock.instant());
    for (var effect : step.effects()) {
      switch (effect) {
        case ResourceManagerEffect.Persist(var state) -> votes.save(state);
        case ResourceManagerEffect.SetTimer _,
            ResourceManagerEffect.Hold _,
            ResourceManagerEffect.ApplyDecision _,
            ResourceManagerEffect.Send _,
            ResourceManagerEffect.QueryOutcome _,
            ResourceManagerEffect.Reject _ -> {}
      }
    }
    return step.effects();
  }

  private void perform(String id, ResourceManagerEffect effect) {
    switch (effect) {
      case ResourceManagerEffect.Persist _, ResourceManagerEffect.SetTimer _ -> {}
      case ResourceManagerEffect.Hold(var record, var caller, var actions) ->
          runExclusively("hold", id, () -> hold(record, caller, actions));
      case ResourceManagerEffect.ApplyDecision(var state, var decision) ->
          runExclusively(decision.toString(), id, () -> carryOut(state, decision));
      case ResourceManagerEffect.Send(var acceptor, var vote, var mayBatch) ->
          executor.execute(() ->
              runLogged("send vote", id, () -> acceptorClients.sendVote(acceptor, vote, mayBatch)));
      case ResourceManagerEffect.QueryOutcome(var record) ->
          runExclusively("query outcome", id, () -> queryOutcome(record));
      case ResourceManagerEffect.Reject(_, var reason) ->
          throw new MessageRejectedException(id + ": " + reason);
    }
  }

  private void runExclusively(String operation, String id, Runnable task) {
    var taskName = operation + " " + id;
    if (runningTasks.add(taskName)) {
      executor.execute(() -> {
        try {
          runLogged(operation, id, task);
        } finally { // after an Error, too, or the task would never run again
          runningTasks.remove(taskName);
        }
      });
    }
  }

  /** Logs a failure. {@link #advance} repeats the task. */
  private static void runLogged(String operation, String id, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.error("transaction={} {} failed and will be retried", id, operation, e);
    }
  }

  private void hold(
      TransactionRecord record, RequestingUser caller, ResourceManagerActions actions) {
    var id = record.id().value();
    if (hasVoted(id)) {
      return; // A vote was cast in the meantime; it is never taken back.
    }
    if (record.voteBy().isAfter(clock.instant().plus(longestVote))) {
      handle(
          id,
          new ResourceManagerEvent.HoldRefused(
              actionAndVoteNoteCodec.malformedNote(record.id(), votingTooLongMessage(record))));
      return;
    }
    try {
      handle(id, prepareResult(transactionMapper.toTransaction(record, caller, actions)));
    } catch (MalformedWorkException e) {
      handle(
          id,
          new ResourceManagerEvent.HoldRefused(
              actionAndVoteNoteCodec.malformedNote(record.id(), e.reason())));
    }
  }

  private boolean hasVoted(String id) {
    return votes.find(id).filter(state -> state.vote() != null).isPresent();
  }

  private String votingTooLongMessage(TransactionRecord record) {
    return "voteBy %s is too far away: %s holds undecided bookings for at most %s (touchpaper.rm.longest-vote)"
        .formatted(record.voteBy(), name, longestVote);
  }

  private ResourceManagerEvent prepareResult(Transaction transaction) {
    try {
      predecessors.find(transaction).ifPresent(this::awaitPredecessor);
      return switch (scheduler.prepare(transaction)) {
        case PrepareResult.Held(var statuses) ->
            new ResourceManagerEvent.HoldSucceeded(actionAndVoteNoteCodec.heldNote(statuses));
        case PrepareResult.Refused(var refusals) ->
            new ResourceManagerEvent.HoldRefused(actionAndVoteNoteCodec.refusedNote(refusals));
      };
    } catch (RuntimeException e) {
      problems.record(transaction.id(), "prepare", e);
      return new ResourceManagerEvent.HoldUncertain(problems.refusalNote(transaction.id()));
    }
  }

  private void awaitPredecessor(UnappliedPredecessorFinder.Predecessor predecessor) {
    var record = predecessor.state().record();
    if (predecessor.decision() != null) {
      recordDecision(record, predecessor.decision());
    }
    throw new SchedulerUnreachableException(
        "transaction " + record.id() + ", which changes the same booking, is not carried out yet");
  }

  private void carryOut(ResourceManagerState state, Decision decision) {
    var id = state.record().id().value();
    try {
      transactionMapper
          .findHeld(state)
          .ifPresent(transaction -> {
            switch (decision) {
              case COMMIT -> scheduler.commit(transaction);
              case ABORT -> scheduler.abort(transaction);
            }
          });
      handle(id, new ResourceManagerEvent.DecisionApplied());
    } catch (RuntimeException e) {
      problems.record(id, decision.toString(), e);
    }
  }

  private void queryOutcome(TransactionRecord record) {
    acceptorClients.queryOutcome(record).ifPresent(decision -> recordDecision(record, decision));
  }
}

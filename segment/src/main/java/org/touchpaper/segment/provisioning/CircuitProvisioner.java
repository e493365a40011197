package org.touchpaper.segment.provisioning;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.UncertainEffect;
import org.touchpaper.segment.inventory.ConfigItemRepository.RecordedItem;
import org.touchpaper.segment.persistence.RetryingTransactions;
import org.touchpaper.segment.provisioning.CircuitJob.PriorState;
import org.touchpaper.segment.reservation.ConnectionLocks;
import org.touchpaper.segment.reservation.SegmentConnection;
import org.touchpaper.segment.reservation.SegmentProperties;
import org.touchpaper.segment.reservation.SegmentStore;

/**
 * Brings the elements of a connection to the state it should have. It writes the intention first,
 * edits the elements outside any transaction, and writes what was read back last. Safe to run at
 * any time, any number of times.
 */
public final class CircuitProvisioner {

  private static final Logger LOG = LoggerFactory.getLogger(CircuitProvisioner.class);

  /** Pauses stop growing after this many attempts, at a few seconds. */
  private static final int MAX_PAUSE_GROWTH = 6;

  private final RetryingTransactions transactions;
  private final SegmentStore store;
  private final CircuitJobPlanner planner;
  private final CircuitExecutor executor;
  private final SegmentProperties properties;
  private final ConnectionLocks locks;

  /** Results that could not be saved, for example because the database was unavailable. */
  private final Map<ConnectionId, JobResult> unpersisted = new ConcurrentHashMap<>();

  public CircuitProvisioner(
      RetryingTransactions transactions,
      SegmentStore store,
      CircuitJobPlanner planner,
      CircuitExecutor executor,
      SegmentProperties properties,
      ConnectionLocks locks) {
    this.transactions = transactions;
    this.store = store;
    this.planner = planner;
    this.executor = executor;
    this.properties = properties;
    this.locks = locks;
  }

  /** The result of a job, and when it was read. */
  private record JobResult(CircuitJob job, CircuitExecutor.Result result, Instant at) {}

  /** The next work: nothing, wait, or a job. */
  private sealed interface PlannedWork {
    record NoWork() implements PlannedWork {}

    /** Wait until then: an effect is uncertain, or a fallback is active. */
    record Wait(Instant until) implements PlannedWork {}

    record Run(CircuitJob job) implements PlannedWork {}
  }

  /** What follows a step: another step at once, or at a time, or nothing. */
  private record FollowUp(boolean immediately, Optional<Instant> later) {
    static final FollowUp NONE = new FollowUp(false, Optional.empty());
    static final FollowUp IMMEDIATELY = new FollowUp(true, Optional.empty());

    static FollowUp at(Instant when) {
      return new FollowUp(false, Optional.of(when));
    }
  }

  /**
   * Advances a connection. Returns the time of the next attempt; empty when everything is as it
   * should be.
   */
  public Optional<Instant> advance(ConnectionId connection) {
    return locks.withLock(
        connection,
        () -> {
          var followUp = step(connection);
          while (followUp.immediately()) {
            followUp = step(connection);
          }
          return followUp.later();
        });
  }

  private FollowUp step(ConnectionId connection) {
    var jobResult = unpersisted.remove(connection);
    if (jobResult != null) {
      return persist(connection, jobResult);
    }
    return switch (transactions.execute(() -> begin(connection))) {
      case PlannedWork.NoWork() -> FollowUp.NONE;
      case PlannedWork.Wait(var until) -> FollowUp.at(until);
      case PlannedWork.Run(var job) -> {
        var result = execute(job);
        LOG.info(
            "connectionId={} {}: {}", connection, job.isSetUp() ? "set up" : "take down", result);
        yield persist(connection, new JobResult(job, result, store.now()));
      }
    };
  }

  /**
   * If the database is unavailable, the result is kept, so no uncertain effect has to be waited
   * for.
   */
  private FollowUp persist(ConnectionId connection, JobResult jobResult) {
    try {
      return transactions.execute(() -> finish(connection, jobResult));
    } catch (DataAccessException | TransactionException e) {
      unpersisted.put(connection, jobResult);
      throw e;
    }
  }

  /**
   * Runs a job. An exception, such as for an element that is not configured, becomes a reported
   * problem.
   */
  private CircuitExecutor.Result execute(CircuitJob job) {
    try {
      var result =
          executor.apply(job.wanted(), job.previous(), job.priorState() == PriorState.ACTIVE);
      return result instanceof CircuitExecutor.NotApplied(var problem, var uncertainEffect)
              && uncertainEffect.isNone()
          ? new CircuitExecutor.NotApplied(problem, undoPrevious(job))
          : result;
    } catch (RuntimeException e) {
      LOG.error("version {} could not be applied to its elements", job.version(), e);
      return new CircuitExecutor.NotApplied(String.valueOf(e.getMessage()), UncertainEffect.NONE);
    }
  }

  /**
   * Removes the previous version once its time is over, even if the new one cannot be set up, for
   * example because an element is unreadable. What is there of the new version stays: it may carry
   * traffic, if the process died before it recorded that.
   */
  private UncertainEffect undoPrevious(CircuitJob job) {
    return job.isSetUp() && job.priorState() == PriorState.EXPIRED
        ? executor.undo(job.previous())
        : UncertainEffect.NONE;
  }

  private PlannedWork begin(ConnectionId connectionId) {
    var connection = store.connections().findForUpdate(connectionId).orElseThrow();
    var now = store.now();
    connection.passEndTime(now);
    // the lock is held, so the process that sent these commands has died
    if (connection.commandsInFlight) {
      connection.endCommands(
          now,
          new UncertainEffect(
              executor.settleTime(store.items().listElements(connection.id)), true));
    }
    var planned =
        connection.mustWait(now) ? waitUntil(connection.uncertainUntil) : begin(connection, now);
    store.connections().save(connection);
    return planned;
  }

  private static PlannedWork waitUntil(@Nullable Instant when) {
    return new PlannedWork.Wait(Objects.requireNonNull(when));
  }

  private PlannedWork begin(SegmentConnection connection, Instant now) {
    var job = planner.find(connection, now);
    if (job.isPresent()) {
      recordIntention(connection, job.get());
      return new PlannedWork.Run(job.get());
    }
    if (!connection.configured) {
      restAtIdle(connection);
      return new PlannedWork.NoWork();
    }
    if (connection.targetVersion(now) != connection.version) {
      return waitUntil(connection.fallbackUntil);
    }
    connection.markBindingActive();
    store.releaseCapacity(connection, true); // the elements hold the binding version
    return new PlannedWork.NoWork();
  }

  /** Records the intention, durably, before an element is edited. */
  private void recordIntention(SegmentConnection connection, CircuitJob job) {
    connection.beginCommands();
    store
        .items()
        .replace(
            connection.id,
            Stream.concat(
                    job.previous().stream().map(item -> new RecordedItem(item, false, "")),
                    job.wanted().stream().map(item -> new RecordedItem(item, true, "")))
                .toList());
    store.changeDataPlane(
        connection,
        job.isSetUp() ? DataPlaneState.ACTIVATING : DataPlaneState.DEACTIVATING,
        reason(connection));
  }

  private static String reason(SegmentConnection connection) {
    return connection.problem == null ? "" : connection.problem;
  }

  private FollowUp finish(ConnectionId connectionId, JobResult jobResult) {
    var connection = store.connections().findForUpdate(connectionId).orElseThrow();
    var job = jobResult.job();
    connection.endCommands(store.now(), jobResult.result().uncertainEffect());
    var followUp =
        switch (jobResult.result()) {
          case CircuitExecutor.Applied _ when isStale(jobResult) -> FollowUp.IMMEDIATELY;
          case CircuitExecutor.Applied applied when job.isSetUp() ->
              completeSetUp(connection, job, applied);
          case CircuitExecutor.Applied _ -> completeTakeDown(connection);
          case CircuitExecutor.NotApplied(var problem, var uncertainEffect)
              when uncertainEffect.isNone() && canFallBack(connection, job) ->
              fallBack(connection, problem);
          case CircuitExecutor.NotApplied(var problem, var uncertainEffect) ->
              scheduleRetry(
                  connection, job, problem, uncertainEffect.settleTime(), Integer.MAX_VALUE);
          // reading costs no writes, and the far end may appear at any moment
          case CircuitExecutor.NotWorkingYet(var problem) ->
              scheduleRetry(connection, job, problem, Duration.ZERO, MAX_PAUSE_GROWTH);
        };
    store.connections().save(connection);
    return followUp;
  }

  /** A result that is older than an audit interval is read again. */
  private boolean isStale(JobResult jobResult) {
    return jobResult.at().plus(properties.auditInterval()).isBefore(store.now());
  }

  private FollowUp completeSetUp(
      SegmentConnection connection, CircuitJob job, CircuitExecutor.Applied applied) {
    store.items().confirmWanted(connection.id, applied.incarnations());
    if (!isStillWanted(connection, job)) {
      return FollowUp.IMMEDIATELY;
    }
    if (connection.hasBeenUp) {
      store.drifts().markRepaired(connection.id, store.now());
    }
    if (job.version() != connection.version) {
      var until = Objects.requireNonNull(connection.fallbackUntil);
      connection.markFallbackActive(until);
      store.changeDataPlane(connection, DataPlaneState.ACTIVE, reason(connection));
      return FollowUp.at(until);
    }
    connection.markUp();
    store.changeDataPlane(connection, DataPlaneState.ACTIVE, "");
    store.releaseCapacity(connection, true);
    return FollowUp.NONE;
  }

  private FollowUp completeTakeDown(SegmentConnection connection) {
    if (connection.isUncertain(store.now())) { // an earlier command may still create items
      return FollowUp.at(Objects.requireNonNull(connection.uncertainUntil));
    }
    store.items().replace(connection.id, List.of());
    store.drifts().endRepairs(connection.id, store.now());
    connection.markClean();
    connection.updateImpairment(null);
    restAtIdle(connection);
    return connection.shouldBeUp(store.now()) ? FollowUp.IMMEDIATELY : FollowUp.NONE;
  }

  private void restAtIdle(SegmentConnection connection) {
    store.changeDataPlane(connection, connection.idleDataPlane(), reason(connection));
    store.releaseCapacity(connection, true);
  }

  /**
   * True if the previous version can be restored: it stays booked until this one is up, or until
   * its own end, and its circuit is better than none.
   */
  private boolean canFallBack(SegmentConnection connection, CircuitJob job) {
    return isStillWanted(connection, job)
        && job.version() == connection.version
        && 0 < connection.lastActiveVersion
        && connection.lastActiveVersion < connection.version
        && planner.scheduleOf(connection.id, connection.lastActiveVersion).contains(store.now());
  }

  /**
   * Restores the previous version after a denied modification. Each further attempt interrupts it.
   */
  private FollowUp fallBack(SegmentConnection connection, String reason) {
    var end = planner.scheduleOf(connection.id, connection.lastActiveVersion).endTime();
    var nextAttempt =
        store.now().plus(SegmentProperties.changeRetryDelay(connection.failedAttempts + 1));
    var until = nextAttempt.isBefore(end) ? nextAttempt : end;
    connection.fallBackUntil(until);
    recordFailure(connection, connection.fallbackProblem(reason, until));
    return FollowUp.IMMEDIATELY;
  }

  /**
   * Schedules another attempt.
   *
   * @param maxGrowth the number of attempts after which the pause stops growing
   */
  private FollowUp scheduleRetry(
      SegmentConnection connection,
      CircuitJob job,
      String reason,
      Duration settleTime,
      int maxGrowth) {
    var problem = settleTime.isZero() ? reason : reason + waitMessage(store.now().plus(settleTime));
    recordFailure(connection, problem);
    if (settleTime.isZero() && isStillWanted(connection, job) != job.isSetUp()) {
      return FollowUp.IMMEDIATELY;
    }
    var pause = properties.retryDelay(Math.min(connection.failedAttempts, maxGrowth));
    return FollowUp.at(store.now().plus(pause.compareTo(settleTime) > 0 ? pause : settleTime));
  }

  private void recordFailure(SegmentConnection connection, String problem) {
    var previousProblem = connection.problem;
    connection.recordFailure(problem);
    if (!Objects.equals(previousProblem, connection.problem)) {
      store
          .outbox()
          .enqueue(connection, new Notification.Alarm(connection.id, store.now(), problem));
    }
  }

  private static String waitMessage(Instant until) {
    return "; waiting until %s: the command may still be carried out"
        .formatted(until.truncatedTo(ChronoUnit.SECONDS));
  }

  private boolean isStillWanted(SegmentConnection connection, CircuitJob job) {
    return connection.shouldBeUp(store.now())
        && connection.targetVersion(store.now()) == job.version();
  }
}

package org.touchpaper.harc.acceptor;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.acceptor.eventloop.AcceptorEventLoop;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.OperatorOverride;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.acceptor.HardState;

/**
 * Applies an operator's override and verifies its effect. Until the event loop handles it, the
 * acceptors may have decided, or a vote may have arrived that forbids it. If the disk hangs, it is
 * unknown whether the override is in the journal.
 */
final class OperatorOverrideService {
  private static final Logger LOG = LoggerFactory.getLogger(OperatorOverrideService.class);

  private final AcceptorEventLoop eventLoop;
  private final String name;
  private final Duration timeout;

  OperatorOverrideService(AcceptorEventLoop eventLoop, String name, Duration timeout) {
    this.eventLoop = eventLoop;
    this.name = name;
    this.timeout = timeout;
  }

  /**
   * The result of an override.
   *
   * @param status the HTTP status: 200 if this override is in the journal
   * @param detail why it is not, or may not be
   */
  record Result(int status, String detail) {}

  /**
   * Forces a decision. It first logs the operator, the reason and the known state.
   *
   * @param early true to abort before {@code voteBy}
   */
  Result force(TransactionId id, Decision decision, String operator, String reason, boolean early) {
    var hardState = eventLoop.transactions().hardState(id);
    if (hardState == null && eventLoop.transactions().tombstone(id) == null) {
      return unknownTransaction(id);
    }
    var override = new OperatorOverride(operator, reason, eventLoop.now());
    LOG.warn(
        "transaction={} acceptor={} forcing {}: {}; hard state: {}",
        id,
        name,
        decision,
        override,
        hardState);
    var forcedEvent = new AcceptorEvent.DecisionForced(id, decision, override, early);
    var objection = objection(hardState, forcedEvent);
    var result = submitAndWait(id, forcedEvent, "forced");
    if (result == null) {
      result = verifyForced(forcedEvent, objection);
    }
    return logged(id, result);
  }

  /** Stops sending the decision to a resource manager; logged in the same way. */
  Result forget(TransactionId id, String resourceManager, String operator, String reason) {
    var hardState = eventLoop.transactions().hardState(id);
    if (hardState == null) {
      return eventLoop.transactions().tombstone(id) == null
          ? unknownTransaction(id)
          : new Result(200, "the transaction is already completed");
    }
    var override = new OperatorOverride(operator, reason, eventLoop.now());
    LOG.warn(
        "transaction={} acceptor={} forgetting {}: {}; hard state: {}",
        id,
        name,
        resourceManager,
        override,
        hardState);
    var objection = hardState.objectionToForgetting(resourceManager);
    var result =
        submitAndWait(
            id,
            new AcceptorEvent.ResourceManagerForgotten(id, resourceManager, override),
            "forgotten");
    if (result == null) {
      result = verifyForgotten(id, resourceManager, objection);
    }
    return logged(id, result);
  }

  private Result logged(TransactionId id, Result result) {
    LOG.warn(
        "transaction={} acceptor={} override result: {} {}",
        id,
        name,
        result.status(),
        result.detail());
    return result;
  }

  private Result unknownTransaction(TransactionId id) {
    return new Result(404, name + " does not know transaction " + id);
  }

  private @Nullable String objection(
      @Nullable HardState hardState, AcceptorEvent.DecisionForced forcedEvent) {
    return hardState == null
        ? null
        : hardState.objectionToForcing(
            forcedEvent.decision(),
            forcedEvent.override().at(),
            eventLoop.timeouts(),
            forcedEvent.early());
  }

  /**
   * Submits the event; null once it was handled and its effects are durable.
   *
   * @param attempted the action, for the message if its result is unknown
   */
  private @Nullable Result submitAndWait(TransactionId id, AcceptorEvent event, String attempted) {
    try {
      eventLoop.submit(id, event).get(timeout.toNanos(), TimeUnit.NANOSECONDS);
      return null;
    } catch (TimeoutException _) {
      var problem = eventLoop.problem();
      return uncertain(attempted, problem == null ? name + " has not handled it yet" : problem);
    } catch (ExecutionException e) {
      return uncertain(attempted, String.valueOf(e.getCause()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return uncertain(attempted, "interrupted");
    }
  }

  private static Result uncertain(String attempted, String reason) {
    return new Result(
        503, "it is unknown whether it was %s, try again: %s".formatted(attempted, reason));
  }

  private Result verifyForced(
      AcceptorEvent.DecisionForced forcedEvent, @Nullable String objection) {
    var decisionRecord = decisionRecord(forcedEvent.id());
    if (decisionRecord == null) {
      var currentObjection =
          objection == null
              ? objection(eventLoop.transactions().hardState(forcedEvent.id()), forcedEvent)
              : objection;
      return new Result(
          409, currentObjection == null ? "it was not forced, try again" : currentObjection);
    }
    return decisionRecord.decision() == forcedEvent.decision()
            && forcedEvent.override().equals(decisionRecord.override())
        ? new Result(200, "forced")
        : new Result(409, "the transaction is already decided: " + decisionRecord);
  }

  private Result verifyForgotten(
      TransactionId id, String resourceManager, @Nullable String objection) {
    var decisionRecord = decisionRecord(id);
    if (decisionRecord != null
        && (decisionRecord.forgottenResourceManagers().containsKey(resourceManager)
            || eventLoop.transactions().hardState(id) == null)) {
      return new Result(200, "forgotten");
    }
    return new Result(409, objection == null ? "it was not forgotten, try again" : objection);
  }

  private @Nullable DecisionRecord decisionRecord(TransactionId id) {
    var hardState = eventLoop.transactions().hardState(id);
    if (hardState != null) {
      return hardState.decisionRecord();
    }
    var tombstone = eventLoop.transactions().tombstone(id);
    return tombstone == null ? null : tombstone.decisionRecord();
  }
}

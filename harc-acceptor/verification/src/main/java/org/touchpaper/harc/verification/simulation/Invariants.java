package org.touchpaper.harc.verification.simulation;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.acceptor.HardState;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import org.touchpaper.harc.verification.InvariantViolationException;
import org.touchpaper.harc.verification.Mutant;
import org.touchpaper.harc.verification.TraceLineFormatter;

/** The invariants, checked after every event (TCConsistent of TCommit.tla; Paxos promises). */
final class Invariants {
  /** A process that has known the transaction for less time may still be busy. */
  private static final Duration SETTLE_TIME = Duration.ofSeconds(15);

  private final SingleTransactionSimulation simulation;
  private final Map<String, HardState> hardStates = new HashMap<>();
  private final Map<TransactionRecord, Agreement> agreements = new HashMap<>();
  private final Set<String> prepareSenders = new HashSet<>();
  private final Set<String> notStartedReporters = new HashSet<>();

  /** The acceptors at which clients have begun. */
  private final Set<String> begunAcceptors = new HashSet<>();

  private final Map<String, Decision> learntDecisions = new HashMap<>();

  /** Resource managers that an operator had forgotten; they need not know the decision. */
  private final Set<String> forgottenResourceManagers = new HashSet<>();

  private boolean isForced;
  private boolean isForceRequested;
  private boolean isClientInformed;

  /**
   * What is known of one record.
   *
   * @param votes by resource manager
   * @param decisions the known decisions, at most one, and the process that had each first
   * @param conflictingAcceptors the acceptors bound to another record
   */
  private record Agreement(
      Map<String, Vote> votes, Map<Decision, String> decisions, Set<String> conflictingAcceptors) {
    Agreement() {
      this(new HashMap<>(), new EnumMap<>(Decision.class), new HashSet<>());
    }
  }

  Invariants(SingleTransactionSimulation simulation) {
    this.simulation = simulation;
  }

  boolean isClientInformed() {
    return isClientInformed;
  }

  /**
   * True if an operator has forced a decision; a process with the opposite one may never learn it.
   */
  boolean isForced() {
    return isForced;
  }

  @Nullable Decision decision() {
    return decision(simulation.request.record());
  }

  private @Nullable Decision decision(TransactionRecord record) {
    return agreementOn(record).decisions().keySet().stream().findFirst().orElse(null);
  }

  private Agreement agreementOn(TransactionRecord record) {
    return agreements.computeIfAbsent(record, _ -> new Agreement());
  }

  void onPersisted(String acceptor, HardState hardState) {
    var previous = simulation.mutant() == Mutant.NONE ? hardStates.put(acceptor, hardState) : null;
    if (previous != null) {
      requireNothingLost(acceptor, previous, hardState);
    }
    var decisionRecord = hardState.decisionRecord();
    if (decisionRecord != null && decisionRecord.override() == null) {
      requireSingleDecision(hardState.record(), decisionRecord.decision(), acceptor);
    } else if (decisionRecord != null) {
      isForced = true;
      // A forced commit, too, requires that all resource managers are prepared.
      if (decisionRecord.decision() == Decision.COMMIT) {
        requireAllPrepared(hardState.record(), "forced commit at " + acceptor);
      }
    }
    if (decisionRecord != null && hardState.allAcknowledged()) {
      requireAllAcknowledged(hardState.record(), decisionRecord, acceptor);
    }
  }

  private static void requireNothingLost(String acceptor, HardState previous, HardState next) {
    if (!next.record().equals(previous.record())) {
      throw new InvariantViolationException(acceptor + " changed the record of the id");
    }
    if (next.promised().isBelow(previous.promised())) {
      throw new InvariantViolationException(acceptor + " lowered its promise");
    }
    if (!next.accepted().keySet().containsAll(previous.accepted().keySet())) {
      throw new InvariantViolationException(acceptor + " lost a vote");
    }
    if (previous.leader() != null && !previous.leader().equals(next.leader())) {
      throw new InvariantViolationException(acceptor + " changed its leader");
    }
  }

  /** A tombstone requires that every resource manager has made this decision durable. */
  private void requireAllAcknowledged(
      TransactionRecord record, DecisionRecord decisionRecord, String acceptor) {
    for (var name : record.resourceManagers()) {
      var resourceManager = simulation.resourceManager(name);
      var state = resourceManager.durable();
      if (!forgottenResourceManagers.contains(resourceManager.name())
          && !isBoundElsewhere(state, record, decisionRecord)
          && (state == null || state.decision() != decisionRecord.decision())) {
        throw new InvariantViolationException(
            "%s ends %s, but %s has %s"
                .formatted(
                    acceptor,
                    decisionRecord,
                    resourceManager.name(),
                    TraceLineFormatter.describe(state)));
      }
    }
  }

  /**
   * True if the resource manager is bound to another record: it holds nothing of this one, so an
   * abort needs no work.
   */
  private static boolean isBoundElsewhere(
      @Nullable ResourceManagerState state,
      TransactionRecord record,
      DecisionRecord decisionRecord) {
    return state != null
        && !state.record().equals(record)
        && decisionRecord.decision() == Decision.ABORT;
  }

  /**
   * Called when an acceptor reports that it is bound to another record; F+1 of them never vote on
   * this one.
   */
  void onRecordConflict(TransactionRecord record, String acceptor) {
    agreementOn(record).conflictingAcceptors().add(acceptor);
    requireNotRefused(record);
  }

  private void requireNotRefused(TransactionRecord record) {
    if (isRefusedByMajority(record) && decision(record) == Decision.COMMIT) {
      throw new InvariantViolationException(
          "commit of a record refused by " + agreementOn(record).conflictingAcceptors());
    }
  }

  /** True if F+1 acceptors have reported another record; the client then stops asking. */
  private boolean isRefusedByMajority(TransactionRecord record) {
    return agreementOn(record).conflictingAcceptors().size() >= record.majority();
  }

  void onResourceManagerForgotten(String resourceManager) {
    forgottenResourceManagers.add(resourceManager);
  }

  /** Called when an acceptor was restored from a copy; no other process may be affected. */
  void onRestoredFromCopy(String acceptor) {
    hardStates.remove(acceptor);
  }

  void onPersisted(String resourceManager, ResourceManagerState state) {
    var vote = state.vote();
    if (vote != null) {
      var previous = agreementOn(state.record()).votes().putIfAbsent(resourceManager, vote);
      if (previous != null && previous.choice() != vote.choice()) {
        throw new InvariantViolationException(resourceManager + " voted twice");
      }
    }
    var decision = state.decision();
    if (decision != null) {
      onDecisionLearnt(state.record(), decision, resourceManager);
      if (decision == Decision.COMMIT && (vote == null || !vote.isPrepared())) {
        throw new InvariantViolationException(resourceManager + " commits with the vote " + vote);
      }
    }
  }

  void onSent(String acceptor, Message message) {
    if (message instanceof Message.OtherRecord(var record, _)) {
      onRecordConflict(record, acceptor);
    }
    if (message instanceof Message.Prepare
        && message.record().equals(simulation.request.record())) {
      prepareSenders.add(acceptor);
      if (notStartedReporters.contains(acceptor)) {
        throw new InvariantViolationException(
            acceptor + " sent Prepare after it reported not started");
      }
      if (isNotStartedBelievable()) {
        throw new InvariantViolationException(
            acceptor + " sent Prepare after the only client received not started");
      }
    }
  }

  void onBegin(String acceptor) {
    begunAcceptors.add(acceptor);
  }

  /** Called when an acceptor with this state reports not started. */
  void onNotStarted(String acceptor, @Nullable HardState hardState) {
    notStartedReporters.add(acceptor);
    if (prepareSenders.contains(acceptor)) {
      throw new InvariantViolationException(
          acceptor + " reported not started after it sent Prepare");
    }
    if (hardState != null && !hardState.accepted().isEmpty()) {
      throw new InvariantViolationException(
          acceptor + " reported not started although it knows votes");
    }
    if (isNotStartedBelievable() && !prepareSenders.isEmpty()) {
      throw new InvariantViolationException(
          "the only client received not started, but Prepare came from " + prepareSenders);
    }
  }

  /** True if the only client has begun at one acceptor only and received not started from it. */
  private boolean isNotStartedBelievable() {
    return begunAcceptors.size() == 1 && notStartedReporters.equals(begunAcceptors);
  }

  void onClientInformed(TransactionRecord record, Decision decision) {
    isClientInformed |= record.equals(simulation.request.record());
    onDecisionLearnt(record, decision, "client");
  }

  /**
   * Called when a process learns a decision. A forced one may contradict the chosen one, but no
   * process may follow both.
   */
  private void onDecisionLearnt(TransactionRecord record, Decision decision, String process) {
    if (!isForced) {
      requireSingleDecision(record, decision, process);
    } else if (!process.equals("client")
        && decision != learntDecisions.merge(process, decision, (a, _) -> a)) {
      throw new InvariantViolationException(process + " followed two decisions");
    }
  }

  /** Called before a decision is forced. */
  void onForceRequested() {
    isForceRequested = true;
  }

  /**
   * Called when a machine reports an inconsistency. Only a forced decision may cause one, possibly
   * one that an acceptor knows but has not written yet.
   */
  void onMachineError(IllegalStateException error, @Nullable DecisionRecord decisionRecord) {
    if (!isForced
        && !(isForceRequested && decisionRecord != null && decisionRecord.override() != null)) {
      throw new InvariantViolationException("machine error: " + error.getMessage(), error);
    }
    simulation.traceEvent(() -> "error: " + error.getMessage());
  }

  void onCarriedOut(String resourceManager, Decision decision, boolean isHolding) {
    if (decision == Decision.COMMIT && !isHolding) {
      throw new InvariantViolationException(resourceManager + " commits without a hold");
    }
  }

  private void requireSingleDecision(TransactionRecord record, Decision decision, String process) {
    var decisions = agreementOn(record).decisions();
    decisions.putIfAbsent(decision, process);
    if (decisions.size() > 1) {
      throw new InvariantViolationException("two decisions: " + decisions);
    }
    if (decision == Decision.COMMIT) {
      requireAllPrepared(record, "commit at " + process);
      requireNotRefused(record);
      if (isNotStartedBelievable() && record.equals(simulation.request.record())) {
        throw new InvariantViolationException(
            "commit at " + process + " after the only client received not started");
      }
    }
  }

  private void requireAllPrepared(TransactionRecord record, String subject) {
    for (var voter : record.resourceManagers()) {
      var vote = agreementOn(record).votes().get(voter);
      if (vote == null || !vote.isPrepared()) {
        throw new InvariantViolationException(subject + ", but " + voter + " voted " + vote);
      }
    }
  }

  /**
   * While a majority is up and messages are delivered, every running acceptor must have learnt the
   * decision.
   */
  void checkDecided() {
    var settledBefore = simulation.now.minus(SETTLE_TIME);
    for (var acceptor : simulation.acceptors()) {
      var hardState = acceptor.durable();
      if (hardState != null
          && hardState.decisionRecord() == null
          && !isUndecidable(hardState.record())
          && !acceptor.isLost()
          && acceptor.hasKnownSince(settledBefore)) {
        throw InvariantViolationException.liveness(
            acceptor.name() + " has not learnt the decision: " + hardState);
      }
    }
  }

  /** True if F+1 acceptors are bound to another record: this one is decided only by force. */
  private boolean isUndecidable(TransactionRecord record) {
    var boundElsewhere =
        simulation.acceptors().stream()
            .map(SimulatedAcceptor::durable)
            .filter(hardState -> hardState != null && !hardState.record().equals(record))
            .count();
    return boundElsewhere >= record.majority();
  }

  /**
   * Every process that knows the transaction has learnt and carried out the decision.
   *
   * @param clientAsked true if a client asked until it knew the outcome
   */
  void checkEnd(boolean clientAsked) {
    checkDecided();
    if (clientAsked && !isClientInformed && !isRefusedByMajority(simulation.request.record())) {
      throw InvariantViolationException.liveness("the client never learnt the decision");
    }
    for (var resourceManager : simulation.resourceManagers()) {
      if (!resourceManager.isLost()) {
        checkEnd(resourceManager);
      }
    }
  }

  /** Long after the decision: no acceptor still announces it. */
  void checkAnnounced() {
    for (var acceptor : simulation.acceptors()) {
      var hardState = acceptor.durable();
      if (hardState != null
          && !hardState.allAcknowledged()
          && !acceptor.isLost()
          && !isUndecidable(hardState.record())) {
        throw InvariantViolationException.liveness(
            acceptor.name() + " never stops announcing: " + hardState);
      }
    }
  }

  private void checkEnd(SimulatedResourceManager resourceManager) {
    var state = resourceManager.durable();
    if (state == null) {
      if (simulation.records().stream()
          .anyMatch(record -> hasMissedCommit(resourceManager, record))) {
        throw InvariantViolationException.liveness(resourceManager.name() + " missed a commit");
      }
      return;
    }
    if (state.decision() == null || !state.carriedOut()) {
      throw InvariantViolationException.liveness(
          resourceManager.name() + " has not carried out the decision: " + state);
    }
    var decision = decision(state.record());
    if (resourceManager.isHolding() != (decision == Decision.COMMIT)) {
      throw InvariantViolationException.liveness(
          resourceManager.name()
              + ": holding="
              + resourceManager.isHolding()
              + " after "
              + decision);
    }
  }

  private boolean hasMissedCommit(
      SimulatedResourceManager resourceManager, TransactionRecord record) {
    return record.resourceManagers().contains(resourceManager.name())
        && decision(record) == Decision.COMMIT;
  }
}

package org.touchpaper.harc.protocol.acceptor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.Message.ForAcceptor;
import org.touchpaper.harc.protocol.OutcomeReport;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect.Answer;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect.Persist;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect.PersistLater;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect.Send;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect.SetTimer;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Announcing;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.CollectingPromises;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Enlisting;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Following;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Learning;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Preparing;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Proposing;

/**
 * One step of an {@link AcceptorMachine}: it dispatches one event to the roles and collects their
 * effects, so that every state change is persisted before the next message.
 */
final class StepContext {
  /** The length of a long wait, in first pauses. */
  private static final int LONG_WAIT_FACTOR = 32;

  private final AcceptorMachine.Identity identity;
  private final Instant now;
  private final List<AcceptorEffect> effects = new ArrayList<>();
  private @Nullable HardState hardState;
  private boolean needsFlush;
  private AcceptorPhase phase;
  private @Nullable Instant wakeAt;
  private Duration pause;
  private @Nullable Instant firstContactAfterVoteBy;
  private boolean needsDeferredWrite;

  private final AcceptorRole acceptorRole = new AcceptorRole(this);
  private final ClientRequests clientRequests = new ClientRequests(this);
  private final Registrar registrar = new Registrar(this);
  private final BallotZeroLeader ballotZeroLeader = new BallotZeroLeader(this);
  private final Learner learner = new Learner(this);
  private final RecoveryLeader recoveryLeader = new RecoveryLeader(this);
  private final DecisionAnnouncer announcer = new DecisionAnnouncer(this);

  StepContext(AcceptorMachine machine, Instant now) {
    this.identity = machine.identity();
    this.now = now;
    this.hardState = machine.hardState();
    this.phase = machine.phase();
    this.wakeAt = machine.wakeAt();
    this.pause = machine.pause();
    this.firstContactAfterVoteBy = machine.firstContactAfterVoteBy();
  }

  AcceptorMachine.Step handle(AcceptorEvent event) {
    if (firstContactAfterVoteBy != null && now.plus(longWait()).isBefore(firstContactAfterVoteBy)) {
      // The clock was set back far: it may be right now, or still wrong.
      recordFirstContact();
    }
    switch (event) {
      case AcceptorEvent.MessageReceived(var message, var from) ->
          acceptorRole.receive(message, from);
      case AcceptorEvent.BeginRequested(var request, var reachableAcceptors) ->
          clientRequests.begin(request, reachableAcceptors);
      case AcceptorEvent.OutcomeQueried(var id, var record) ->
          clientRequests.answerQuery(id, record);
      case AcceptorEvent.DecisionForced forced -> announcer.forceDecision(forced);
      case AcceptorEvent.ResourceManagerForgotten(var id, var resourceManager, var override) ->
          announcer.forgetResourceManager(id, resourceManager, override);
      case AcceptorEvent.DecisionAcknowledged(var resourceManager) ->
          announcer.onAcknowledged(resourceManager);
      case AcceptorEvent.TimePassed() -> onTimePassed();
      case AcceptorEvent.Restarted() -> onRestarted();
    }
    emitPendingWrite();
    if (needsDeferredWrite && hardState != null) {
      effects.add(new PersistLater(hardState));
    }
    return new AcceptorMachine.Step(
        new AcceptorMachine(identity, hardState, phase, wakeAt, pause, firstContactAfterVoteBy),
        effects);
  }

  private void onTimePassed() {
    if (wakeAt == null) {
      return;
    }
    if (now.isBefore(wakeAt)) {
      // The clock was set back: schedule the wake-up again, or it would be lost.
      scheduleWake(wakeAt);
      return;
    }
    wakeAt = null;
    switch (phase) {
      case Following _ -> resumeFollowing();
      case Enlisting enlisting -> registrar.advance(enlisting);
      case Preparing preparing -> ballotZeroLeader.advance(preparing);
      case Learning learning -> learner.advance(learning);
      case CollectingPromises collecting -> recoveryLeader.resend(collecting);
      case Proposing proposing -> recoveryLeader.resend(proposing);
      case Announcing announcing -> announcer.announceAgain(announcing);
    }
  }

  private void resumeFollowing() {
    if (hardState == null || isOver(hardState)) {
      return;
    }
    if (hardState.decisionRecord() != null) {
      announcer.announce();
    } else if (isVotingOpen()) {
      scheduleWake(recoverAt());
    } else {
      recoveryLeader.begin();
    }
  }

  private void onRestarted() {
    if (hardState == null || isOver(hardState)) {
      return;
    }
    if (hardState.decisionRecord() == null) {
      scheduleWakeNoLaterThan(isVotingOpen() ? recoverAt() : now.plus(staggerDelay()));
    } else {
      announcer.announce();
    }
  }

  private static boolean isOver(HardState hardState) {
    return hardState.decisionRecord() != null && hardState.allAcknowledged();
  }

  // The roles, which call each other

  AcceptorRole acceptorRole() {
    return acceptorRole;
  }

  Registrar registrar() {
    return registrar;
  }

  BallotZeroLeader ballotZeroLeader() {
    return ballotZeroLeader;
  }

  Learner learner() {
    return learner;
  }

  RecoveryLeader recoveryLeader() {
    return recoveryLeader;
  }

  DecisionAnnouncer announcer() {
    return announcer;
  }

  // State

  AcceptorMachine.Identity identity() {
    return identity;
  }

  String name() {
    return identity.name();
  }

  @Nullable HardState hardState() {
    return hardState;
  }

  /** The state of a transaction that is known here. */
  HardState requireHardState() {
    if (hardState == null) {
      throw new IllegalStateException(identity.name() + " has no state of the transaction");
    }
    return hardState;
  }

  TransactionRecord record() {
    return requireHardState().record();
  }

  AcceptorPhase phase() {
    return phase;
  }

  // Time

  Instant now() {
    return now;
  }

  ProtocolTimeouts timeouts() {
    return identity.timeouts();
  }

  /** When to repeat an unanswered message; later each time. */
  Instant nextRetryAt() {
    pause = timeouts().retry().nextAfter(pause);
    return now.plus(timeouts().retry().withJitter(pause, record().id(), name(), pause));
  }

  /** When to announce the decision again; much later each time. */
  Instant nextAnnouncementAt() {
    pause = timeouts().announceBackoff().nextAfter(pause);
    return now.plus(timeouts().announceBackoff().withJitter(pause, record().id(), name(), pause));
  }

  /** True if repetitions have been unanswered for a long time. */
  boolean hasWaitedLong() {
    return pause.compareTo(longWait()) >= 0;
  }

  boolean isBeforeVoteBy() {
    return now.isBefore(record().voteBy());
  }

  /** True until this acceptor may start recovery. */
  boolean isVotingOpen() {
    return now.isBefore(votingEndsAt());
  }

  /**
   * {@code voteBy}, unless the first message of a peer arrives after it: then this acceptor's clock
   * may be ahead, and immediate recovery would abort every transaction. Voting then stays open for
   * a long wait. It ends early when another leader leads a higher ballot, because then nothing is
   * left to protect, and when the clock is set back to before {@code voteBy}. If the clock is set
   * back by more than a long wait but not that far, the long wait starts again. If it is set back
   * by less, it may still be wrong, and the wait is extended by that amount.
   */
  private Instant votingEndsAt() {
    var isLed = Ballot.ZERO.isBelow(requireHardState().promised());
    return firstContactAfterVoteBy == null || isLed
        ? record().voteBy()
        : firstContactAfterVoteBy.plus(longWait());
  }

  /** Records the first message of a peer, or that the clock was set back far since. */
  void recordFirstContact() {
    firstContactAfterVoteBy = isBeforeVoteBy() ? null : now;
  }

  /** When the leader of ballot 0 stops waiting for votes. */
  Instant giveUpAt() {
    return record().voteBy().plus(timeouts().voteGrace());
  }

  /** When this acceptor starts recovery on its own; staggered by acceptor. */
  Instant recoverAt() {
    return votingEndsAt().plus(timeouts().voteGrace()).plus(staggerDelay());
  }

  /**
   * When this acceptor announces a decision itself because another leader's announcement takes too
   * long.
   */
  Instant takeOverAt() {
    return now.plus(longWait()).plus(staggerDelay());
  }

  private Duration longWait() {
    return timeouts().retry().first().multipliedBy(LONG_WAIT_FACTOR);
  }

  Duration staggerDelay() {
    return timeouts().stagger().multipliedBy(record().positionOf(identity.name()) + 1L);
  }

  static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  // Effects

  void writeNow(HardState next) {
    needsFlush |= !next.equals(hardState);
    hardState = next;
  }

  /**
   * Records state that others can supply again, such as a chosen decision: messages need not wait
   * for it.
   */
  void writeLater(HardState next) {
    emitPendingWrite();
    needsDeferredWrite |= !next.equals(hardState);
    hardState = next;
  }

  /**
   * Lets the next message go out before the pending write: it claims nothing that depends on it.
   */
  void deferWrite() {
    needsDeferredWrite |= needsFlush;
    needsFlush = false;
  }

  private void emitPendingWrite() {
    if (needsFlush && hardState != null) {
      effects.add(new Persist(hardState));
      needsFlush = false;
      needsDeferredWrite = false;
    }
  }

  void enterPhase(AcceptorPhase next) {
    if (next.getClass() != phase.getClass()) {
      pause = Duration.ZERO;
    }
    phase = next;
  }

  /** Waits for the next message. */
  void becomeIdle() {
    enterPhase(new Following(Ballot.ZERO));
    wakeAt = null;
  }

  void send(String to, Message message) {
    if (to.equals(identity.name()) && message instanceof ForAcceptor ownMessage) {
      acceptorRole.receive(ownMessage, to);
      return;
    }
    emitPendingWrite();
    effects.add(new Send(to, message));
  }

  void send(Send reply) {
    send(reply.to(), reply.message());
  }

  /** Sends to this acceptor first: what it requests of others it has promised durably itself. */
  void sendToAll(ForAcceptor message) {
    acceptorRole.receive(message, identity.name());
    sendToOthers(message, Set.of());
  }

  void sendToOthers(ForAcceptor message, Set<String> except) {
    for (var acceptor : record().acceptors()) {
      if (!acceptor.equals(identity.name()) && !except.contains(acceptor)) {
        send(acceptor, message);
      }
    }
  }

  void answer(TransactionId id, OutcomeReport report) {
    emitPendingWrite();
    effects.add(new Answer(id, report));
  }

  void scheduleWake(Instant at) {
    wakeAt = at;
    effects.add(new SetTimer(record().id(), at));
  }

  /** As {@link #scheduleWake}, unless an earlier wake-up is scheduled. */
  void scheduleWakeNoLaterThan(Instant at) {
    scheduleWake(wakeAt == null ? at : earlier(wakeAt, at));
  }
}

package org.touchpaper.harc.protocol.acceptor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Backoff;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionRecord;

/**
 * One step of an acceptor so far, immutable: the state it has reached and the effects it has
 * produced. Every rule is a function from it, and a message, to it. A state change is persisted
 * before the next message.
 *
 * @param now the time of the event
 * @param write how urgently {@code machine}'s hard state must be written
 * @param effects the effects so far; null if there are none
 */
record AcceptorStepBuilder(
    AcceptorMachine machine, Instant now, Write write, @Nullable Effects effects) {

  /** How urgently a state must be written. */
  enum Write {
    NOT_NEEDED,
    /** No message need wait for it. */
    LATER,
    BEFORE_NEXT_MESSAGE
  }

  /** The effects in reverse, so that a step adds one without a copy. */
  record Effects(@Nullable Effects earlier, AcceptorEffect last) {
    private static List<AcceptorEffect> inOrder(@Nullable Effects effects) {
      var list = new ArrayList<AcceptorEffect>();
      for (var rest = effects; rest != null; rest = rest.earlier) {
        list.add(rest.last);
      }
      return list.reversed();
    }
  }

  static AcceptorStepBuilder from(AcceptorMachine machine, Instant now) {
    return new AcceptorStepBuilder(machine, now, Write.NOT_NEEDED, null);
  }

  AcceptorMachine.Step finish() {
    var written = writePending();
    var finished =
        written.write == Write.LATER
            ? written.emit(new AcceptorEffect.PersistLater(hardState()))
            : written;
    return new AcceptorMachine.Step(machine, Effects.inOrder(finished.effects));
  }

  // State

  String name() {
    return machine.identity().name();
  }

  ProtocolTimeouts timeouts() {
    return machine.identity().timeouts();
  }

  AcceptorPhase phase() {
    return machine.phase();
  }

  /** The state of a transaction that is known here. */
  HardState hardState() {
    return machine.requireHardState();
  }

  TransactionRecord record() {
    return hardState().record();
  }

  boolean isKnown() {
    return machine.hardState() != null;
  }

  boolean isBoundTo(TransactionRecord record) {
    return isKnown() && record().equals(record);
  }

  boolean isDecided() {
    return hardState().decisionRecord() != null;
  }

  boolean isBeforeVoteBy() {
    return now.isBefore(record().voteBy());
  }

  /** True until this acceptor may start recovery. */
  boolean isVotingOpen() {
    return now.isBefore(machine.votingEndsAt());
  }

  /** True if repetitions have been unanswered for a long time. */
  boolean hasWaitedLong() {
    return machine.pause().compareTo(machine.longWait()) >= 0;
  }

  private AcceptorStepBuilder with(AcceptorMachine next) {
    return new AcceptorStepBuilder(next, now, write, effects);
  }

  AcceptorStepBuilder enter(AcceptorPhase phase) {
    return with(machine.withPhase(phase));
  }

  /** Waits for the next message. */
  AcceptorStepBuilder becomeIdle() {
    return with(machine.withPhase(new AcceptorPhase.Following(Ballot.ZERO)).withWakeAt(null));
  }

  /** Records the first message of a peer, or that the clock was set back far since. */
  AcceptorStepBuilder recordFirstContact() {
    return with(machine.withFirstContactAfterVoteBy(isBeforeVoteBy() ? null : now));
  }

  // Writes

  /** Writes a state before the next message. */
  AcceptorStepBuilder writeNow(HardState next) {
    var urgency = next.equals(machine.hardState()) ? write : Write.BEFORE_NEXT_MESSAGE;
    return new AcceptorStepBuilder(machine.withHardState(next), now, urgency, effects);
  }

  /**
   * Writes a state that others can supply again, such as a chosen decision: messages need not wait
   * for it.
   */
  AcceptorStepBuilder writeLater(HardState next) {
    var written = writePending();
    var urgency = next.equals(machine.hardState()) ? written.write : Write.LATER;
    return new AcceptorStepBuilder(machine.withHardState(next), now, urgency, written.effects);
  }

  /**
   * Lets the next message go out before the pending write: it claims nothing that depends on it.
   */
  AcceptorStepBuilder deferWrite() {
    return write == Write.BEFORE_NEXT_MESSAGE
        ? new AcceptorStepBuilder(machine, now, Write.LATER, effects)
        : this;
  }

  private AcceptorStepBuilder writePending() {
    return write == Write.BEFORE_NEXT_MESSAGE
        ? new AcceptorStepBuilder(machine, now, Write.NOT_NEEDED, effects)
            .emit(new AcceptorEffect.Persist(hardState()))
        : this;
  }

  // Messages

  private AcceptorStepBuilder emit(AcceptorEffect effect) {
    return new AcceptorStepBuilder(machine, now, write, new Effects(effects, effect));
  }

  /** Sends a message; one to this acceptor itself is handled at once. */
  AcceptorStepBuilder send(String to, Message message) {
    return to.equals(name()) && message instanceof Message.ForAcceptor ownMessage
        ? PaxosCommitDispatcher.receive(this, ownMessage, to)
        : writePending().emit(new AcceptorEffect.Send(to, message));
  }

  AcceptorStepBuilder send(Collection<AcceptorEffect.Send> replies) {
    var step = this;
    for (var reply : replies) {
      step = step.send(reply.to(), reply.message());
    }
    return step;
  }

  AcceptorStepBuilder sendToResourceManagers(
      Predicate<String> isReceiver, Function<String, Message> messageFor) {
    var step = this;
    for (var resourceManager : record().resourceManagers()) {
      if (isReceiver.test(resourceManager)) {
        step = step.send(resourceManager, messageFor.apply(resourceManager));
      }
    }
    return step;
  }

  /** Sends to this acceptor first: what it requests of others it has promised durably itself. */
  AcceptorStepBuilder sendToAllAcceptors(Message.ForAcceptor message) {
    return PaxosCommitDispatcher.receive(this, message, name()).sendToOtherAcceptors(message);
  }

  AcceptorStepBuilder sendToOtherAcceptors(Message.ForAcceptor message) {
    return sendToOtherAcceptors(message, Set.of());
  }

  AcceptorStepBuilder sendToOtherAcceptors(Message.ForAcceptor message, Set<String> except) {
    var step = this;
    for (var acceptor : record().acceptors()) {
      if (!acceptor.equals(name()) && !except.contains(acceptor)) {
        step = step.send(acceptor, message);
      }
    }
    return step;
  }

  AcceptorStepBuilder answer(TransactionId id, TransactionOutcomeResponse report) {
    return writePending().emit(new AcceptorEffect.Answer(id, report));
  }

  // Time

  AcceptorStepBuilder wakeAt(Instant at) {
    return with(machine.withWakeAt(at)).emit(new AcceptorEffect.SetTimer(record().id(), at));
  }

  AcceptorStepBuilder withoutWake() {
    return with(machine.withWakeAt(null));
  }

  AcceptorStepBuilder wakeToRecover() {
    return wakeAt(machine.recoverAt());
  }

  /** As {@link #wakeAt}, unless an earlier wake-up is scheduled. */
  AcceptorStepBuilder wakeNoLaterThan(Instant at) {
    return wakeAt(earlier(at, machine.wakeAt()));
  }

  /** Wakes up to repeat an unanswered message, later each time, but not after the limit. */
  AcceptorStepBuilder wakeToRetry(@Nullable Instant limit) {
    return wakeAfterPause(timeouts().retry(), limit);
  }

  /** Wakes up to announce the decision again, much later each time. */
  AcceptorStepBuilder wakeToAnnounce() {
    return wakeAfterPause(timeouts().announceBackoff(), null);
  }

  private AcceptorStepBuilder wakeAfterPause(Backoff backoff, @Nullable Instant limit) {
    var pause = backoff.nextAfter(machine.pause());
    var at = now.plus(backoff.withJitter(pause, record().id(), name(), pause));
    return with(machine.withPause(pause)).wakeAt(earlier(at, limit));
  }

  static Instant earlier(Instant a, @Nullable Instant b) {
    return b == null || a.isBefore(b) ? a : b;
  }
}

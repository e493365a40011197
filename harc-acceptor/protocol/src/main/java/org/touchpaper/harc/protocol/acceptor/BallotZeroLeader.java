package org.touchpaper.harc.protocol.acceptor;

import static org.touchpaper.harc.protocol.acceptor.AcceptorStepBuilder.earlier;

import java.time.Instant;
import java.util.Set;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message.Enlist;
import org.touchpaper.harc.protocol.Message.Enlisted;
import org.touchpaper.harc.protocol.Message.Prepare;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Enlisting;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Following;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Preparing;

/**
 * The leader of ballot 0, which sends Prepare (Gray and Lamport, section 4.2). The resource
 * managers need no phase 1 for their own votes; the leader learns from phase 2b what was chosen.
 *
 * <p>Gray and Lamport's registrar (section 4.3) fixes the participants; here the client has fixed
 * them. What remains is to make sure that F+1 acceptors are reachable before Prepare is sent, since
 * otherwise the transaction could not end. Acceptors from which a message arrived a moment ago
 * count as reachable; the others receive Enlist.
 */
final class BallotZeroLeader {
  private BallotZeroLeader() {}

  /** Leads: sends Prepare, or Enlist first. */
  static AcceptorStepBuilder enlist(
      AcceptorStepBuilder step, TransactionRequest request, Set<String> reachableAcceptors) {
    var leading = step.writeNow(step.hardState().withLeader(step.name())).deferWrite();
    var enlisting = Enlisting.since(step.now(), request, step.name(), reachableAcceptors);
    return enlisting.hasMajority()
        ? prepare(leading, request)
        : wakeToEnlist(
            leading.enter(enlisting).sendToOtherAcceptors(new Enlist(step.record(), step.name())),
            enlisting);
  }

  /** The answer contains no promise, so it need not wait for the flush. */
  static AcceptorStepBuilder replyEnlisted(AcceptorStepBuilder step, Enlist enlist) {
    return step.deferWrite()
        .send(enlist.leader(), new Enlisted(enlist.record(), step.name(), enlist.leader(), true));
  }

  static AcceptorStepBuilder addEnlisted(AcceptorStepBuilder step, Enlisted enlisted) {
    if (!(step.phase() instanceof Enlisting enlisting && enlisted.sameRecord())) {
      return step;
    }
    var extended = enlisting.with(enlisted.acceptor());
    return extended.hasMajority() ? prepare(step, extended.request()) : step.enter(extended);
  }

  static AcceptorStepBuilder enlistAgain(AcceptorStepBuilder step, Enlisting enlisting) {
    if (!step.hardState().accepted().isEmpty()) {
      // Another acceptor leads or finishes the transaction. After voteBy learning would start
      // recovery at once, although votes may be in transit.
      return step.isVotingOpen() ? Learner.learn(step) : follow(step);
    }
    if (step.now().isBefore(giveUpAt(step, enlisting))) {
      return wakeToEnlist(
          step.sendToOtherAcceptors(new Enlist(step.record(), step.name()), enlisting.enlisted()),
          enlisting);
    }
    // This acceptor has sent no Prepare and never will; an unreachable one may have led too.
    return follow(step)
        .answer(step.record().id(), TransactionOutcomeResponse.of(Outcome.NOT_STARTED));
  }

  private static AcceptorStepBuilder wakeToEnlist(AcceptorStepBuilder step, Enlisting enlisting) {
    return step.wakeToRetry(giveUpAt(step, enlisting));
  }

  /**
   * At {@code voteBy} at the latest: an Enlist after it would only make its receivers suspect a
   * wrong clock.
   */
  private static Instant giveUpAt(AcceptorStepBuilder step, Enlisting enlisting) {
    return earlier(enlisting.since().plus(step.timeouts().enlistTimeout()), step.record().voteBy());
  }

  private static AcceptorStepBuilder follow(AcceptorStepBuilder step) {
    return step.enter(new Following(Ballot.ZERO)).wakeToRecover();
  }

  private static AcceptorStepBuilder prepare(AcceptorStepBuilder step, TransactionRequest request) {
    var preparing = new Preparing(request, AcceptedVoteTally.EMPTY, null);
    return sendPrepare(step.enter(preparing), preparing).wakeToRetry(step.machine().giveUpAt());
  }

  private static AcceptorStepBuilder sendPrepare(AcceptorStepBuilder step, Preparing preparing) {
    var request = preparing.request();
    return step.sendToResourceManagers(
        voter -> !preparing.tally().chosen().containsKey(voter),
        voter ->
            new Prepare(step.record(), request.caller(), request.actionsFor(voter), step.name()));
  }

  static AcceptorStepBuilder prepareAgain(AcceptorStepBuilder step, Preparing preparing) {
    var abortAt = preparing.abortAt();
    var giveUpAt = step.machine().giveUpAt();
    if (abortAt != null && !step.now().isBefore(abortAt)) {
      return DecisionAnnouncer.decide(step, preparing.tally().chosen());
    }
    if (!step.now().isBefore(giveUpAt)) {
      return RecoveryLeader.phase1a(step);
    }
    var prepared = sendPrepare(step, preparing);
    // Another leader may have decided it, and its message to this acceptor was lost.
    var enlisted =
        step.isBeforeVoteBy()
            ? prepared.sendToOtherAcceptors(new Enlist(step.record(), step.name()))
            : prepared;
    return enlisted.wakeToRetry(earlier(giveUpAt, abortAt));
  }
}

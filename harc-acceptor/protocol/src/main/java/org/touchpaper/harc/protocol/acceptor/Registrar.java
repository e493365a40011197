package org.touchpaper.harc.protocol.acceptor;

import static org.touchpaper.harc.protocol.acceptor.StepContext.earlier;

import java.time.Instant;
import java.util.Set;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message.Enlist;
import org.touchpaper.harc.protocol.Message.Enlisted;
import org.touchpaper.harc.protocol.OutcomeReport;
import org.touchpaper.harc.protocol.OutcomeReport.Outcome;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Enlisting;
import org.touchpaper.harc.protocol.acceptor.AcceptorPhase.Following;

/**
 * The leader before ballot 0, in place of Gray and Lamport's registrar (section 4.3). Their
 * registrar fixes the participants; here the client has fixed them. What remains is to make sure
 * that F+1 acceptors are reachable before Prepare is sent, since otherwise the transaction could
 * not end. Acceptors from which a message arrived a moment ago count as reachable; the others
 * receive Enlist.
 */
final class Registrar {
  private final StepContext context;

  Registrar(StepContext context) {
    this.context = context;
  }

  void begin(TransactionRequest request, Set<String> reachableAcceptors) {
    context.writeNow(context.requireHardState().withLeader(context.name()));
    context.deferWrite();
    prepareIfMajority(Enlisting.since(context.now(), request, context.name(), reachableAcceptors));
    if (context.phase() instanceof Enlisting enlisting) {
      context.sendToOthers(new Enlist(context.record(), context.name()), Set.of());
      scheduleRetry(enlisting);
    }
  }

  private void prepareIfMajority(Enlisting enlisting) {
    context.enterPhase(enlisting);
    if (enlisting.hasMajority()) {
      context.ballotZeroLeader().prepare(enlisting.request());
    }
  }

  private void scheduleRetry(Enlisting enlisting) {
    context.scheduleWake(earlier(context.nextRetryAt(), giveUpAt(enlisting)));
  }

  void onEnlisted(Enlisted reply) {
    if (context.phase() instanceof Enlisting enlisting && reply.sameRecord()) {
      prepareIfMajority(enlisting.with(reply.acceptor()));
    }
  }

  void advance(Enlisting enlisting) {
    if (hasAcceptedVotes()) {
      learnOrFollow();
    } else if (context.now().isBefore(giveUpAt(enlisting))) {
      context.sendToOthers(new Enlist(context.record(), context.name()), enlisting.enlisted());
      scheduleRetry(enlisting);
    } else {
      // This acceptor has sent no Prepare and never will; an unreachable one may have led too.
      follow();
      context.answer(context.record().id(), OutcomeReport.of(Outcome.NOT_STARTED));
    }
  }

  /** True if another acceptor leads or finishes the transaction. */
  private boolean hasAcceptedVotes() {
    return !context.requireHardState().accepted().isEmpty();
  }

  /**
   * At {@code voteBy} at the latest: an Enlist after it would only make its receivers suspect a
   * wrong clock.
   */
  private Instant giveUpAt(Enlisting enlisting) {
    return earlier(
        enlisting.since().plus(context.timeouts().enlistTimeout()), context.record().voteBy());
  }

  /**
   * After {@code voteBy} learning would start recovery at once, although votes may be in transit.
   */
  private void learnOrFollow() {
    if (context.isVotingOpen()) {
      context.learner().startLearning();
    } else {
      follow();
    }
  }

  private void follow() {
    context.enterPhase(new Following(Ballot.ZERO));
    context.scheduleWake(context.recoverAt());
  }
}

package org.touchpaper.harc.protocol.acceptor;

import org.touchpaper.harc.protocol.Message.Learn;
import org.touchpaper.harc.protocol.Message.Outbid;
import org.touchpaper.harc.protocol.Message.Phase1a;
import org.touchpaper.harc.protocol.Message.Phase1b;
import org.touchpaper.harc.protocol.Message.Phase2a;
import org.touchpaper.harc.protocol.Message.Phase2b;

/**
 * Gray and Lamport's acceptor (section 4.2): it promises and accepts, with one promise for all
 * instances.
 */
final class PaxosAcceptorRules {
  private PaxosAcceptorRules() {}

  /** Promises the ballot and reports the votes accepted before it. */
  static AcceptorStepBuilder phase1b(AcceptorStepBuilder step, Phase1a phase1a) {
    var hardState = step.hardState();
    var ballot = phase1a.ballot();
    if (ballot.isBelow(hardState.promised())) {
      return outbid(step, phase1a.leader());
    }
    return RecoveryLeader.letLead(
            step.writeNow(hardState.withPromise(ballot)), phase1a.leader(), ballot)
        .send(
            phase1a.leader(),
            new Phase1b(phase1a.record(), ballot, step.name(), hardState.accepted()));
  }

  /** Accepts the votes: at ballot 0 one of a resource manager, above it those of a leader. */
  static AcceptorStepBuilder phase2b(AcceptorStepBuilder step, Phase2a phase2a) {
    var hardState = step.hardState();
    if (phase2a.ballot().isBelow(hardState.promised())) {
      return outbid(step, phase2a.leader());
    }
    var accepted = hardState.withAcceptedVotes(phase2a.ballot(), phase2a.votes());
    return sendPhase2b(step.writeNow(accepted), phase2a.leader());
  }

  static AcceptorStepBuilder repeatPhase2b(AcceptorStepBuilder step, Learn learn) {
    return sendPhase2b(step, learn.leader());
  }

  private static AcceptorStepBuilder sendPhase2b(AcceptorStepBuilder step, String leader) {
    return step.send(leader, new Phase2b(step.record(), step.name(), step.hardState().accepted()));
  }

  private static AcceptorStepBuilder outbid(AcceptorStepBuilder step, String leader) {
    return step.send(leader, new Outbid(step.record(), step.hardState().promised(), step.name()));
  }
}

/**
 * The voting part of a resource manager: the shell around the resource manager's state machine of
 * Paxos Commit ({@link org.touchpaper.harc.protocol.resourcemanager.ResourceManagerMachine}). First
 * the hold is durable in the local scheduler, then the vote is durable and write-once, then it is
 * sent to every acceptor, repeatedly until the decision is known. Start at {@link
 * org.touchpaper.harc.rm.voting.Voter}; {@link org.touchpaper.harc.rm.voting.VoteRepository} stores
 * its state, and {@link org.touchpaper.harc.rm.voting.AcceptorClients} reaches the acceptors.
 * Depends on {@link org.touchpaper.harc.rm.scheduler} and the protocol, on no transport and no kind
 * of scheduler.
 */
@NullMarked
package org.touchpaper.harc.rm.voting;

import org.jspecify.annotations.NullMarked;

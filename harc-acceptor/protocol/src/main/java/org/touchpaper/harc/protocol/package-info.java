/**
 * Paxos Commit (Gray and Lamport, "Consensus on transaction commit", TODS 31(1), 2006) as pure
 * state machines. Nothing here reads a clock, opens a socket or writes a file: a machine takes an
 * event and returns its next state and the effects to perform, in order. This package has the
 * messages and values.
 *
 * <p>Start at {@link org.touchpaper.harc.protocol.acceptor.AcceptorMachine}, then {@link
 * org.touchpaper.harc.protocol.resourcemanager.ResourceManagerMachine}, the voter; {@code journal}
 * has what an acceptor makes durable, and in which order.
 *
 * <p><b>The life of a transaction.</b>
 *
 * <ol>
 *   <li><i>Enlist.</i> The acceptor at which a client begins leads once it knows that F+1
 *       acceptors, including itself, are reachable: those from which a message arrived a moment
 *       ago, or those that answer Enlist. Without them it stops at the timeout. If it knows of
 *       votes, it then learns from the other leader, or after {@code voteBy} waits until it may
 *       start recovery. Otherwise it reports <i>not started</i>: it has sent no Prepare and never
 *       will; a client that has also begun elsewhere may not take this for the outcome. If it need
 *       not send Enlist, nothing waits for the disk. A crash may then lose that it led, so a
 *       restarted acceptor must not report <i>not started</i> of a transaction that it may have led
 *       before. Several acceptors may lead ballot 0, for example when a client gets no answer and
 *       begins elsewhere: they send the same, a resource manager votes once, and repeats its vote
 *       to each.
 *   <li><i>Ballot 0.</i> Every resource manager receives Prepare, makes its holds, makes its vote
 *       durable and sends phase 2a of ballot 0 directly to the acceptors: at once to the leader and
 *       the F after it, a moment later to the others, in case one of these hangs. The acceptors
 *       make the vote durable and send phase 2b to the leader.
 *   <li><i>Decide.</i> A vote is chosen when F+1 acceptors accepted it in one ballot. If all chosen
 *       votes are prepared, the decision is commit; it is sent before it is durable, because it
 *       follows from what F+1 acceptors have made durable. If one chosen vote is aborted, the
 *       decision is abort, after a short grace for the other votes, so that one answer names every
 *       refusal.
 *   <li><i>Join.</i> An acceptor that receives a query about a transaction led elsewhere collects
 *       phase 2b too (Learn). It finds a decision without disturbing the leader, so a leader that
 *       crashes after all votes arrived causes no delay.
 *   <li><i>Recovery.</i> After {@code voteBy} the first acceptor that is queried, or whose timer
 *       fires, finishes an undecided transaction: phase 1 for all instances with a ballot of its
 *       own, then phase 2a with the highest-ballot vote of each instance, aborted where none of F+1
 *       acceptors had one.
 *   <li><i>Forget.</i> The leader sends the decision to the resource managers until each has made
 *       it durable, then sends Acknowledged to the acceptors. If it crashes first, the acceptors
 *       that adopted the decision continue. Then only a {@link
 *       org.touchpaper.harc.protocol.acceptor.Tombstone} is kept: it answers every query and
 *       prevents late messages from starting the transaction again. When a tombstone is dropped,
 *       the acceptor never again starts an unknown record with a {@code voteBy} as old. So an
 *       acceptor either remembers a decision or refuses to take part in another.
 * </ol>
 *
 * <p><b>Forced decisions.</b> If F+1 acceptors are permanently lost, nothing is ever chosen and
 * prepared resource managers wait forever. An operator may then force a decision at a remaining
 * acceptor ({@link org.touchpaper.harc.protocol.acceptor.AcceptorEvent.DecisionForced}) after
 * {@link org.touchpaper.harc.protocol.ProtocolTimeouts#finishDeadline}, or an abort earlier on
 * explicit request; never against a decision known there, and <i>commit</i> only if every vote is
 * known there to be prepared. A forced decision carries the operator's name and reason and never
 * passes for a chosen one. It is unsafe by nature. What still holds: no process changes its
 * decision; no resource manager receives commit unless it voted <i>prepared</i>; and an acceptor
 * that receives both decisions, or a forced commit although it knows of an aborted vote, reports an
 * error and keeps its state.
 *
 * <p>A resource manager that no longer exists never acknowledges, and the decision would be
 * announced forever. An operator may have it forgotten ({@link
 * org.touchpaper.harc.protocol.acceptor.AcceptorEvent.ResourceManagerForgotten}); the decision is
 * still answered should it return.
 *
 * <p><b>One id, two records.</b> A client whose database was restored from an old copy may begin
 * another record under a used id. An acceptor is bound to the first record it receives and ignores
 * the other, except that it replies OTHER_RECORD to its voters ({@link
 * org.touchpaper.harc.protocol.acceptor.RecordConflictResponder}). F+1 acceptors bound to another
 * record never accept a vote on this one, so the resource manager concludes abort ({@link
 * org.touchpaper.harc.protocol.resourcemanager.RecordConflictQuorum}). An acceptor bound to it does
 * not, because a query by id alone would then return two outcomes.
 *
 * <p>Depends on the JDK and JSpecify only.
 */
@NullMarked
package org.touchpaper.harc.protocol;

import org.jspecify.annotations.NullMarked;

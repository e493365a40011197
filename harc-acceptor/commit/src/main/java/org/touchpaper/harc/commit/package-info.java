/**
 * Paxos Commit, pure (Gray and Lamport, "Consensus on transaction commit", TODS 31(1), 2006): who
 * says what to whom, and what must be durable before it is said. Nothing here reads a clock, opens
 * a socket or writes a file; a machine takes a message and gives back a {@link
 * org.touchpaper.harc.commit.Member.Step}: the next state and the effects to perform, in order.
 *
 * <p>Start at {@link org.touchpaper.harc.commit.Member}, one acceptor's part in one transaction: a
 * durable {@link org.touchpaper.harc.commit.Memory} that follows the acceptor's rules, and a
 * volatile {@link org.touchpaper.harc.commit.Role} that may lead. Its parts, one on a screen each:
 * {@link org.touchpaper.harc.commit.Acceptance}, {@link org.touchpaper.harc.commit.Registrar},
 * {@link org.touchpaper.harc.commit.BallotZero}, {@link org.touchpaper.harc.commit.Learner}, {@link
 * org.touchpaper.harc.commit.Recovery}, {@link org.touchpaper.harc.commit.Announcer}. Then {@link
 * org.touchpaper.harc.commit.ResourceManager}, the voter.
 *
 * <p>What a process around them does in which order is decided here too: {@link
 * org.touchpaper.harc.commit.Round} and {@link org.touchpaper.harc.commit.VoteBatcher}; and how a
 * memory is written down: {@link org.touchpaper.harc.commit.MemoryCodec}.
 *
 * <p><b>The life of a transaction.</b>
 *
 * <ol>
 *   <li><i>Enlist.</i> The acceptor a client begins with leads, once it knows that F+1 acceptors
 *       are there, itself among them: those that it heard a moment ago, or else those that answer
 *       when it asks them. With fewer it gives up for good when its time is over. If it knows of
 *       votes it joins the others, or after {@code voteBy} waits until it may finish it; else it
 *       says <i>not started</i>: it has sent nothing to any resource manager, and never will;
 *       whoever has begun elsewhere too may not take that for an end. Where it need not ask,
 *       nothing waits for the disk: a crash may have it forget that it led, so whoever was started
 *       again must not say <i>not started</i> of what it may have begun before. Several may lead
 *       ballot 0, as when a client that hears nothing begins elsewhere: they send the same, a
 *       resource manager votes once, and it tells its vote to whoever asks.
 *   <li><i>Ballot 0.</i> Prepare goes to every resource manager. Each holds, makes its vote durable
 *       and write-once, and sends phase 2a of ballot 0 straight to the acceptors: to the leader and
 *       the F after it at once, to the others a moment later, in case one of these hangs. They make
 *       it durable and tell the leader in phase 2b.
 *   <li><i>Decide.</i> A vote is chosen when F+1 acceptors accepted it in one ballot. All chosen
 *       votes prepared: commit; the decision is said before it is written down, since what F+1
 *       acceptors have made durable says it too. One chosen vote aborted: abort, after a short
 *       grace in which the other votes may arrive, so that one answer names every refusal.
 *   <li><i>Joining.</i> An acceptor that is asked about a transaction someone else leads collects
 *       phase 2b as well (Learn): it sees a decision that has been taken without disturbing anyone,
 *       and so a leader that dies after all votes are in costs no waiting.
 *   <li><i>Recovery.</i> After {@code voteBy} an undecided transaction is finished by whoever is
 *       asked, or notices, first: phase 1 over all instances with a ballot of its own, then phase
 *       2a with the highest-ballot vote of each instance, aborted where none of F+1 had one.
 *   <li><i>Forget.</i> Whoever decided tells the resource managers until each has made the decision
 *       durable, then tells the acceptors which (Acknowledged); if it dies before, those who
 *       adopted the decision take over. Only then is the transaction over, and all that is left of
 *       it is a {@link org.touchpaper.harc.commit.Tombstone}: it answers every question rightly,
 *       and keeps whatever comes late from being decided anew. A tombstone is dropped when nobody
 *       can ask in earnest any longer, and whoever drops one never again takes up an unknown record
 *       whose {@code voteBy} is as old. So an acceptor either remembers a decision or refuses to
 *       have a part in another.
 * </ol>
 *
 * <p><b>Forced decisions.</b> Where F+1 acceptors are lost for good, nothing is ever chosen, and
 * prepared resource managers wait for ever. A person may then decide at an acceptor that is left
 * ({@link org.touchpaper.harc.commit.Event.Overruled}), once the acceptors have had time to finish
 * it themselves ({@link org.touchpaper.harc.commit.Timing#finishedBy}), never against a decision
 * that is known there, and <i>commit</i> only where every vote is known there to be prepared. Such
 * a verdict is not a chosen one and never passes for one, however often it is told: it carries who
 * and why. It is unsafe by nature; what is kept is that nobody changes its mind, that no resource
 * manager is told to commit what it did not vote <i>prepared</i> on, and that whoever hears both
 * decisions, or a forced commit where it knows of a vote that is aborted, shouts and forgets
 * nothing.
 *
 * <p>An abort may be forced before that time, by whoever says so. And a decision that a resource
 * manager never acknowledges, because it is gone for good, would be announced for ever: a person
 * may have it forgotten ({@link org.touchpaper.harc.commit.Event.Forgotten}). The verdict says who
 * and why; what it decided is answered as before, should the resource manager come back and ask.
 *
 * <p><b>One id, two records.</b> A client whose memory was put back from an old copy may begin
 * another record under an id that was used. An acceptor is bound to the first it hears of, and
 * keeps silent about the other, but to who has voted on that ({@link
 * org.touchpaper.harc.commit.Stranger}). F+1 that are bound to another never accept a vote on it,
 * so a resource manager that hears so from them takes it for aborted ({@link
 * org.touchpaper.harc.commit.Refusals}). An acceptor that is bound to it does not: whoever asks by
 * the id alone would hear of two ends.
 *
 * <p>Depends on the JDK and JSpecify alone.
 */
@NullMarked
package org.touchpaper.harc.commit;

import org.jspecify.annotations.NullMarked;

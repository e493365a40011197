/**
 * How a resource manager keeps its word: the shell around the voter of Paxos Commit ({@link
 * org.touchpaper.harc.commit.ResourceManager}). First the hold is durable in the local scheduler,
 * then the vote is durable and write-once, then it is sent to every acceptor, again and again until
 * the decision is known. Start at {@link org.touchpaper.harc.rm.vote.Voter}; {@link
 * org.touchpaper.harc.rm.vote.Ledgers} is its memory, {@link org.touchpaper.harc.rm.vote.Acceptors}
 * whom it talks to.
 */
@NullMarked
package org.touchpaper.harc.rm.vote;

import org.jspecify.annotations.NullMarked;

/**
 * What an acceptor makes durable and in which order: {@link
 * org.touchpaper.harc.protocol.journal.GroupCommitEffectScheduler} and {@link
 * org.touchpaper.harc.protocol.journal.TransactionVoteBatcher} share flushes, {@link
 * org.touchpaper.harc.protocol.journal.HardStateCodec} is the binary form, and {@link
 * org.touchpaper.harc.protocol.journal.IncarnationHistory} detects a restored journal. Pure; the
 * acceptor's process performs the I/O. Depends on {@code protocol.acceptor}.
 */
@NullMarked
package org.touchpaper.harc.protocol.journal;

import org.jspecify.annotations.NullMarked;

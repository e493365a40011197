/**
 * One acceptor: a process around the pure core of {@link org.touchpaper.harc.commit}.
 *
 * <p>Start at {@link org.touchpaper.harc.acceptor.AcceptorProcess}, the main class; {@link
 * org.touchpaper.harc.acceptor.Acceptor} is the whole acceptor, to be embedded in tests. Inside,
 * {@link org.touchpaper.harc.acceptor.AcceptorLoop} is the one thread that steps the machines: it
 * takes all that has come in, writes what must be durable to the {@link
 * org.touchpaper.harc.acceptor.Journal} with one flush for all, and only then lets the {@link
 * org.touchpaper.harc.acceptor.Outbox} speak: over the {@link org.touchpaper.harc.acceptor.Voices},
 * which are streams ({@code org.touchpaper.harc.stream} says why), or over HTTP to those who have
 * none. {@link org.touchpaper.harc.acceptor.HarcServlet} is what clients see, and peers without a
 * stream.
 *
 * <p>What is over is moved to the {@link org.touchpaper.harc.acceptor.Graveyard}, in memory at once
 * and in the file when that is written anew. A tombstone stays for 800 days after its end and its
 * {@code voteBy}: a BAR books at most 366 days ahead, so it outlives every booking by more than a
 * year, at some 200 bytes each. References, paths and reasons stay for 90 days, until when a client
 * that was away can still fetch them.
 */
@NullMarked
package org.touchpaper.harc.acceptor;

import org.jspecify.annotations.NullMarked;

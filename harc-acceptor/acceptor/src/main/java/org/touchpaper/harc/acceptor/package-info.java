/**
 * One acceptor: a process around the pure core of {@link org.touchpaper.harc.commit}.
 *
 * <p>Start at {@link org.touchpaper.harc.acceptor.AcceptorProcess}, the main class; {@link
 * org.touchpaper.harc.acceptor.Acceptor} is the whole acceptor, to be embedded in tests. Inside,
 * {@link org.touchpaper.harc.acceptor.AcceptorLoop} steps the machines, on one thread: it takes all
 * that has come in, writes what must be durable to the {@link org.touchpaper.harc.acceptor.Journal}
 * with one flush for all ({@link org.touchpaper.harc.commit.Round} says in which order), and only
 * then lets the {@link org.touchpaper.harc.acceptor.Outbox} speak: over the {@link
 * org.touchpaper.harc.acceptor.StreamTransport}, which are streams ({@code
 * org.touchpaper.harc.stream} says why), or over HTTP to those who have none. {@link
 * org.touchpaper.harc.acceptor.HarcServlet} is what clients see, and peers without a stream.
 *
 * <p><b>Why a journal of our own.</b> RocksDB 10.4, its log synced with each batch, took 0.25 to
 * 0.28 ms for one memory of 600 bytes and 0.30 to 0.49 ms for sixteen; a file that is long already
 * took 0.12 to 0.16 and 0.15 to 0.18 ms (medians of 1,500 in a row, three times in turn, November
 * 2026). Every vote waits for that. Finding a transaction by its id and forgetting old ones, which
 * it would do beside, are a map in memory and one file written anew; it would bring 28 MB of native
 * code.
 *
 * <p><b>Written anew, not stopped.</b> When the {@link org.touchpaper.harc.acceptor.Journal} is
 * long, a {@link org.touchpaper.harc.acceptor.Compaction} of its {@link
 * org.touchpaper.harc.acceptor.Snapshot} is written beside it by a thread of its own, then what was
 * appended meanwhile; the loop adds the last few kilobytes, and from there on appends to it. Until
 * its rename is durable the old file counts.
 *
 * <p>What is over is moved to the {@link org.touchpaper.harc.acceptor.Tombstones}, in memory at
 * once and in the file when that is written anew. A tombstone stays for 800 days after its end and
 * its {@code voteBy}: a BAR books at most 366 days ahead, so it outlives every booking by more than
 * a year. A bare one of three resource managers takes some 240 bytes in the file, and 220 in memory
 * ({@link org.touchpaper.harc.acceptor.TombstoneCodec}), where all of them are: a million, or 1,250
 * a day, take 220 MB. References, paths and reasons stay for 90 days, until when a client that was
 * away can still fetch them.
 */
@NullMarked
package org.touchpaper.harc.acceptor;

import org.jspecify.annotations.NullMarked;

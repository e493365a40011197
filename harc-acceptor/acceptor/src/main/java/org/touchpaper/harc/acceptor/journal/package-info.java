/**
 * The acceptor's journal: an append-only file that is flushed before anything is sent, compacted
 * while in use, and read at start. Start at {@link org.touchpaper.harc.acceptor.journal.Journal};
 * its content is a {@link org.touchpaper.harc.acceptor.journal.JournalState}. Depends on
 * harc-protocol and the transport's {@code JournalIdentity}.
 *
 * <p><b>Why not RocksDB.</b> RocksDB 10.4, its log synced with each batch, took 0.25 to 0.28 ms for
 * one hard state of 600 bytes and 0.30 to 0.49 ms for sixteen; a preallocated file took 0.12 to
 * 0.16 and 0.15 to 0.18 ms (medians of 1,500 in a row, three times in turn, November 2026). Every
 * vote waits for that. RocksDB would also find transactions by id and drop old ones, for which a
 * map in memory and a compacted file suffice, and add 28 MB of native code.
 *
 * <p><b>Compaction.</b> A {@link org.touchpaper.harc.acceptor.journal.JournalCompaction} writes a
 * {@link org.touchpaper.harc.acceptor.journal.JournalSnapshot} beside the journal on its own
 * thread, then the frames appended meanwhile. The event loop adds the last few kilobytes and
 * appends to the new file from there. The old file is valid until the rename is durable.
 *
 * <p><b>Tombstones.</b> A completed transaction becomes one of the {@link
 * org.touchpaper.harc.acceptor.journal.Tombstones}, in memory at once and in the file at the next
 * compaction. A tombstone is kept for 800 days after its completion and its {@code voteBy}. A BAR
 * books at most 366 days ahead, so it outlives every booking by more than a year. A tombstone of
 * three resource managers without notes takes some 240 bytes in the file and 220 in memory, where
 * all are kept ({@link org.touchpaper.harc.acceptor.journal.InMemoryTombstoneCodec}): a million, or
 * 1,250 a day, take 220 MB. Notes with references, paths and reasons are kept for 90 days, for
 * clients that were unavailable.
 */
@NullMarked
package org.touchpaper.harc.acceptor.journal;

import org.jspecify.annotations.NullMarked;

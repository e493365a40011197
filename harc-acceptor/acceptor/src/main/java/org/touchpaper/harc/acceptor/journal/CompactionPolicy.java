package org.touchpaper.harc.acceptor.journal;

import java.util.concurrent.Executor;

/**
 * When and how a journal is compacted.
 *
 * @param minBytes the file size below which it is not compacted
 * @param reservedBytes disk space in bytes that compaction leaves free for votes
 * @param retention how long tombstones are kept
 * @param executor runs the compaction
 */
public record CompactionPolicy(
    long minBytes, long reservedBytes, Tombstones.Retention retention, Executor executor) {
  public static final CompactionPolicy DEFAULT =
      new CompactionPolicy(
          16L << 20,
          16L << 20,
          Tombstones.Retention.DEFAULT,
          task -> Thread.ofPlatform().name("journal-compaction").daemon().start(task));
}

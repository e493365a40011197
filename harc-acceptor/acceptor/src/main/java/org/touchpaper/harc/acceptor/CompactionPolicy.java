package org.touchpaper.harc.acceptor;

import java.util.concurrent.Executor;

/**
 * When a journal is written anew, by whom, and what of it.
 *
 * @param small below so many bytes it is not worth it
 * @param spare so many bytes of the disk are left for votes
 * @param retention how long what is over is remembered
 * @param writer runs the writing
 */
record CompactionPolicy(long small, long spare, Tombstones.Retention retention, Executor writer) {
  static final CompactionPolicy DEFAULT =
      new CompactionPolicy(
          16L << 20,
          16L << 20,
          Tombstones.Retention.DEFAULT,
          writing -> Thread.ofPlatform().name("journal-anew").daemon().start(writing));
}

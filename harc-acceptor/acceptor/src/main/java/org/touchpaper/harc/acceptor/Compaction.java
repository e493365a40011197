package org.touchpaper.harc.acceptor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.TransactionId;

/**
 * A journal's compaction: the file that is to take its place, written beside it on a thread of its
 * own while the journal goes on: first the {@link Snapshot} of all it says, then, frame by frame,
 * what it has said since. Flushed after every part, so that the journal's own flushes never wait
 * for much of it. Until {@link Journal} gives it the journal's name it counts for nothing: one that
 * fails or is left behind by a crash is thrown away.
 */
final class Compaction {
  private static final Logger LOG = LoggerFactory.getLogger(Compaction.class);

  /** So much may be left to be added when it takes the journal's place. */
  private static final long LITTLE = 64 << 10;

  private static final int PATIENCE_SECONDS = 5;

  private final Path file;
  private final Snapshot snapshot;
  private final LogFile journal;
  private final long spare;
  private final Failpoints failpoints;
  private final Collection<TransactionId> about;
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Up to here the journal's own frames are in it, by the snapshot or one by one. */
  private long copied;

  private @Nullable LogFile logFile;
  private volatile boolean isWhole;
  private volatile boolean isCalledOff;

  /**
   * Nothing is written yet.
   *
   * @param journal what it is to take the place of
   * @param snapshot what that says at this moment
   * @param spare how many bytes of the disk it leaves for votes
   */
  Compaction(Path file, LogFile journal, Snapshot snapshot, long spare, Failpoints failpoints) {
    this.file = file;
    this.journal = journal;
    this.copied = journal.end();
    this.snapshot = snapshot;
    this.spare = spare;
    this.failpoints = failpoints;
    this.about = snapshot.ids();
  }

  /** Writes it; where that fails, says so, and leaves nothing behind. */
  void write() {
    try {
      logFile = journal.blank(file);
      failpoints.pass(Failpoints.Kind.WRITING, about, Journal.ANEW);
      snapshot.tell(this::add);
      catchUp(logFile);
      logFile.makeRoom();
      logFile.flush();
      failpoints.pass(Failpoints.Kind.FLUSHED, about, Journal.ANEW);
      isWhole = true;
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} is not written, the journal grows on: {}", file, e.toString());
    } finally {
      if (!isWhole) {
        discard();
      }
      ended.countDown();
    }
  }

  private void add(byte[] payload) throws IOException {
    mayGoOn();
    var written = logFile();
    written.add(Frames.frame(payload));
    failpoints.pass(Failpoints.Kind.WRITTEN, about, Journal.ANEW);
    written.flush();
    failpoints.pass(Failpoints.Kind.FLUSHED, about, Journal.ANEW);
  }

  /** Whatever the journal said meanwhile, until little is left. */
  private void catchUp(LogFile written) throws IOException {
    for (var end = journal.end(); end - copied > LITTLE; end = journal.end()) {
      mayGoOn();
      var next = Math.min(end, copied + LogFile.AHEAD);
      written.addFrom(journal, copied, next);
      written.flush();
      copied = next;
    }
  }

  private void mayGoOn() throws IOException {
    if (isCalledOff) {
      throw new IOException("called off");
    }
    var left = Files.getFileStore(file).getUsableSpace();
    if (left < spare) {
      throw new IOException(
          "of the %d bytes left on the disk, %d are for votes: make room".formatted(left, spare));
    }
  }

  /** True when nothing is written any more, be it whole or not. */
  boolean hasEnded() {
    return ended.getCount() == 0;
  }

  /** True if all the journal said, but for its last words, is in it and durable. */
  boolean isWhole() {
    return isWhole;
  }

  /** How many entries it has more than the journal: whoever reads it counts the snapshot's. */
  int entries() {
    return snapshot.entries();
  }

  /**
   * Adds the journal's last words and makes them durable.
   *
   * @return what is to be appended to from now on
   */
  LogFile finish() throws IOException {
    var written = logFile();
    written.addFrom(journal, copied, journal.end());
    failpoints.pass(Failpoints.Kind.WRITTEN, about, Journal.ANEW);
    written.flush();
    failpoints.pass(Failpoints.Kind.FLUSHED, about, Journal.ANEW);
    return written;
  }

  private LogFile logFile() {
    if (logFile == null) {
      throw new IllegalStateException(file + " is not begun");
    }
    return logFile;
  }

  /** Gives it up, once whoever writes it has seen that; a disk that hangs is not waited for. */
  void callOff() {
    isCalledOff = true;
    try {
      if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("{} is still being written", file);
      } else if (isWhole) {
        discard();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Its room is the journal's again. */
  void discard() {
    if (logFile != null) {
      logFile.abandon();
      logFile = null;
    }
    Disk.delete(file);
  }
}

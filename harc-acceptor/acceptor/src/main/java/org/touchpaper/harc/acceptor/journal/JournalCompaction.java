package org.touchpaper.harc.acceptor.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.protocol.TransactionId;

/**
 * Compacts a journal on its own thread while the journal is in use. It writes a new file beside the
 * journal: first a {@link JournalSnapshot}, then the frames appended since. It flushes after every
 * part, so that the journal's own flushes never wait long. The new file is valid once {@link
 * Journal} has renamed it; a file that is incomplete or left by a crash is deleted.
 */
final class JournalCompaction {
  private static final Logger LOG = LoggerFactory.getLogger(JournalCompaction.class);

  /** Maximum part that {@link #finish} copies on the journal's thread. */
  private static final long MAX_REMAINING_BYTES = 64 << 10;

  private static final int CANCEL_TIMEOUT_SECONDS = 5;

  private final Path file;
  private final JournalSnapshot snapshot;
  private final JournalFile journal;
  private final long reservedBytes;
  private final Failpoints failpoints;
  private final Collection<TransactionId> transactionIds;
  private final CountDownLatch ended = new CountDownLatch(1);

  /** The journal's frames up to here are in the new file. */
  private long copiedUpTo;

  private @Nullable JournalFile logFile;
  private volatile boolean isComplete;
  private volatile boolean isCancelled;

  /** Replaces the journal, of which this is the current state. */
  JournalCompaction(
      Path file,
      JournalFile journal,
      JournalSnapshot snapshot,
      long reservedBytes,
      Failpoints failpoints) {
    this.file = file;
    this.journal = journal;
    this.copiedUpTo = journal.durableEnd();
    this.snapshot = snapshot;
    this.reservedBytes = reservedBytes;
    this.failpoints = failpoints;
    this.transactionIds = snapshot.ids();
  }

  /** Writes the new file; on failure it logs the reason and deletes the file. */
  void write() {
    try {
      logFile = journal.createBlank(file);
      failpoints.pass(Failpoints.Kind.WRITING, transactionIds, Journal.COMPACTING);
      snapshot.writeTo(this::writeFrame);
      copyNewFrames(logFile);
      logFile.preallocate();
      logFile.flush();
      failpoints.pass(Failpoints.Kind.FLUSHED, transactionIds, Journal.COMPACTING);
      isComplete = true;
    } catch (IOException | RuntimeException e) {
      LOG.warn("cannot write {}, the journal keeps growing: {}", file, e.toString());
    } finally {
      if (!isComplete) {
        discard();
      }
      ended.countDown();
    }
  }

  private void writeFrame(byte[] payload) throws IOException {
    requireContinuable();
    var output = logFile();
    output.append(JournalFraming.encode(payload));
    failpoints.pass(Failpoints.Kind.WRITTEN, transactionIds, Journal.COMPACTING);
    output.flush();
    failpoints.pass(Failpoints.Kind.FLUSHED, transactionIds, Journal.COMPACTING);
  }

  /** Copies frames appended meanwhile, until little remains. */
  private void copyNewFrames(JournalFile output) throws IOException {
    for (var end = journal.durableEnd();
        end - copiedUpTo > MAX_REMAINING_BYTES;
        end = journal.durableEnd()) {
      requireContinuable();
      var next = Math.min(end, copiedUpTo + JournalFile.PREALLOCATION_BYTES);
      output.appendFrom(journal, copiedUpTo, next);
      output.flush();
      copiedUpTo = next;
    }
  }

  private void requireContinuable() throws IOException {
    if (isCancelled) {
      throw new IOException("cancelled");
    }
    var usableBytes = Files.getFileStore(file).getUsableSpace();
    if (usableBytes < reservedBytes) {
      throw new IOException(
          "the disk has %d bytes free, of which %d are reserved for votes: free disk space"
              .formatted(usableBytes, reservedBytes));
    }
  }

  /** True when {@link #write} has ended, successfully or not. */
  boolean hasEnded() {
    return ended.getCount() == 0;
  }

  /** True if the new file is durable and complete but for the last frames. */
  boolean isComplete() {
    return isComplete;
  }

  /** The entries of the snapshot, which a reader of the new file counts in addition. */
  int entryCount() {
    return snapshot.entryCount();
  }

  /**
   * Copies the journal's last frames and makes them durable.
   *
   * @return the file to append to from now on
   */
  JournalFile finish() throws IOException {
    var output = logFile();
    output.appendFrom(journal, copiedUpTo, journal.durableEnd());
    failpoints.pass(Failpoints.Kind.WRITTEN, transactionIds, Journal.COMPACTING);
    output.flush();
    failpoints.pass(Failpoints.Kind.FLUSHED, transactionIds, Journal.COMPACTING);
    return output;
  }

  private JournalFile logFile() {
    if (logFile == null) {
      throw new IllegalStateException(file + " has not been created");
    }
    return logFile;
  }

  /** Cancels the compaction; waits for its thread, but not for a disk that hangs. */
  void cancel() {
    isCancelled = true;
    try {
      if (!ended.await(CANCEL_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("{} is still being written, not waiting for it", file);
      } else if (isComplete) {
        discard();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Deletes the new file. */
  void discard() {
    if (logFile != null) {
      logFile.closeUnchanged();
      logFile = null;
    }
    JournalFileOperations.deleteQuietly(file);
  }
}

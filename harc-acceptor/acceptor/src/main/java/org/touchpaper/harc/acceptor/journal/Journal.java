package org.touchpaper.harc.acceptor.journal;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.acceptor.HardState;
import org.touchpaper.harc.protocol.acceptor.Tombstone;
import org.touchpaper.harc.transport.message.JournalIdentity;

/**
 * An acceptor's write-ahead journal: an append-only file of its promises, accepted votes and
 * decisions. Entries are durable when {@link #append} returns. When most entries are obsolete,
 * another thread writes a {@link JournalCompaction} beside the file, which replaces it when
 * complete. Of a completed transaction a {@link Tombstone} is kept, for the time in {@link
 * Tombstones.Retention}.
 *
 * <p>An acceptor that lost its journal could break its promises under its old name. A missing or
 * damaged journal is therefore refused, never replaced; {@link #initialise} is called once, on
 * behalf of an operator who knows that there was none. Only the last frame may be incomplete: it is
 * taken for one that a crash has torn ({@link JournalFraming}).
 */
public final class Journal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
  private static final String FILE_NAME = "journal";

  private final Path file;
  private final JournalState state;
  private final Failpoints failpoints;
  private final CompactionPolicy policy;
  private final InstantSource clock;
  private volatile JournalFile logFile;
  private final LongAdder flushesOfReplacedFiles = new LongAdder();
  private @Nullable JournalCompaction compaction;
  private long compactionThreshold;
  private boolean isBroken;

  private Journal(
      Path file,
      JournalFile logFile,
      String name,
      CompactionPolicy policy,
      Failpoints failpoints,
      InstantSource clock)
      throws IOException {
    this.file = file;
    this.logFile = logFile;
    this.state = new JournalState(name);
    this.policy = policy;
    this.failpoints = failpoints;
    this.clock = clock;
    logFile.read(state::apply);
    state.replaceCompleted(clock.instant());
    // A rename before a crash may not be durable yet.
    JournalFileOperations.syncDirectory(file.resolveSibling("."));
    failpoints.pass(Failpoints.Kind.FLUSHED, state.ids(), OPENED);
    JournalFileOperations.deleteQuietly(compactionFileOf(file));
    compactionThreshold = Math.max(policy.minBytes(), 2 * logFile.durableEnd());
    append(List.of(), state::beginIncarnation);
  }

  /** Failpoint detail: everything read is durable. */
  static final String OPENED = "opened";

  /** Failpoint detail of a compaction. */
  public static final String COMPACTING = "compacting";

  /** Failpoint detail: the compacted file has the journal's name. */
  static final String RENAMED = "renamed";

  static final String RECOVERY_ADVICE =
      "an acceptor that may have lost promises must not vote. Return the original file, or"
          + " initialise the acceptor for the next acceptor set (--initialise --epoch, see"
          + " docs/operations/replacing-an-acceptor.md)";

  /** Creates the journal of a new acceptor. */
  public static void initialise(Path directory, String name, int epoch) {
    var file = directory.resolve(FILE_NAME);
    try {
      Files.createDirectories(directory);
      if (Files.exists(file) && Files.size(file) > 0) {
        throw new UnusableJournalException(file + " exists already: start without --initialise");
      }
      // Written under another name first: a crash must not leave an incomplete header.
      var newFile = compactionFileOf(file);
      Files.deleteIfExists(newFile);
      try (var out = FileChannel.open(newFile, CREATE_NEW, WRITE)) {
        JournalFileOperations.writeAll(
            out, JournalFraming.encode(JournalHeader.create(name, epoch).write()));
        out.force(true);
      }
      Files.move(newFile, file, ATOMIC_MOVE);
      JournalFileOperations.syncDirectory(directory);
    } catch (IOException e) {
      throw new UnusableJournalException("cannot create " + file + ": " + e, e);
    }
  }

  /** True if the journal file exists. */
  public static boolean exists(Path directory) {
    return Files.exists(directory.resolve(FILE_NAME));
  }

  /** Opens the journal of an acceptor that has been initialised. */
  public static Journal open(
      Path directory, String name, Failpoints failpoints, InstantSource clock) {
    return open(directory, name, CompactionPolicy.DEFAULT, failpoints, clock);
  }

  public static Journal open(
      Path directory,
      String name,
      CompactionPolicy policy,
      Failpoints failpoints,
      InstantSource clock) {
    return open(directory, name, policy, failpoints, clock, FileChannel::open);
  }

  static Journal open(
      Path directory,
      String name,
      CompactionPolicy policy,
      Failpoints failpoints,
      InstantSource clock,
      JournalFileOperations.FileOpener fileOpener) {
    var file = directory.resolve(FILE_NAME);
    if (!Files.exists(file)) {
      throw new UnusableJournalException(file + " does not exist: " + RECOVERY_ADVICE);
    }
    JournalFile logFile = null;
    try {
      logFile = JournalFile.open(file, fileOpener);
      return new Journal(file, logFile, name, policy, failpoints, clock);
    } catch (IOException e) {
      closeUnchanged(logFile);
      throw new UnusableJournalException("cannot open " + file + ": " + e, e);
    } catch (UnusableJournalException e) {
      closeUnchanged(logFile);
      throw new UnusableJournalException("cannot open " + file + ": " + e.getMessage(), e);
    }
  }

  private static void closeUnchanged(@Nullable JournalFile logFile) {
    if (logFile != null) {
      logFile.closeUnchanged();
    }
  }

  private static Path compactionFileOf(Path file) {
    return file.resolveSibling(FILE_NAME + ".new");
  }

  public JournalState state() {
    return state;
  }

  /** The number of flushes since it was opened. */
  public long flushCount() {
    return flushesOfReplacedFiles.sum() + logFile.flushCount();
  }

  /** The length of the durable part; the file may be longer. */
  long length() {
    return logFile.durableEnd();
  }

  /**
   * Appends entries with one write and one flush.
   *
   * @throws UnusableJournalException if that failed; nothing can be appended afterwards
   */
  public void append(Collection<HardState> hardStates) {
    var now = clock.instant();
    var transactionIds = hardStates.stream().map(hardState -> hardState.record().id()).toList();
    append(transactionIds, () -> state.encode(hardStates, now));
    state.addEntries();
    hardStates.forEach(hardState -> state.update(hardState, now));
    startCompactionIfDue();
  }

  /** Appends the journal identity of another acceptor. */
  public void recordPeerIdentity(String acceptor, JournalIdentity identity) {
    state.peerJournals().recordIdentity(acceptor, identity);
    writePeerJournals();
  }

  /** Appends the known journals of the other acceptors. */
  public void writePeerJournals() {
    append(List.of(), state.peerJournals()::write);
    startCompactionIfDue();
  }

  @FunctionalInterface
  private interface Payload {
    byte[] bytes() throws IOException;
  }

  private void append(Collection<TransactionId> transactionIds, Payload payload) {
    if (isBroken) {
      throw new UnusableJournalException(
          "cannot write " + file + " after an earlier failure: restart the acceptor");
    }
    try {
      adoptCompactionIfEnded();
      var frame = JournalFraming.encode(payload.bytes());
      failpoints.pass(Failpoints.Kind.WRITING, transactionIds, "");
      logFile.write(frame);
      failpoints.pass(Failpoints.Kind.WRITTEN, transactionIds, "");
      logFile.flush();
      failpoints.pass(Failpoints.Kind.FLUSHED, transactionIds, "");
    } catch (IOException e) {
      // After a failed flush the state on disk is unknown, so it is not retried.
      isBroken = true;
      throw new UnusableJournalException("cannot write " + file + ": " + e, e);
    }
  }

  /** Called by the appending thread, so that snapshot and end of file match. */
  private void startCompactionIfDue() {
    if (compaction == null && logFile.durableEnd() >= compactionThreshold) {
      var snapshot = state.snapshot(policy.retention(), clock.instant());
      compaction =
          new JournalCompaction(
              compactionFileOf(file), logFile, snapshot, policy.reservedBytes(), failpoints);
      policy.executor().execute(compaction::write);
    }
  }

  private void adoptCompactionIfEnded() throws IOException {
    if (compaction == null || !compaction.hasEnded()) {
      return;
    }
    var finished = compaction;
    compaction = null;
    compactionThreshold = 2 * logFile.durableEnd();
    if (finished.isComplete()) {
      JournalFile newFile;
      try {
        newFile = finished.finish();
      } catch (IOException e) {
        LOG.warn("cannot compact {}, it keeps growing: {}", file, e.toString());
        finished.discard();
        return;
      }
      replaceFile(finished, newFile);
    }
  }

  /** Renames the new file to the journal's name; the old file is valid until then. */
  private void replaceFile(JournalCompaction finished, JournalFile newFile) throws IOException {
    Files.move(compactionFileOf(file), file, ATOMIC_MOVE);
    failpoints.pass(Failpoints.Kind.WRITTEN, Set.of(), RENAMED);
    JournalFileOperations.syncDirectory(file.resolveSibling("."));
    failpoints.pass(Failpoints.Kind.FLUSHED, Set.of(), RENAMED);
    LOG.info(
        "journal compacted file={} bytes={} newBytes={}",
        file,
        logFile.durableEnd(),
        newFile.durableEnd());
    flushesOfReplacedFiles.add(logFile.flushCount());
    logFile.closeUnchanged();
    logFile = newFile;
    state.addEntries(finished.entryCount());
    compactionThreshold = Math.max(policy.minBytes(), 2 * newFile.durableEnd());
  }

  @Override
  public void close() {
    if (compaction != null) {
      compaction.cancel();
    }
    logFile.close();
  }
}

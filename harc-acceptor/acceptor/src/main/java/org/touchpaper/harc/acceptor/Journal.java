package org.touchpaper.harc.acceptor;

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
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.Tombstone;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.stream.Incarnation;

/**
 * An acceptor's memory on disk: an append-only file of what it promised, accepted and learnt. What
 * {@link #append} was given is durable when it returns. When most of the file has been said again
 * later, a {@link Compaction} of what it says is written beside it by another thread, and takes its
 * place when it is whole; so does one of a file of an earlier build when that is opened. Of what is
 * over a {@link Tombstone} stays, as long as the {@link Tombstones.Retention} says.
 *
 * <p>An acceptor that lost its memory must not come back under its old name (it could break its
 * word), so a missing or damaged journal is refused, never replaced; {@link #initialise} is said
 * once, by a person or a launcher that knows there was none. The last frame alone is trusted to the
 * disk: if it does not read as it was written, it is taken for one that a crash has torn ({@link
 * Frames}).
 */
final class Journal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
  private static final String FILE = "journal";

  private final Path file;
  private final JournalState state;
  private final Failpoints failpoints;
  private final CompactionPolicy policy;
  private final InstantSource clock;
  private volatile LogFile logFile;
  private final LongAdder flushesBefore = new LongAdder();
  private @Nullable Compaction compaction;
  private long compactAt;
  private boolean broken;

  private Journal(
      Path file,
      LogFile logFile,
      String name,
      CompactionPolicy policy,
      Failpoints failpoints,
      InstantSource clock)
      throws IOException {
    this.file = file;
    this.logFile = logFile;
    this.state = new JournalState(name, clock.instant());
    this.policy = policy;
    this.failpoints = failpoints;
    this.clock = clock;
    logFile.read(state::take);
    state.bury();
    // A file's new name may have been left in memory only, too.
    Disk.syncDirectory(file.resolveSibling("."));
    failpoints.pass(Failpoints.Kind.FLUSHED, state.ids(), OPENED);
    Disk.delete(compactedOf(file));
    compactAt = Math.max(policy.small(), 2 * logFile.end());
    if (!state.identity().isCurrent()) {
      // What is appended from here on an earlier build would not read, and must refuse.
      modernise();
    }
    append(List.of(), state::live);
  }

  /** What is said when all that was found is durable. */
  static final String OPENED = "opened";

  /** What is said at the failpoints of a file written anew. */
  static final String ANEW = "anew";

  /** What is said when that has the journal's name, and when it has it for good. */
  static final String RENAMED = "renamed";

  static final String ADVICE =
      "an acceptor that may have forgotten must not vote. Restore the file, or start it anew"
          + " for the next acceptor set (--initialise --epoch, see ARCHITECTURE.md)";

  /** Creates the journal of a new acceptor. */
  static void initialise(Path directory, String name, int epoch) {
    var file = directory.resolve(FILE);
    try {
      Files.createDirectories(directory);
      if (Files.exists(file) && Files.size(file) > 0) {
        throw new JournalRefused(file + " exists: start without --initialise");
      }
      // Under its own name only when whole: a crash here must not leave half an identity.
      var fresh = compactedOf(file);
      Files.deleteIfExists(fresh);
      try (var out = FileChannel.open(fresh, CREATE_NEW, WRITE)) {
        Disk.writeAll(out, Frames.frame(Identity.blank(name, epoch).write()));
        out.force(true);
      }
      Files.move(fresh, file, ATOMIC_MOVE);
      Disk.syncDirectory(directory);
    } catch (IOException e) {
      throw new JournalRefused("cannot create " + file + ": " + e, e);
    }
  }

  /** True if there is something that {@link #open} would read or refuse. */
  static boolean exists(Path directory) {
    return Files.exists(directory.resolve(FILE));
  }

  /** Opens the journal of an acceptor that has been initialised. */
  static Journal open(Path directory, String name, Failpoints failpoints, InstantSource clock) {
    return open(directory, name, CompactionPolicy.DEFAULT, failpoints, clock);
  }

  static Journal open(
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
      Disk.Opener disk) {
    var file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      throw new JournalRefused("there is no " + file + ": " + ADVICE);
    }
    LogFile logFile = null;
    try {
      logFile = LogFile.open(file, disk);
      return new Journal(file, logFile, name, policy, failpoints, clock);
    } catch (IOException e) {
      abandon(logFile);
      throw new JournalRefused("cannot open " + file + ": " + e, e);
    } catch (JournalRefused e) {
      abandon(logFile);
      throw new JournalRefused("cannot open " + file + ": " + e.getMessage(), e);
    }
  }

  private static void abandon(@Nullable LogFile logFile) {
    if (logFile != null) {
      logFile.abandon();
    }
  }

  private static Path compactedOf(Path file) {
    return file.resolveSibling(FILE + ".new");
  }

  /** What it says. */
  JournalState state() {
    return state;
  }

  /** How often the disk has been waited for since it was opened. */
  long flushes() {
    return flushesBefore.sum() + logFile.flushes();
  }

  /** How much is written; the file may be longer. */
  long length() {
    return logFile.end();
  }

  /**
   * Makes these durable, with one write and one flush.
   *
   * @throws JournalRefused if that failed; nothing can be appended after that
   */
  void append(Collection<Memory> memories) {
    var now = clock.instant();
    var about = memories.stream().map(memory -> memory.record().id()).toList();
    append(about, () -> state.frame(memories, now));
    state.grow();
    memories.forEach(memory -> state.learn(memory, now));
    beginCompactionIfLong();
  }

  /** Makes durable which memory another acceptor speaks from, as {@link #append} does. */
  void meet(String acceptor, Incarnation shown) {
    state.peerMemories().meet(acceptor, shown);
    writePeerMemories();
  }

  /** Makes durable what is known of the other acceptors, as {@link #append} does. */
  void writePeerMemories() {
    append(List.of(), state.peerMemories()::write);
    beginCompactionIfLong();
  }

  /** What is to be written. */
  @FunctionalInterface
  private interface Payload {
    byte[] bytes() throws IOException;
  }

  private void append(Collection<TransactionId> about, Payload payload) {
    if (broken) {
      throw new JournalRefused(file + " cannot be written since an earlier failure");
    }
    try {
      takeCompactionIfEnded();
      var frame = Frames.frame(payload.bytes());
      failpoints.pass(Failpoints.Kind.WRITING, about, "");
      logFile.write(frame);
      failpoints.pass(Failpoints.Kind.WRITTEN, about, "");
      logFile.flush();
      failpoints.pass(Failpoints.Kind.FLUSHED, about, "");
    } catch (IOException e) {
      // What a failed flush left on disk cannot be known, so it is not tried again.
      broken = true;
      throw new JournalRefused("cannot write " + file + ": " + e, e);
    }
  }

  private void beginCompactionIfLong() {
    if (compaction == null && logFile.end() >= compactAt) {
      compaction = newCompaction();
      policy.writer().execute(compaction::write);
    }
  }

  /** Of the same thread that appends, so that the snapshot and the file's end are of one moment. */
  private Compaction newCompaction() {
    var snapshot = state.snapshot(policy.retention(), clock.instant());
    return new Compaction(compactedOf(file), logFile, snapshot, policy.spare(), failpoints);
  }

  /** An earlier build's file is written anew before anything else happens. */
  private void modernise() throws IOException {
    var modern = newCompaction();
    modern.write();
    if (!modern.isWhole()) {
      throw new IOException("it is of an earlier build, and cannot be written anew: see the log");
    }
    replaceBy(modern, modern.finish());
  }

  private void takeCompactionIfEnded() throws IOException {
    if (compaction == null || !compaction.hasEnded()) {
      return;
    }
    var ended = compaction;
    compaction = null;
    compactAt = 2 * logFile.end();
    if (ended.isWhole()) {
      LogFile fresh;
      try {
        fresh = ended.finish();
      } catch (IOException e) {
        LOG.warn("{} cannot be written anew, and grows on: {}", file, e.toString());
        ended.discard();
        return;
      }
      replaceBy(ended, fresh);
    }
  }

  /** Until the new file has the old one's name, the old one counts. */
  private void replaceBy(Compaction whole, LogFile fresh) throws IOException {
    Files.move(compactedOf(file), file, ATOMIC_MOVE);
    failpoints.pass(Failpoints.Kind.WRITTEN, Set.of(), RENAMED);
    Disk.syncDirectory(file.resolveSibling("."));
    failpoints.pass(Failpoints.Kind.FLUSHED, Set.of(), RENAMED);
    LOG.info("{}: {} bytes written anew as {}", file, logFile.end(), fresh.end());
    flushesBefore.add(logFile.flushes());
    logFile.abandon();
    logFile = fresh;
    state.grow(whole.entries());
    compactAt = Math.max(policy.small(), 2 * fresh.end());
  }

  @Override
  public void close() {
    if (compaction != null) {
      compaction.callOff();
    }
    logFile.close();
  }
}

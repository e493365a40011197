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
 * later, a {@link Draft} of what it says is written beside it by another thread, and takes its
 * place when it is whole; so does one of a file of an earlier build when that is opened. Of what is
 * over a {@link Tombstone} stays, as long as the {@link Graveyard.Retention} says.
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
  private final Recollection recollection;
  private final Milestones milestones;
  private final Upkeep upkeep;
  private final InstantSource clock;
  private volatile Tape tape;
  private final LongAdder flushesBefore = new LongAdder();
  private @Nullable Draft draft;
  private long draftAt;
  private boolean broken;

  private Journal(
      Path file, Tape tape, String name, Upkeep upkeep, Milestones milestones, InstantSource clock)
      throws IOException {
    this.file = file;
    this.tape = tape;
    this.recollection = new Recollection(name, clock.instant());
    this.upkeep = upkeep;
    this.milestones = milestones;
    this.clock = clock;
    tape.read(recollection::take);
    recollection.bury();
    // A file's new name may have been left in memory only, too.
    Disk.syncDirectory(file.resolveSibling("."));
    milestones.pass(Milestones.Kind.FLUSHED, recollection.ids(), OPENED);
    Disk.delete(draftOf(file));
    draftAt = Math.max(upkeep.small(), 2 * tape.end());
    if (!recollection.identity().isCurrent()) {
      // What is appended from here on an earlier build would not read, and must refuse.
      modernise();
    }
    append(List.of(), recollection::live);
  }

  /** What is said when all that was found is durable. */
  static final String OPENED = "opened";

  /** What is said at the milestones of a file written anew. */
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
      var draft = draftOf(file);
      Files.deleteIfExists(draft);
      try (var out = FileChannel.open(draft, CREATE_NEW, WRITE)) {
        Disk.writeAll(out, Frames.frame(Identity.blank(name, epoch).write()));
        out.force(true);
      }
      Files.move(draft, file, ATOMIC_MOVE);
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
  static Journal open(Path directory, String name, Milestones milestones, InstantSource clock) {
    return open(directory, name, Upkeep.DEFAULT, milestones, clock);
  }

  static Journal open(
      Path directory, String name, Upkeep upkeep, Milestones milestones, InstantSource clock) {
    var file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      throw new JournalRefused("there is no " + file + ": " + ADVICE);
    }
    Tape tape = null;
    try {
      tape = Tape.open(file);
      return new Journal(file, tape, name, upkeep, milestones, clock);
    } catch (IOException e) {
      abandon(tape);
      throw new JournalRefused("cannot open " + file + ": " + e, e);
    } catch (JournalRefused e) {
      abandon(tape);
      throw new JournalRefused("cannot open " + file + ": " + e.getMessage(), e);
    }
  }

  private static void abandon(@Nullable Tape tape) {
    if (tape != null) {
      tape.abandon();
    }
  }

  private static Path draftOf(Path file) {
    return file.resolveSibling(FILE + ".new");
  }

  /** What it says. */
  Recollection recollection() {
    return recollection;
  }

  /** How often the disk has been waited for since it was opened. */
  long flushes() {
    return flushesBefore.sum() + tape.flushes();
  }

  /** How much is written; the file may be longer. */
  long length() {
    return tape.end();
  }

  /**
   * Makes these durable, with one write and one flush.
   *
   * @throws JournalRefused if that failed; nothing can be appended after that
   */
  void append(Collection<Memory> memories) {
    var now = clock.instant();
    var about = memories.stream().map(memory -> memory.record().id()).toList();
    append(about, () -> recollection.frame(memories, now));
    recollection.grow();
    memories.forEach(memory -> recollection.learn(memory, now));
    beginDraftIfLong();
  }

  /** Makes durable which memory another acceptor speaks from, as {@link #append} does. */
  void meet(String acceptor, Incarnation shown) {
    recollection.acquaintances().meet(acceptor, shown);
    writeAcquaintances();
  }

  /** Makes durable what is known of the other acceptors, as {@link #append} does. */
  void writeAcquaintances() {
    append(List.of(), recollection.acquaintances()::write);
    beginDraftIfLong();
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
      takeDraftIfEnded();
      var frame = Frames.frame(payload.bytes());
      milestones.pass(Milestones.Kind.WRITING, about, "");
      tape.write(frame);
      milestones.pass(Milestones.Kind.WRITTEN, about, "");
      tape.flush();
      milestones.pass(Milestones.Kind.FLUSHED, about, "");
    } catch (IOException e) {
      // What a failed flush left on disk cannot be known, so it is not tried again.
      broken = true;
      throw new JournalRefused("cannot write " + file + ": " + e, e);
    }
  }

  private void beginDraftIfLong() {
    if (draft == null && tape.end() >= draftAt) {
      draft = newDraft();
      upkeep.writer().execute(draft::write);
    }
  }

  /** Of the same thread that appends, so that the gist and the file's end are of one moment. */
  private Draft newDraft() {
    var gist = recollection.gist(upkeep.retention(), clock.instant());
    return new Draft(draftOf(file), tape, gist, upkeep.spare(), milestones);
  }

  /** An earlier build's file is written anew before anything else happens. */
  private void modernise() throws IOException {
    var modern = newDraft();
    modern.write();
    if (!modern.isWhole()) {
      throw new IOException("it is of an earlier build, and cannot be written anew: see the log");
    }
    replaceBy(modern, modern.finish());
  }

  private void takeDraftIfEnded() throws IOException {
    if (draft == null || !draft.hasEnded()) {
      return;
    }
    var ended = draft;
    draft = null;
    draftAt = 2 * tape.end();
    if (ended.isWhole()) {
      Tape fresh;
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
  private void replaceBy(Draft whole, Tape fresh) throws IOException {
    Files.move(draftOf(file), file, ATOMIC_MOVE);
    milestones.pass(Milestones.Kind.WRITTEN, Set.of(), RENAMED);
    Disk.syncDirectory(file.resolveSibling("."));
    milestones.pass(Milestones.Kind.FLUSHED, Set.of(), RENAMED);
    LOG.info("{}: {} bytes written anew as {}", file, tape.end(), fresh.end());
    flushesBefore.add(tape.flushes());
    tape.abandon();
    tape = fresh;
    recollection.grow(whole.entries());
    draftAt = Math.max(upkeep.small(), 2 * fresh.end());
  }

  @Override
  public void close() {
    if (draft != null) {
      draft.callOff();
    }
    tape.close();
  }
}

package org.touchpaper.harc.acceptor;

import static java.nio.channels.FileChannel.MapMode.READ_ONLY;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.Tombstone;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.stream.Incarnation;

/**
 * An acceptor's memory on disk: an append-only file of what it promised, accepted and learnt. What
 * {@link #append} was given is durable when it returns. When most of the file has been said again
 * later, it is written anew, as its {@link Recollection} says it; so is one of an earlier build
 * when it is opened. Of what is over a {@link Tombstone} stays, as long as the {@link
 * Graveyard.Retention} says.
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

  /** Below this a file is not worth writing anew. */
  private static final long SMALL = 16L << 20;

  /** So much of the file is made long in advance: a flush that finds it so takes half the time. */
  private static final int AHEAD = 1 << 20;

  private final Path file;
  private FileChannel channel;
  private final Milestones milestones;
  private final Recollection recollection;
  private final Graveyard.Retention retention;
  private final InstantSource clock;
  private final long small;
  private long compactAt;

  /** Up to here the file is long already; beyond the last frame it is blank. */
  private long reserved;

  private int ahead = AHEAD;
  private boolean broken;
  private final LongAdder flushes = new LongAdder();

  private Journal(
      Path file,
      FileChannel channel,
      String name,
      long small,
      Milestones milestones,
      Graveyard.Retention retention,
      InstantSource clock)
      throws IOException {
    this.file = file;
    this.channel = channel;
    this.recollection = new Recollection(name, clock.instant());
    this.small = small;
    this.milestones = milestones;
    this.retention = retention;
    this.clock = clock;
    long whole;
    boolean isRestBlank;
    try (var arena = Arena.ofConfined()) {
      var contents = channel.map(READ_ONLY, 0, channel.size(), arena);
      whole = Frames.read(contents, recollection::take);
      isRestBlank = Frames.isBlank(contents, whole);
    }
    if (whole == 0) {
      throw new JournalRefused("it is empty: " + ADVICE);
    }
    recollection.bury();
    makeDurable(whole, isRestBlank);
    this.compactAt = Math.max(small, 2 * whole);
    if (!recollection.identity().isCurrent()) {
      // What is appended from here on an earlier build would not read, and must refuse.
      replaceBy(writeAnew());
    }
    append(List.of(), recollection::live);
  }

  /** What is said when all that was found is durable. */
  static final String OPENED = "opened";

  /** What is said at the milestones of a file written anew. */
  static final String ANEW = "anew";

  private static final String ADVICE =
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
      var draft = directory.resolve(FILE + ".new");
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
    return open(directory, name, SMALL, milestones, Graveyard.Retention.DEFAULT, clock);
  }

  static Journal open(
      Path directory,
      String name,
      long small,
      Milestones milestones,
      Graveyard.Retention retention,
      InstantSource clock) {
    var file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      throw new JournalRefused("there is no " + file + ": " + ADVICE);
    }
    FileChannel channel = null;
    try {
      channel = FileChannel.open(file, READ, WRITE);
      if (!Disk.lock(channel)) {
        throw new JournalRefused("it is in use by another process");
      }
      return new Journal(file, channel, name, small, milestones, retention, clock);
    } catch (IOException e) {
      Disk.close(channel);
      throw new JournalRefused("cannot open " + file + ": " + e, e);
    } catch (JournalRefused e) {
      Disk.close(channel);
      throw new JournalRefused("cannot open " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * A process that was killed may have left whole frames, or a file's new name, in memory only:
   * nothing is spoken from them before they are on the disk.
   */
  private void makeDurable(long whole, boolean isRestBlank) throws IOException {
    if (!isRestBlank) {
      LOG.warn("{}: the last write was torn; {} bytes cut", file, channel.size() - whole);
    }
    channel.truncate(whole);
    channel.force(true);
    Disk.syncDirectory(file.resolveSibling("."));
    milestones.pass(Milestones.Kind.FLUSHED, recollection.ids(), OPENED);
    channel.position(whole);
    reserved = whole;
  }

  /** What it says. */
  Recollection recollection() {
    return recollection;
  }

  /** How often the disk has been waited for since it was opened. */
  long flushes() {
    return flushes.sum();
  }

  /** How much is written; the file may be longer. */
  long length() throws IOException {
    return channel.position();
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
    compactIfLong();
  }

  /** Makes durable which memory another acceptor speaks from, as {@link #append} does. */
  void meet(String acceptor, Incarnation shown) {
    recollection.acquaintances().meet(acceptor, shown);
    writeAcquaintances();
  }

  /** Makes durable what is known of the other acceptors, as {@link #append} does. */
  void writeAcquaintances() {
    append(List.of(), recollection.acquaintances()::write);
    compactIfLong();
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
      var frame = Frames.frame(payload.bytes());
      milestones.pass(Milestones.Kind.WRITING, about, "");
      reserve(frame.remaining());
      if (Frames.isLong(frame)) {
        Disk.writeAll(channel, Frames.headOf(frame));
        channel.force(false);
        flushes.increment();
      }
      Disk.writeAll(channel, frame);
      milestones.pass(Milestones.Kind.WRITTEN, about, "");
      channel.force(false);
      flushes.increment();
      milestones.pass(Milestones.Kind.FLUSHED, about, "");
    } catch (IOException e) {
      throw broken(e);
    }
  }

  /** What a failed flush left on disk cannot be known, so it is not tried again. */
  private JournalRefused broken(IOException e) {
    broken = true;
    return new JournalRefused("cannot write " + file + ": " + e, e);
  }

  /** A disk with no room ahead is written as far as it goes. */
  private void reserve(int bytes) throws IOException {
    var end = channel.position() + bytes;
    if (reserved >= end || ahead == 0) {
      return;
    }
    try {
      Disk.writeBlank(channel, reserved, end + ahead);
    } catch (IOException e) {
      LOG.warn("{}: no room ahead: {}", file, e.toString());
      ahead = 0;
      return;
    }
    channel.force(true);
    reserved = end + ahead;
  }

  private void compactIfLong() {
    try {
      if (channel.position() >= compactAt) {
        compact();
      }
    } catch (IOException e) {
      throw broken(e);
    }
  }

  private void compact() throws IOException {
    FileChannel fresh;
    try {
      fresh = writeAnew();
    } catch (IOException e) {
      LOG.warn("{} cannot be written anew, and grows on: {}", file, e.toString());
      compactAt = 2 * channel.position();
      return;
    }
    replaceBy(fresh);
  }

  /** Until the new file has the old one's name, the old one counts. */
  private void replaceBy(FileChannel fresh) throws IOException {
    Files.move(draft(), file, ATOMIC_MOVE);
    Disk.syncDirectory(file.resolveSibling("."));
    LOG.info("{}: {} bytes written anew as {}", file, channel.position(), fresh.position());
    Disk.close(channel);
    recollection.writtenAnew();
    channel = fresh;
    reserved = fresh.position();
    ahead = AHEAD;
    compactAt = Math.max(small, 2 * channel.position());
  }

  private Path draft() {
    return file.resolveSibling(FILE + ".new");
  }

  private FileChannel writeAnew() throws IOException {
    var about = recollection.ids();
    milestones.pass(Milestones.Kind.WRITING, about, ANEW);
    var fresh = FileChannel.open(draft(), CREATE, TRUNCATE_EXISTING, READ, WRITE);
    try {
      if (!Disk.lock(fresh)) {
        throw new IOException(draft() + " is in use by another process");
      }
      recollection.graves().clear(retention, clock.instant());
      for (var payload : recollection.frames()) {
        Disk.writeAll(fresh, Frames.frame(payload));
      }
      milestones.pass(Milestones.Kind.WRITTEN, about, ANEW);
      fresh.force(true);
      milestones.pass(Milestones.Kind.FLUSHED, about, ANEW);
      return fresh;
    } catch (IOException e) {
      Disk.close(fresh);
      throw e;
    }
  }

  @Override
  public void close() {
    try {
      channel.truncate(channel.position());
    } catch (IOException e) {
      LOG.warn("{}: what was kept free at its end stays: {}", file, e.toString());
    }
    Disk.close(channel);
  }
}

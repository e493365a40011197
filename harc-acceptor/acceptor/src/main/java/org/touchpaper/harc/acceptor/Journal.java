package org.touchpaper.harc.acceptor;

import static java.nio.channels.FileChannel.MapMode.READ_ONLY;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.Tombstone;
import org.touchpaper.harc.commit.TransactionId;

/**
 * An acceptor's memory on disk: an append-only file of what it promised, accepted and learnt. What
 * {@link #append} was given is durable when it returns. When most of the file has been said again
 * later, it is written anew: the last of each transaction, and of one that is over a {@link
 * Tombstone}, as long as the {@link Graveyard.Retention} says.
 *
 * <p>An acceptor that lost its memory must not come back under its old name (it could break its
 * word), so a missing or damaged journal is refused, never replaced; {@link #initialise} is said
 * once, by a person or a launcher that knows there was none.
 */
final class Journal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
  private static final String FILE = "journal";

  /** Format 1 has no tombstones. */
  private static final int FORMAT = 2;

  /** Below this a file is not worth writing anew. */
  private static final long SMALL = 16L << 20;

  /** So much of the file is made long in advance: a flush that finds it so takes half the time. */
  private static final int AHEAD = 1 << 20;

  private final Path file;
  private final String name;
  private FileChannel channel;
  private final Milestones milestones;

  /** From 1; 0 until it is read. */
  private int epoch;

  private final Map<TransactionId, Memory> latest = new LinkedHashMap<>();
  private final Graveyard graves = new Graveyard();
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
    this.name = name;
    this.small = small;
    this.milestones = milestones;
    this.retention = retention;
    this.clock = clock;
    long whole;
    boolean isRestBlank;
    try (var arena = Arena.ofConfined()) {
      var contents = channel.map(READ_ONLY, 0, channel.size(), arena);
      whole = Frames.read(contents, this::take);
      isRestBlank = Frames.isBlank(contents, whole);
    }
    if (whole == 0) {
      throw new JournalRefused(file + " is empty: " + ADVICE);
    }
    for (var memory : List.copyOf(latest.values())) {
      var over = Tombstone.of(memory, clock.instant());
      if (over != null) {
        bury(over);
      }
    }
    makeDurable(whole, isRestBlank);
    this.compactAt = Math.max(small, 2 * whole);
  }

  /** The first says whose it is. */
  private void take(byte[] payload) throws IOException {
    if (epoch == 0) {
      epoch = readIdentity(payload, name);
    } else {
      readMemories(payload);
    }
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
        Disk.writeAll(out, Frames.frame(identity(name, epoch)));
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
        throw new JournalRefused(file + " is in use by another process");
      }
      return new Journal(file, channel, name, small, milestones, retention, clock);
    } catch (IOException e) {
      Disk.close(channel);
      throw new JournalRefused("cannot open " + file + ": " + e, e);
    } catch (JournalRefused e) {
      Disk.close(channel);
      throw e;
    }
  }

  private static byte[] identity(String name, int epoch) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeInt(FORMAT);
    out.writeUTF(name);
    out.writeInt(epoch);
    return bytes.toByteArray();
  }

  private int readIdentity(byte[] payload, String name) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(payload));
    var format = in.readInt();
    var owner = in.readUTF();
    if (format < 1 || format > FORMAT || !owner.equals(name)) {
      throw new JournalRefused(
          file + " is of " + owner + ", format " + format + "; this is " + name);
    }
    return in.readInt();
  }

  private void readMemories(byte[] payload) {
    try {
      if (ByteBuffer.wrap(payload).getInt() == Graveyard.MARK) {
        graves.read(payload);
        return;
      }
      for (var memory : MemoryCodec.read(payload)) {
        latest.put(memory.record().id(), memory);
      }
    } catch (IOException
        | IllegalArgumentException
        | DateTimeException
        | BufferUnderflowException e) {
      throw new JournalRefused(file + " holds what cannot be read: " + e, e);
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
    milestones.pass(Milestones.Kind.FLUSHED, latest.keySet(), OPENED);
    channel.position(whole);
    reserved = whole;
  }

  /** The epoch of the first acceptor set this acceptor is a member of. */
  int epoch() {
    return epoch;
  }

  /** How often the disk has been waited for since it was opened. */
  long flushes() {
    return flushes.sum();
  }

  /** How much is written; the file may be longer. */
  long length() throws IOException {
    return channel.position();
  }

  /** What is not over. */
  Collection<Memory> memories() {
    return List.copyOf(latest.values());
  }

  /** Its transaction is over: when the file is written anew, this is what is left of it. */
  void bury(Tombstone tombstone) {
    graves.bury(tombstone);
    latest.remove(tombstone.id());
  }

  /** What is left of those that are over. */
  Graveyard graves() {
    return graves;
  }

  /**
   * Makes these durable, with one write and one flush.
   *
   * @throws JournalRefused if that failed; nothing can be appended after that
   */
  void append(Collection<Memory> memories) {
    if (broken) {
      throw new JournalRefused(file + " cannot be written since an earlier failure");
    }
    var about = memories.stream().map(memory -> memory.record().id()).toList();
    try {
      var frame = Frames.frame(MemoryCodec.write(memories));
      milestones.pass(Milestones.Kind.WRITING, about, "");
      reserve(frame.remaining());
      Disk.writeAll(channel, frame);
      milestones.pass(Milestones.Kind.WRITTEN, about, "");
      channel.force(false);
      flushes.increment();
      milestones.pass(Milestones.Kind.FLUSHED, about, "");
      memories.forEach(this::learn);
      if (channel.position() >= compactAt) {
        compact();
      }
    } catch (IOException e) {
      // What a failed flush left on disk cannot be known, so it is not tried again.
      broken = true;
      throw new JournalRefused("cannot write " + file + ": " + e, e);
    }
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

  private void learn(Memory memory) {
    var id = memory.record().id();
    if (graves.find(id) == null) {
      latest.put(id, memory);
    }
  }

  /** Until the new file has the old one's name, the old one counts. */
  private void compact() throws IOException {
    var draft = file.resolveSibling(FILE + ".new");
    FileChannel fresh;
    try {
      fresh = writeAnew(draft);
    } catch (IOException e) {
      LOG.warn("{} cannot be written anew, and grows on: {}", file, e.toString());
      compactAt = 2 * channel.position();
      return;
    }
    Files.move(draft, file, ATOMIC_MOVE);
    Disk.syncDirectory(file.resolveSibling("."));
    LOG.info("{}: {} bytes written anew as {}", file, channel.position(), fresh.position());
    Disk.close(channel);
    channel = fresh;
    reserved = fresh.position();
    ahead = AHEAD;
    compactAt = Math.max(small, 2 * channel.position());
  }

  private FileChannel writeAnew(Path draft) throws IOException {
    var about = List.copyOf(latest.keySet());
    milestones.pass(Milestones.Kind.WRITING, about, ANEW);
    var fresh = FileChannel.open(draft, CREATE, TRUNCATE_EXISTING, READ, WRITE);
    try {
      if (!Disk.lock(fresh)) {
        throw new IOException(draft + " is in use by another process");
      }
      graves.clear(retention, clock.instant());
      Disk.writeAll(fresh, Frames.frame(identity(name, epoch)));
      for (var part : graves.write()) {
        Disk.writeAll(fresh, Frames.frame(part));
      }
      Disk.writeAll(fresh, Frames.frame(MemoryCodec.write(latest.values())));
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

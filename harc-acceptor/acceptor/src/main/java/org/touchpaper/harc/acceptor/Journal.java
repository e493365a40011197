package org.touchpaper.harc.acceptor;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.TransactionId;

/**
 * An acceptor's memory on disk: an append-only file of what it promised, accepted and learnt. What
 * {@link #append} was given is durable when it returns.
 *
 * <p>An acceptor that lost its memory must not come back under its old name (it could break its
 * word), so a missing or damaged journal is refused, never replaced; {@link #initialise} is said
 * once, by a person or a launcher that knows there was none.
 */
final class Journal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
  private static final String FILE = "journal";
  private static final int FORMAT = 1;

  private final Path file;
  private final FileChannel channel;
  private final int epoch;
  private final Map<TransactionId, Memory> found = new LinkedHashMap<>();
  private boolean broken;

  private Journal(Path file, FileChannel channel, String name) throws IOException {
    this.file = file;
    this.channel = channel;
    var read = Frames.read(contents(channel));
    if (read.payloads().isEmpty()) {
      throw new JournalRefused(file + " is empty: " + ADVICE);
    }
    this.epoch = readIdentity(read.payloads().getFirst(), name);
    for (var payload : read.payloads().subList(1, read.payloads().size())) {
      readMemories(payload);
    }
    cutTornEnd(read.length());
  }

  private static final String ADVICE =
      "an acceptor that may have forgotten must not vote. Restore the file, or retire this acceptor"
          + " and begin a new acceptor set; only a new acceptor is started with --initialise";

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
      try (var out =
          FileChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        writeAll(out, Frames.frame(identity(name, epoch)));
        out.force(true);
      }
      Files.move(draft, file, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
      syncDirectory(directory);
    } catch (IOException e) {
      throw new JournalRefused("cannot create " + file + ": " + e, e);
    }
  }

  /** True if there is something that {@link #open} would read or refuse. */
  static boolean exists(Path directory) {
    return Files.exists(directory.resolve(FILE));
  }

  /** Opens the journal of an acceptor that has been initialised. */
  static Journal open(Path directory, String name) {
    var file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      throw new JournalRefused("there is no " + file + ": " + ADVICE);
    }
    FileChannel channel = null;
    try {
      channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (!lock(channel)) {
        throw new JournalRefused(file + " is in use by another process");
      }
      return new Journal(file, channel, name);
    } catch (IOException e) {
      close(channel);
      throw new JournalRefused("cannot open " + file + ": " + e, e);
    } catch (JournalRefused e) {
      close(channel);
      throw e;
    }
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException _) {
      return false;
    }
  }

  private static void close(java.io.@org.jspecify.annotations.Nullable Closeable channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        LOG.warn("cannot close the journal", e);
      }
    }
  }

  private static ByteBuffer contents(FileChannel channel) throws IOException {
    var size = Math.toIntExact(channel.size());
    var bytes = ByteBuffer.allocate(size);
    while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
      // until all is read
    }
    return bytes.flip();
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
    if (format != FORMAT || !owner.equals(name)) {
      throw new JournalRefused(
          file + " is of " + owner + ", format " + format + "; this is " + name);
    }
    return in.readInt();
  }

  private void readMemories(byte[] payload) {
    var in = new DataInputStream(new ByteArrayInputStream(payload));
    try {
      for (var left = in.readInt(); left > 0; left--) {
        var memory = MemoryCodec.read(in);
        found.put(memory.record().id(), memory);
      }
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      throw new JournalRefused(file + " holds what cannot be read: " + e, e);
    }
  }

  private void cutTornEnd(int whole) throws IOException {
    if (channel.size() > whole) {
      LOG.warn("{}: the last write was torn; {} bytes cut", file, channel.size() - whole);
      channel.truncate(whole);
      channel.force(true);
    }
    channel.position(whole);
  }

  /** The epoch of the acceptor set this acceptor was initialised for. */
  int epoch() {
    return epoch;
  }

  /** What the journal remembered when it was opened. */
  Collection<Memory> memories() {
    return found.values();
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
    try {
      var bytes = new ByteArrayOutputStream();
      var out = new DataOutputStream(bytes);
      out.writeInt(memories.size());
      for (var memory : memories) {
        MemoryCodec.write(memory, out);
      }
      writeAll(channel, Frames.frame(bytes.toByteArray()));
      channel.force(false);
    } catch (IOException e) {
      // What a failed flush left on disk cannot be known, so it is not tried again.
      broken = true;
      throw new JournalRefused("cannot write " + file + ": " + e, e);
    }
  }

  private static void writeAll(FileChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      var _ = out.write(bytes);
    }
  }

  private static void syncDirectory(Path directory) throws IOException {
    try (var entries = FileChannel.open(directory, StandardOpenOption.READ)) {
      entries.force(true);
    }
  }

  @Override
  public void close() {
    close(channel);
  }
}

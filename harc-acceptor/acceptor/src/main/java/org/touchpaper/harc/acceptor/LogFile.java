package org.touchpaper.harc.acceptor;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.channels.FileChannel.MapMode.READ_ONLY;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of {@link Frames} that is read once and then only grows, locked against other processes.
 * One thread writes; others may read what {@link #end} says is durable.
 */
final class LogFile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogFile.class);

  /** So much of the file is made long in advance: a flush that finds it so takes half the time. */
  static final int AHEAD = 1 << 20;

  private final Path file;
  private final Disk.Opener disk;
  private final FileChannel channel;
  private final LongAdder flushes = new LongAdder();

  /** Up to here the file is long already; beyond the last frame it is blank. */
  private long reserved;

  private int ahead = AHEAD;

  /** Where the last frame that is durable ends. */
  private volatile long end;

  private LogFile(Path file, Disk.Opener disk, FileChannel channel) {
    this.file = file;
    this.disk = disk;
    this.channel = channel;
  }

  /** One that has been written before. */
  static LogFile open(Path file, Disk.Opener disk) throws IOException {
    return locked(file, disk, READ, WRITE);
  }

  /** A blank one on the same disk; whatever was there is gone. */
  LogFile blank(Path beside) throws IOException {
    return locked(beside, disk, CREATE, TRUNCATE_EXISTING, READ, WRITE);
  }

  private static LogFile locked(Path file, Disk.Opener disk, OpenOption... how) throws IOException {
    var channel = disk.open(file, how);
    var isLocked = false;
    try {
      isLocked = Disk.lock(channel);
    } finally {
      if (!isLocked) {
        Disk.close(channel);
      }
    }
    if (!isLocked) {
      throw new JournalRefused("it is in use by another process");
    }
    return new LogFile(file, disk, channel);
  }

  /**
   * Reads all that is whole, cuts off what is not, and makes it durable before it is believed: a
   * process that ended may have left the last frame in the page cache only, be it that it was
   * killed before the flush or that the flush failed. After a failed one the cache passes for
   * written (a second flush has nothing to do, and succeeds), so the frame is written once more,
   * over itself. No other can be in question: each is written only when the one before is durable.
   *
   * @throws JournalRefused if it is damaged, or empty
   */
  void read(Frames.Reader reader) throws IOException {
    long whole;
    boolean isRestBlank;
    long last;
    ByteBuffer lastFrame;
    try (var arena = Arena.ofConfined()) {
      var contents = channel.map(READ_ONLY, 0, channel.size(), arena);
      var found = Frames.read(contents, reader);
      last = found.last();
      whole = found.end();
      lastFrame = ByteBuffer.wrap(contents.asSlice(last, whole - last).toArray(JAVA_BYTE));
      isRestBlank = Frames.isBlank(contents, whole);
    }
    if (whole == 0) {
      throw new JournalRefused("it is empty: " + Journal.ADVICE);
    }
    if (!isRestBlank) {
      LOG.warn("{}: the last write was torn; {} bytes cut", file, channel.size() - whole);
    }
    channel.truncate(whole);
    channel.position(last);
    Disk.writeAll(channel, lastFrame);
    channel.force(true);
    reserved = whole;
    end = whole;
  }

  /** Where the last frame that is durable ends; the file may be longer. For all threads. */
  long end() {
    return end;
  }

  /** How often the disk has been waited for since it was opened; for all threads. */
  long flushes() {
    return flushes.sum();
  }

  /** Writes a frame, for one flush to make durable. */
  void write(ByteBuffer frame) throws IOException {
    reserve(frame.remaining());
    if (Frames.isLong(frame)) {
      Disk.writeAll(channel, Frames.headOf(frame));
      channel.force(false);
      flushes.increment();
    }
    Disk.writeAll(channel, frame);
  }

  /** Makes durable what was written. */
  void flush() throws IOException {
    channel.force(false);
    flushes.increment();
    end = channel.position();
  }

  /** Adds frames without care for a crash in between, as to a file that does not count yet. */
  void add(ByteBuffer frame) throws IOException {
    Disk.writeAll(channel, frame);
  }

  /** Adds what another holds from there to there, as {@link #add} does. */
  void addFrom(LogFile other, long from, long to) throws IOException {
    for (var at = from; at < to; ) {
      var copied = other.channel.transferTo(at, to - at, channel);
      if (copied <= 0) {
        throw new IOException(other.file + " ends at byte " + at + ", not " + to);
      }
      at += copied;
    }
  }

  /** Makes it long in advance, so that the next flushes are short. */
  void makeRoom() throws IOException {
    reserved = channel.position() + AHEAD;
    Disk.writeBlank(channel, channel.position(), reserved);
  }

  /** A disk with no room ahead is written as far as it goes. */
  private void reserve(int bytes) throws IOException {
    var next = channel.position() + bytes;
    if (reserved >= next || ahead == 0) {
      return;
    }
    try {
      Disk.writeBlank(channel, Math.max(reserved, channel.position()), next + ahead);
    } catch (IOException e) {
      LOG.warn("{}: no room ahead: {}", file, e.toString());
      ahead = 0;
      return;
    }
    channel.force(true);
    reserved = next + ahead;
  }

  /** As it was left: nothing is cut. */
  void abandon() {
    Disk.close(channel);
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

package org.touchpaper.harc.acceptor.journal;

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
 * A file of {@link JournalFraming} that is read once and then appended to, locked against other
 * processes. One thread writes; others may read up to {@link #durableEnd}.
 */
final class JournalFile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JournalFile.class);

  /** Preallocated in advance: flushing a preallocated part takes half the time. */
  static final int PREALLOCATION_BYTES = 1 << 20;

  private final Path file;
  private final JournalFileOperations.FileOpener fileOpener;
  private final FileChannel channel;
  private final LongAdder flushes = new LongAdder();

  /** The preallocated length; zeros follow the last frame. */
  private long preallocatedUpTo;

  private int preallocationBytes = PREALLOCATION_BYTES;

  private volatile long durableEnd;

  private JournalFile(Path file, JournalFileOperations.FileOpener fileOpener, FileChannel channel) {
    this.file = file;
    this.fileOpener = fileOpener;
    this.channel = channel;
  }

  /** Opens an existing file. */
  static JournalFile open(Path file, JournalFileOperations.FileOpener fileOpener)
      throws IOException {
    return openLocked(file, fileOpener, READ, WRITE);
  }

  /** Creates an empty file, replacing an existing one. */
  JournalFile createBlank(Path newFile) throws IOException {
    return openLocked(newFile, fileOpener, CREATE, TRUNCATE_EXISTING, READ, WRITE);
  }

  private static JournalFile openLocked(
      Path file, JournalFileOperations.FileOpener fileOpener, OpenOption... options)
      throws IOException {
    var channel = fileOpener.open(file, options);
    var isLocked = false;
    try {
      isLocked = JournalFileOperations.tryLock(channel);
    } finally {
      if (!isLocked) {
        JournalFileOperations.closeQuietly(channel);
      }
    }
    if (!isLocked) {
      throw new UnusableJournalException("it is in use by another process");
    }
    return new JournalFile(file, fileOpener, channel);
  }

  /**
   * Reads all complete frames, truncates an incomplete one, and makes the last frame durable. A
   * process that was killed before a flush, or whose flush failed, may have left that frame in the
   * page cache only. After a failed flush Linux marks the pages clean, so that a second flush does
   * nothing and succeeds; the frame is therefore written again. Earlier frames are durable, because
   * each is written only after the flush of the one before.
   *
   * @throws UnusableJournalException if the file is damaged or empty
   */
  void read(JournalFraming.PayloadConsumer reader) throws IOException {
    long intactEnd;
    boolean isRestBlank;
    long lastFrameStart;
    ByteBuffer lastFrame;
    try (var arena = Arena.ofConfined()) {
      var contents = channel.map(READ_ONLY, 0, channel.size(), arena);
      var scanned = JournalFraming.read(contents, reader);
      lastFrameStart = scanned.lastFrameStart();
      intactEnd = scanned.end();
      lastFrame =
          ByteBuffer.wrap(
              contents.asSlice(lastFrameStart, intactEnd - lastFrameStart).toArray(JAVA_BYTE));
      isRestBlank = JournalFraming.isBlank(contents, intactEnd);
    }
    if (intactEnd == 0) {
      throw new UnusableJournalException("it is empty: " + Journal.RECOVERY_ADVICE);
    }
    if (!isRestBlank) {
      LOG.warn(
          "{}: the last write was incomplete, {} bytes truncated",
          file,
          channel.size() - intactEnd);
    }
    channel.truncate(intactEnd);
    channel.position(lastFrameStart);
    JournalFileOperations.writeAll(channel, lastFrame);
    channel.force(true);
    preallocatedUpTo = intactEnd;
    durableEnd = intactEnd;
  }

  /** The end of the last durable frame; the file may be longer. Thread-safe. */
  long durableEnd() {
    return durableEnd;
  }

  /** The number of flushes since it was opened. Thread-safe. */
  long flushCount() {
    return flushes.sum();
  }

  /** Writes a frame, to be made durable by {@link #flush}. */
  void write(ByteBuffer frame) throws IOException {
    ensurePreallocated(frame.remaining());
    if (JournalFraming.isLong(frame)) {
      JournalFileOperations.writeAll(channel, JournalFraming.takeHeader(frame));
      channel.force(false);
      flushes.increment();
    }
    JournalFileOperations.writeAll(channel, frame);
  }

  void flush() throws IOException {
    channel.force(false);
    flushes.increment();
    durableEnd = channel.position();
  }

  /** Appends a frame to a file that is not in use yet, without crash safety. */
  void append(ByteBuffer frame) throws IOException {
    JournalFileOperations.writeAll(channel, frame);
  }

  /** Appends a range of another file, as {@link #append} does. */
  void appendFrom(JournalFile source, long from, long to) throws IOException {
    for (var offset = from; offset < to; ) {
      var copied = source.channel.transferTo(offset, to - offset, channel);
      if (copied <= 0) {
        throw new IOException(
            source.file + " ends at byte " + offset + ", expected at least " + to);
      }
      offset += copied;
    }
  }

  void preallocate() throws IOException {
    preallocatedUpTo = channel.position() + PREALLOCATION_BYTES;
    JournalFileOperations.writeZeros(channel, channel.position(), preallocatedUpTo);
  }

  /** Preallocates if needed; without disk space for that, writing continues without. */
  private void ensurePreallocated(int bytes) throws IOException {
    var requiredEnd = channel.position() + bytes;
    if (preallocatedUpTo >= requiredEnd || preallocationBytes == 0) {
      return;
    }
    try {
      JournalFileOperations.writeZeros(
          channel,
          Math.max(preallocatedUpTo, channel.position()),
          requiredEnd + preallocationBytes);
    } catch (IOException e) {
      LOG.warn("{}: cannot preallocate, flushes are slower: {}", file, e.toString());
      preallocationBytes = 0;
      return;
    }
    channel.force(true);
    preallocatedUpTo = requiredEnd + preallocationBytes;
  }

  /** Closes the file without truncating its preallocated part. */
  void closeUnchanged() {
    JournalFileOperations.closeQuietly(channel);
  }

  @Override
  public void close() {
    try {
      channel.truncate(channel.position());
    } catch (IOException e) {
      LOG.warn("{}: cannot truncate the preallocated part: {}", file, e.toString());
    }
    JournalFileOperations.closeQuietly(channel);
  }
}

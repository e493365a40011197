package org.touchpaper.harc.acceptor.journal;

import static java.nio.file.StandardOpenOption.READ;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** File operations of the journal that the Java library lacks. */
final class JournalFileOperations {
  private static final Logger LOG = LoggerFactory.getLogger(JournalFileOperations.class);

  private JournalFileOperations() {}

  /** Opens a file; tests simulate disks that fail and lose unflushed data. */
  @FunctionalInterface
  interface FileOpener {
    FileChannel open(Path file, OpenOption... options) throws IOException;
  }

  static boolean tryLock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException _) {
      return false;
    }
  }

  static void closeQuietly(@Nullable Closeable channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        LOG.warn("cannot close a file", e);
      }
    }
  }

  /** Deletes a file that is not needed; a failure is only logged. */
  static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("cannot delete {}: {}", file, e.toString());
    }
  }

  static void writeAll(FileChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      var _ = out.write(bytes);
    }
  }

  static void writeZeros(FileChannel out, long from, long to) throws IOException {
    var zeros = ByteBuffer.allocate(Math.toIntExact(to - from));
    while (zeros.hasRemaining()) {
      var _ = out.write(zeros, from + zeros.position());
    }
  }

  static void syncDirectory(Path directory) throws IOException {
    try (var entries = FileChannel.open(directory, READ)) {
      entries.force(true);
    }
  }
}

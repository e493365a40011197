package org.touchpaper.harc.acceptor;

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

/** What the journal needs of files, and the library does not give at once. */
final class Disk {
  private static final Logger LOG = LoggerFactory.getLogger(Disk.class);

  private Disk() {}

  /** Opens a file; a test's disk may fail, and forget what was not flushed when the power goes. */
  @FunctionalInterface
  interface Opener {
    FileChannel open(Path file, OpenOption... how) throws IOException;
  }

  static boolean lock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException _) {
      return false;
    }
  }

  static void close(@Nullable Closeable channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        LOG.warn("cannot close a file", e);
      }
    }
  }

  /** What nobody needs; if it cannot be deleted it stays. */
  static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("{} cannot be deleted: {}", file, e.toString());
    }
  }

  static void writeAll(FileChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      var _ = out.write(bytes);
    }
  }

  static void writeBlank(FileChannel out, long from, long to) throws IOException {
    var blank = ByteBuffer.allocate(Math.toIntExact(to - from));
    while (blank.hasRemaining()) {
      var _ = out.write(blank, from + blank.position());
    }
  }

  static void syncDirectory(Path directory) throws IOException {
    try (var entries = FileChannel.open(directory, READ)) {
      entries.force(true);
    }
  }
}

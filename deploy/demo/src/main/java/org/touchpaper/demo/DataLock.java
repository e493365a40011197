package org.touchpaper.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;

/**
 * Holds a data directory for this launcher. The operating system lets go when the process ends, in
 * whatever way; the file goes with an orderly end.
 */
final class DataLock implements AutoCloseable {
  private final Path file;
  private final FileChannel channel;

  private DataLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** The lock, or nothing if another launcher holds it. */
  static Optional<DataLock> take(DataDirectory data) {
    var file = data.root().resolve("lock");
    try {
      while (true) {
        var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var key = key(file);
        if (!locks(channel)) {
          channel.close();
          return Optional.empty();
        }
        if (key.isPresent() && key.equals(key(file))) {
          return Optional.of(new DataLock(file, channel));
        }
        channel.close(); // its last holder removed the file between our opening and locking it
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock " + data.root(), e);
    }
  }

  private static boolean locks(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // held within this process
    }
  }

  boolean isHeld() {
    return channel.isOpen();
  }

  private static Optional<Object> key(Path file) throws IOException {
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(Objects.requireNonNullElse(attributes.fileKey(), file));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    try (channel) {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot let go of " + file, e);
    }
  }
}

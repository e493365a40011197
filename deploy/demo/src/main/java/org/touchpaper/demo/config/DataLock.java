package org.touchpaper.demo.config;

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
 * Lock on a data directory. The operating system releases it whenever the process ends; an orderly
 * end also deletes the file.
 */
public final class DataLock implements AutoCloseable {
  private final Path file;
  private final FileChannel channel;

  private DataLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Returns the lock, or empty if another launcher holds it. */
  public static Optional<DataLock> tryAcquire(DataDirectory data) {
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
        channel.close(); // the last holder deleted the file after it was opened here
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

  public boolean isHeld() {
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
      throw new UncheckedIOException("cannot release " + file, e);
    }
  }
}

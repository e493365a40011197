package org.touchpaper.bench.commit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.concurrent.atomic.LongAdder;

/**
 * A preallocated log file, overwritten from the start when full, as a database's log after a
 * checkpoint. Lines appended together share one flush (group commit).
 */
final class GroupCommitLog implements AutoCloseable {
  private static final int FILE_LENGTH = 64 << 20;

  private final FileChannel file;
  private final LongAdder flushes = new LongAdder();

  GroupCommitLog(Path path) {
    try {
      file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      file.write(ByteBuffer.allocate(FILE_LENGTH), 0);
      file.force(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Appends lines and returns when they are durable, after one flush. */
  void append(Collection<String> lines) {
    var text = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      if (file.position() + text.length > FILE_LENGTH) {
        file.position(0);
      }
      file.write(ByteBuffer.wrap(text));
      file.force(false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    flushes.increment();
  }

  /** The number of flushes so far. */
  long flushes() {
    return flushes.sum();
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

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
 * A file, long in advance as a database's log is, and begun anew at its end as that is after a
 * checkpoint; what is appended together is flushed together (group commit).
 */
final class FlushedLog implements AutoCloseable {
  private static final int LENGTH = 64 << 20;

  private final FileChannel file;
  private final LongAdder flushes = new LongAdder();

  FlushedLog(Path path) {
    try {
      file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      file.write(ByteBuffer.allocate(LENGTH), 0);
      file.force(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns when these are durable, after one flush. */
  void append(Collection<String> lines) {
    var text = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      if (file.position() + text.length > LENGTH) {
        file.position(0);
      }
      file.write(ByteBuffer.wrap(text));
      file.force(false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    flushes.increment();
  }

  /** How often the disk has been waited for. */
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

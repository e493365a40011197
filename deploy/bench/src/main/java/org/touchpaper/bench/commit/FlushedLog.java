package org.touchpaper.bench.commit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * A file, long in advance as a database's log is; what is appended together is flushed together
 * (group commit).
 */
final class FlushedLog implements AutoCloseable {
  private static final int LENGTH = 64 << 20;

  private final FileChannel file;
  private final LongAdder flushes = new LongAdder();
  private final LinkedBlockingQueue<Entry> waiting = new LinkedBlockingQueue<>();
  private final Thread writer = Thread.ofPlatform().name("log").unstarted(this::write);

  /** A line, and who waits until it is durable. */
  private record Entry(String line, CompletableFuture<Void> durable) {}

  FlushedLog(Path path) {
    try {
      file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      file.write(ByteBuffer.allocate(LENGTH), 0);
      file.force(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    writer.setDaemon(true);
    writer.start();
  }

  /** The future is done once this line is durable, and all before it. */
  CompletableFuture<Void> append(String line) {
    var durable = new CompletableFuture<Void>();
    waiting.add(new Entry(line, durable));
    return durable;
  }

  private void write() {
    try {
      while (true) {
        var round = new ArrayList<Entry>();
        round.add(waiting.take());
        waiting.drainTo(round);
        var text = new StringBuilder();
        round.forEach(entry -> text.append(entry.line()).append('\n'));
        file.write(ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)));
        file.force(false);
        flushes.increment();
        round.forEach(entry -> entry.durable().complete(null));
      }
    } catch (InterruptedException | IOException e) {
      waiting.forEach(entry -> entry.durable().completeExceptionally(e));
    }
  }

  /** How often the disk has been waited for. */
  long flushes() {
    return flushes.sum();
  }

  @Override
  public void close() {
    writer.interrupt();
    try {
      writer.join();
      file.close();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

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

/** A file that only grows; what is appended together is flushed together (group commit). */
final class FlushedLog implements AutoCloseable {
  private final FileChannel file;
  private final LinkedBlockingQueue<Entry> waiting = new LinkedBlockingQueue<>();
  private final Thread writer = Thread.ofPlatform().name("log").unstarted(this::write);

  /** A line, and who waits until it is durable. */
  private record Entry(String line, CompletableFuture<Void> durable) {}

  FlushedLog(Path path) {
    try {
      file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    writer.setDaemon(true);
    writer.start();
  }

  /** Returns once the line is durable. */
  void append(String line) {
    var durable = new CompletableFuture<Void>();
    waiting.add(new Entry(line, durable));
    durable.join();
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
        round.forEach(entry -> entry.durable().complete(null));
      }
    } catch (InterruptedException | IOException e) {
      waiting.forEach(entry -> entry.durable().completeExceptionally(e));
    }
  }

  @Override
  public void close() throws IOException {
    writer.interrupt();
    try {
      writer.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    file.close();
  }
}

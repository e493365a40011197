package org.touchpaper.elementsession.transcript;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transcripts of all elements of a service: the most recent lines of each in memory, which can
 * be followed live, and optionally all lines on disk, in rotating files. Use one store per service
 * and pass it to every session.
 */
public final class TranscriptStore implements TranscriptSink, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(TranscriptStore.class);

  /** Lines kept in memory per element. */
  public static final int MAX_RECENT_LINES = 500;

  /**
   * Location and size of transcript files.
   *
   * @param folder holds {@code TID.log} and older files {@code TID.1.log}, {@code TID.2.log} and so
   *     on
   * @param maxFileBytes the size at which a file is rotated
   * @param maxFiles the maximum number of files per element, the current one included
   */
  public record FileRetention(Path folder, long maxFileBytes, int maxFiles) {
    public FileRetention {
      if (maxFileBytes < 1 || maxFiles < 1) {
        throw new IllegalArgumentException(
            "transcripts require maxFileBytes and maxFiles of at least 1, not "
                + maxFileBytes
                + " and "
                + maxFiles);
      }
    }
  }

  /** Ends when it is closed. */
  @FunctionalInterface
  public interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  private final @Nullable FileRetention retention;
  private final Map<String, RecentLines> tails = new ConcurrentHashMap<>();

  private TranscriptStore(@Nullable FileRetention retention) {
    this.retention = retention;
  }

  /** A store that keeps only recent lines, in memory. */
  public static TranscriptStore inMemory() {
    return new TranscriptStore(null);
  }

  /** A store that also writes to disk, with a short delay. */
  public static TranscriptStore onDisk(FileRetention retention) {
    return new TranscriptStore(retention);
  }

  @Override
  public void accept(TranscriptLine line) {
    tail(line.tid()).add(line);
  }

  public List<TranscriptLine> recent(String tid) {
    var tail = tails.get(tid);
    return tail == null ? List.of() : tail.recent();
  }

  /**
   * Delivers the recent lines to a follower, then each further line, without gaps or duplicates.
   * The follower is called on the session's threads and must return quickly; an exception is
   * logged.
   */
  public Subscription follow(String tid, Consumer<TranscriptLine> follower) {
    return tail(tid).follow(follower);
  }

  /** The files of an element, oldest first; empty for a store in memory. */
  public List<Path> files(String tid) {
    return retention == null ? List.of() : new TranscriptFileWriter(retention, tid).existingFiles();
  }

  @Override
  public void close() {
    flush();
  }

  /** Waits until all lines accepted so far are on disk. */
  public void flush() {
    tails
        .values()
        .forEach(tail -> {
          if (tail.file != null) {
            tail.file.flush();
          }
        });
  }

  private RecentLines tail(String tid) {
    return tails.computeIfAbsent(
        tid,
        _ -> new RecentLines(retention == null ? null : new TranscriptFileWriter(retention, tid)));
  }

  private static final class RecentLines {
    private final ArrayDeque<TranscriptLine> lines = new ArrayDeque<>();
    private final List<Consumer<TranscriptLine>> followers = new CopyOnWriteArrayList<>();
    private final @Nullable TranscriptFileWriter file;

    private RecentLines(@Nullable TranscriptFileWriter file) {
      this.file = file;
    }

    private synchronized void add(TranscriptLine line) {
      if (lines.size() == MAX_RECENT_LINES) {
        lines.removeFirst();
      }
      lines.addLast(line);
      if (file != null) {
        file.add(line);
      }
      followers.forEach(follower -> deliver(line, follower));
    }

    private synchronized List<TranscriptLine> recent() {
      return List.copyOf(lines);
    }

    private synchronized Subscription follow(Consumer<TranscriptLine> follower) {
      lines.forEach(line -> deliver(line, follower));
      followers.add(follower);
      return () -> followers.remove(follower);
    }

    private static void deliver(TranscriptLine line, Consumer<TranscriptLine> follower) {
      try {
        follower.accept(line);
      } catch (RuntimeException e) {
        log.warn("transcript follower failed, element={}", line.tid(), e);
      }
    }
  }
}

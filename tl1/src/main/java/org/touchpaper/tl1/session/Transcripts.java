package org.touchpaper.tl1.session;

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
 * The transcripts of all elements of a service: of each the last lines in memory, to be followed as
 * they come, and on request everything on disk, in files that take turns. Keep one per service, and
 * give it to every session.
 */
public final class Transcripts implements TranscriptSink, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Transcripts.class);

  /** How many lines of each element are held in memory. */
  public static final int RECENT = 500;

  /**
   * Where transcripts are kept.
   *
   * @param folder holds the files {@code TID.log}, then {@code TID.1.log} and so on, older and
   *     older
   * @param fileBytes after which a file is followed by the next
   * @param files how many there are of each element at most, the newest included
   */
  public record Keeping(Path folder, long fileBytes, int files) {
    public Keeping {
      if (fileBytes < 1 || files < 1) {
        throw new IllegalArgumentException(
            "a transcript needs a file and room in it: " + fileBytes + " bytes, " + files);
      }
    }
  }

  /** Ends what was begun. */
  @FunctionalInterface
  public interface Following extends AutoCloseable {
    @Override
    void close();
  }

  private final @Nullable Keeping keeping;
  private final Map<String, Tail> tails = new ConcurrentHashMap<>();

  private Transcripts(@Nullable Keeping keeping) {
    this.keeping = keeping;
  }

  /** Transcripts of which only the last lines exist. */
  public static Transcripts inMemory() {
    return new Transcripts(null);
  }

  /** Transcripts that are on disk too, within a moment of each line. */
  public static Transcripts keptIn(Keeping keeping) {
    return new Transcripts(keeping);
  }

  @Override
  public void accept(TranscriptLine line) {
    tail(line.tid()).add(line);
  }

  /** The last lines said to and by this element, oldest first. */
  public List<TranscriptLine> recent(String tid) {
    var tail = tails.get(tid);
    return tail == null ? List.of() : tail.recent();
  }

  /**
   * Gives a follower the recent lines at once and then each line as it comes, none left out and
   * none twice. It is called on the session's threads: it must return quickly; what it throws is
   * logged.
   */
  public Following follow(String tid, Consumer<TranscriptLine> follower) {
    return tail(tid).follow(follower);
  }

  /** The files of this element, oldest first; none if transcripts are in memory only. */
  public List<Path> files(String tid) {
    return keeping == null ? List.of() : new TranscriptFile(keeping, tid).all();
  }

  @Override
  public void close() {
    flush();
  }

  /** Waits until all that came before is on disk. */
  public void flush() {
    tails
        .values()
        .forEach(tail -> {
          if (tail.file != null) {
            tail.file.flush();
          }
        });
  }

  private Tail tail(String tid) {
    return tails.computeIfAbsent(
        tid, _ -> new Tail(keeping == null ? null : new TranscriptFile(keeping, tid)));
  }

  /** What is held of one element. */
  private static final class Tail {
    private final ArrayDeque<TranscriptLine> lines = new ArrayDeque<>();
    private final List<Consumer<TranscriptLine>> followers = new CopyOnWriteArrayList<>();
    private final @Nullable TranscriptFile file;

    private Tail(@Nullable TranscriptFile file) {
      this.file = file;
    }

    private synchronized void add(TranscriptLine line) {
      if (lines.size() == RECENT) {
        lines.removeFirst();
      }
      lines.addLast(line);
      if (file != null) {
        file.add(line);
      }
      followers.forEach(follower -> give(line, follower));
    }

    private synchronized List<TranscriptLine> recent() {
      return List.copyOf(lines);
    }

    private synchronized Following follow(Consumer<TranscriptLine> follower) {
      lines.forEach(line -> give(line, follower));
      followers.add(follower);
      return () -> followers.remove(follower);
    }

    private static void give(TranscriptLine line, Consumer<TranscriptLine> follower) {
      try {
        follower.accept(line);
      } catch (RuntimeException e) {
        log.warn("a follower of {}'s transcript failed", line.tid(), e);
      }
    }
  }
}

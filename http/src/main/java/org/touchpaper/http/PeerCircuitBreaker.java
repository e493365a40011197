package org.touchpaper.http;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Limits calls to a service that gives no usable answers. Meanwhile one caller asks it now and
 * then, and the others get the last problem at once: each would wait until its request times out.
 */
public final class PeerCircuitBreaker {

  /** How long a service without an answer is not asked again. */
  public static final Duration PAUSE = Duration.ofSeconds(30);

  private final InstantSource clock;

  /** Null while the service answers. */
  private @Nullable Problem last;

  /** When the newest request that was answered began. */
  private Instant answeredFrom = Instant.MIN;

  private record Problem(Instant askedAt, String text) {
    boolean isRecent(Instant now) {
      return !askedAt.isAfter(now) && now.isBefore(askedAt.plus(PAUSE));
    }
  }

  public PeerCircuitBreaker(InstantSource clock) {
    this.clock = clock;
  }

  /** The problem of a service that is not to be asked now; if empty, the caller is to ask it. */
  public synchronized Optional<String> problemInPause() {
    var now = clock.instant();
    if (last == null || last.isRecent(now)) {
      return Optional.ofNullable(last).map(Problem::text);
    }
    last = new Problem(now, last.text());
    return Optional.empty();
  }

  /**
   * Notes an answer.
   *
   * @param askedAt when its request began
   * @return true if it ends an outage
   */
  public synchronized boolean noteAnswer(Instant askedAt) {
    answeredFrom = askedAt.isAfter(answeredFrom) ? askedAt : answeredFrom;
    var isEnd = last != null;
    last = null;
    return isEnd;
  }

  /**
   * Notes that there was no answer that can be used. A request that began before another that was
   * answered tells nothing new.
   *
   * @param askedAt when the request began
   * @return true if an outage begins
   */
  public synchronized boolean noteProblem(Instant askedAt, String problem) {
    if (askedAt.isBefore(answeredFrom)) {
      return false;
    }
    var isStart = last == null;
    last = new Problem(clock.instant(), problem);
    return isStart;
  }

  /** Forgets everything. */
  public synchronized void clear() {
    last = null;
    answeredFrom = Instant.MIN;
  }
}

package org.touchpaper.elementsession.connection;

import java.time.Clock;
import java.time.Duration;

/**
 * The timeouts and the clock of a session.
 *
 * @param connectTimeout for connecting, and for waiting until the next attempt is due
 * @param answerTimeout for an answer, an acknowledgement or the next segment of an answer
 * @param totalTimeout for the complete answer, whatever the number of acknowledgements and segments
 * @param keepAliveInterval the idle time after which a keep-alive is sent
 * @param backoff the pauses between connection attempts
 */
public record SessionTiming(
    Clock clock,
    DelayScheduler scheduler,
    Duration connectTimeout,
    Duration answerTimeout,
    Duration totalTimeout,
    Duration keepAliveInterval,
    ReconnectBackoff backoff) {

  public SessionTiming(
      Clock clock,
      DelayScheduler scheduler,
      Duration connectTimeout,
      Duration answerTimeout,
      Duration totalTimeout,
      Duration keepAliveInterval) {
    this(
        clock,
        scheduler,
        connectTimeout,
        answerTimeout,
        totalTimeout,
        keepAliveInterval,
        ReconnectBackoff.defaults());
  }

  /** Timeouts for elements that answer or acknowledge within 2 s (GR-831). */
  public static SessionTiming defaults(Clock clock) {
    return new SessionTiming(
        clock,
        DelayScheduler.system(),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        Duration.ofSeconds(20));
  }

  public SessionTiming withAnswerTimeouts(Duration newAnswerTimeout, Duration newTotalTimeout) {
    return new SessionTiming(
        clock,
        scheduler,
        connectTimeout,
        newAnswerTimeout,
        newTotalTimeout,
        keepAliveInterval,
        backoff);
  }

  public SessionTiming withKeepAliveInterval(Duration newInterval) {
    return new SessionTiming(
        clock, scheduler, connectTimeout, answerTimeout, totalTimeout, newInterval, backoff);
  }

  /** Runs an action after a delay, unless the returned call is cancelled before. */
  public DelayScheduler.ScheduledCall schedule(Duration delay, Runnable action) {
    return scheduler.schedule(delay, action);
  }

  /** The timeout for a login by the transport: at least the answer timeout. */
  Duration loginTimeout() {
    return answerTimeout.compareTo(connectTimeout) > 0 ? answerTimeout : connectTimeout;
  }

  /** The pause before a command that a busy element returned (RL) is repeated; by default 5 s. */
  public Duration busyRetryDelay() {
    return answerTimeout.dividedBy(2);
  }
}

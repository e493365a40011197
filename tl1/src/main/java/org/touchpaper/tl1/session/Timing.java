package org.touchpaper.tl1.session;

import java.time.Clock;
import java.time.Duration;

/**
 * How long a session waits, and by whose clock.
 *
 * @param connect for the TCP connection
 * @param answer for an answer, an acknowledgement or the next segment of an answer
 * @param limit for the whole answer, however many acknowledgements and segments come
 * @param keepAlive after which an idle session asks for a sign of life
 */
public record Timing(
    Clock clock,
    Waker waker,
    Duration connect,
    Duration answer,
    Duration limit,
    Duration keepAlive) {

  /** Waits that suit elements which answer within 2 s or acknowledge by then (GR-831). */
  public static Timing usual(Clock clock) {
    return new Timing(
        clock,
        Waker.system(),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        Duration.ofSeconds(20));
  }

  /** The same but with these waits for an answer. */
  public Timing answering(Duration newAnswer, Duration newLimit) {
    return new Timing(clock, waker, connect, newAnswer, newLimit, keepAlive);
  }
}

package org.touchpaper.tl1.session;

import java.time.Clock;
import java.time.Duration;

/**
 * How long a session waits, and by whose clock.
 *
 * @param connect for the connection, and for the next attempt at it
 * @param answer for an answer, an acknowledgement or the next segment of an answer
 * @param limit for the whole answer, however many acknowledgements and segments come
 * @param keepAlive after which an idle session asks for a sign of life
 * @param retry between attempts at connecting
 */
public record Timing(
    Clock clock,
    Waker waker,
    Duration connect,
    Duration answer,
    Duration limit,
    Duration keepAlive,
    Retry retry) {

  /** These waits, and the usual ones between attempts at connecting. */
  public Timing(
      Clock clock,
      Waker waker,
      Duration connect,
      Duration answer,
      Duration limit,
      Duration keepAlive) {
    this(clock, waker, connect, answer, limit, keepAlive, Retry.usual());
  }

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
    return new Timing(clock, waker, connect, newAnswer, newLimit, keepAlive, retry);
  }

  /** The same but asking for a sign of life after this long. */
  public Timing keepingAlive(Duration newKeepAlive) {
    return new Timing(clock, waker, connect, answer, limit, newKeepAlive, retry);
  }

  /** How long it waits to be let in where the transport logs in: as one that is slow may need. */
  Duration login() {
    return answer.compareTo(connect) > 0 ? answer : connect;
  }

  /**
   * The pause before a command is sent again that the element was too busy for (RL): half the wait
   * for an answer, 5 s of the usual 10.
   */
  Duration busy() {
    return answer.dividedBy(2);
  }
}

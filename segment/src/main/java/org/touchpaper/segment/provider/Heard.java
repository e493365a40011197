package org.touchpaper.segment.provider;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.element.Hint;

/**
 * What an element said since it was last read, and when it is read for that. One that goes on
 * reporting is left alone after each reading for three times as long as that took. One that can be
 * spoken to again is not, for circuits wait for it; but of one that is lost and found time and
 * again only the first time is read for at once. Pure: times are since any one moment.
 */
final class Heard {

  /** So that what is said at once is read at once. */
  static final Duration LEAST = Duration.ofMillis(300);

  /** Whatever it says, it is read again after this, as all elements are. */
  static final Duration MOST = Duration.ofSeconds(30);

  private @Nullable Hint reason;
  private boolean reconnected;
  private @Nullable Duration due;
  private @Nullable Reading reading;

  /** The end of its rest from any reading. */
  private Duration rested = Duration.ZERO;

  /** The end of its rest from a reading because it could be spoken to again. */
  private Duration restedFromReturn = Duration.ZERO;

  /**
   * A reading that has begun.
   *
   * @param reason the first that was heard, or that it can be spoken to again
   * @param reconnected true if it can be spoken to again: a reason to try again at once what did
   *     not succeed; a report is none, for it may tell of our own attempt
   */
  record Reading(Hint reason, boolean reconnected, Duration begun) {}

  /**
   * Takes note. While it is read nothing is due: {@link #done} tells of what is heard meanwhile.
   *
   * @return in how long to {@link #take} what was heard; empty if that is done anyhow, no later
   */
  synchronized Optional<Duration> add(Hint hint, Duration now) {
    switch (hint) {
      case Hint.Connected _ -> {
        reason = hint;
        reconnected = true;
      }
      case Hint.Told _ -> reason = reason == null ? hint : reason;
    }
    return reading == null ? next(now) : Optional.empty();
  }

  private Optional<Duration> next(Duration now) {
    var at = later(now.plus(LEAST), reconnected ? restedFromReturn : rested);
    if (due != null && due.compareTo(at) <= 0) {
      return Optional.empty();
    }
    due = at;
    return Optional.of(at.minus(now));
  }

  private static Duration later(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** It is to be read now, until {@link #done}; empty if it was read meanwhile, or is yet to be. */
  synchronized Optional<Reading> take(Duration now) {
    if (reason == null || due == null || now.compareTo(due) < 0) {
      return Optional.empty();
    }
    var begun = new Reading(reason, reconnected, now);
    reading = begun;
    reason = null;
    reconnected = false;
    due = null;
    return Optional.of(begun);
  }

  /** It was read; in how long to {@link #take} what was heard meanwhile, if anything was. */
  synchronized Optional<Duration> done(Reading read, Duration now) {
    rested = now.plus(restAfter(now.minus(read.begun())));
    if (read.reconnected()) {
      restedFromReturn = rested;
    }
    reading = null;
    return reason == null ? Optional.empty() : next(now);
  }

  /** An element that talks all the time is read a quarter of the time. */
  static Duration restAfter(Duration reading) {
    var rest = reading.multipliedBy(3);
    if (rest.compareTo(LEAST) < 0) {
      return LEAST;
    }
    return rest.compareTo(MOST) > 0 ? MOST : rest;
  }
}

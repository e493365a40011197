package org.touchpaper.bar.coallocation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.touchpaper.segment.connection.Schedule;

/**
 * Brings a booking to its decision, attempt after attempt: has the acceptors decide the one under
 * way, learns what they say, and looks for another slot after a lost race. A pause is the time in
 * the booking's row at which the {@link Rounds} come back; nobody sleeps through it.
 */
final class Pursuit {

  private final Books books;
  private final Harc harc;
  private final Drafts drafts;
  private final Slots slots;
  private final Attempts attempts;
  private final Clock clock;

  Pursuit(Books books, Harc harc, Drafts drafts, Slots slots, Attempts attempts, Clock clock) {
    this.books = books;
    this.harc = harc;
    this.drafts = drafts;
    this.slots = slots;
    this.attempts = attempts;
    this.clock = clock;
  }

  /** Goes on until it is decided, there is a pause, or patience ends. */
  CoAllocation goOn(UUID id, Duration patience) {
    return goOn(books.get(id), clock.instant().plus(patience));
  }

  /** As {@link #goOn}, once the pause is over, if there was one. */
  CoAllocation resume(UUID id, Duration patience) {
    var until = clock.instant().plus(patience);
    var booking = books.get(id);
    return goOn(booking.isLost() ? follow(booking, until) : booking, until);
  }

  private CoAllocation goOn(CoAllocation from, Instant until) {
    var booking = from;
    var left = Duration.between(clock.instant(), until);
    while (left.isPositive() && canGoOn(booking)) {
      var seen = booking.attempt();
      booking = booking.isLost() ? follow(booking, until) : decide(booking, left);
      if (booking.attempt().number() == seen.number() && !booking.attempt().isDecided()) {
        break;
      }
      left = Duration.between(clock.instant(), until);
    }
    return booking;
  }

  private boolean canGoOn(CoAllocation booking) {
    return booking.isLost() ? booking.isDue(clock.instant()) : !booking.attempt().isDecided();
  }

  private CoAllocation decide(CoAllocation seen, Duration patience) {
    var booking = ask(seen);
    if (booking.attempt().number() != seen.attempt().number() || booking.attempt().isDecided()) {
      return booking;
    }
    var began = clock.instant();
    var answer = harc.begin(booking.attempt().request(), patience);
    return answer instanceof Harc.Answer.OtherRecord
        ? renumber(booking, began.plus(patience))
        : learn(booking, answer, Duration.between(began, clock.instant()));
  }

  private CoAllocation ask(CoAllocation seen) {
    return books.inTransaction(() -> {
      var booking = books.alone(seen.id());
      if (!booking.attempt().isDecided()) {
        booking.ask();
      }
      return booking;
    });
  }

  private CoAllocation learn(CoAllocation seen, Harc.Answer answer, Duration took) {
    var pause = pause(seen, answer, took);
    var others = pause.isEmpty() ? alternatives(seen, answer) : List.<Schedule>of();
    return books.inTransaction(() -> {
      var booking = books.alone(seen.id());
      var number = seen.attempt().number();
      if (booking.attempt().number() == number && learn(booking, answer, pause)) {
        books.remember(booking, "harc", number + ": " + answer.words());
        if (!others.isEmpty()) {
          booking.offer(others);
        }
        if (!booking.isLost()) {
          books.tell(booking);
        }
      }
      return booking;
    });
  }

  /**
   * The number came to nothing as something else. What is made is made under the next one; a change
   * or a cancel is asked for again by whoever wants it.
   */
  private CoAllocation renumber(CoAllocation seen, Instant until) {
    var answer = new Harc.Answer.OtherRecord();
    return books.inTransaction(() -> {
      var booking = books.alone(seen.id());
      var number = seen.attempt().number();
      if (booking.attempt().number() == number && booking.learn(answer, clock.instant())) {
        books.remember(booking, "harc", number + ": " + answer.words());
        if (booking.isNotStarted()) {
          tryAgain(booking, booking.placement().slotFrom(clock.instant()), until);
        }
        books.tell(booking);
      }
      return booking;
    });
  }

  private boolean learn(CoAllocation booking, Harc.Answer answer, Optional<Duration> pause) {
    var now = clock.instant();
    if (answer instanceof Harc.Answer.Abort(var why) && pause.isPresent()) {
      return booking.lose(why, now.plus(pause.get()));
    }
    return booking.learn(answer, now);
  }

  /** How long to wait before it is tried again; empty if it is not. */
  private Optional<Duration> pause(CoAllocation booking, Harc.Answer answer, Duration took) {
    if (answer instanceof Harc.Answer.Abort(var why)
        && booking.attempt().isMake()
        && !why.isEmpty()
        && why.stream().allMatch(Sense::isLostRace)) {
      return attempts.pauseAfter(booking.placement().triedWithTheLast().size(), took);
    }
    return Optional.empty();
  }

  /** Nobody is asked where no other time would help. */
  private List<Schedule> alternatives(CoAllocation booking, Harc.Answer answer) {
    if (answer instanceof Harc.Answer.Abort(var why) && why.stream().noneMatch(Sense::isHopeless)) {
      return switch (booking.attempt().purpose()) {
        case Purpose.Making _ -> slots.after(booking).alternatives();
        case Purpose.Changing change -> slots.instead(booking, change);
        case Purpose.Cancelling _ -> List.of();
      };
    }
    return List.of();
  }

  /**
   * What a lost race leads to: the next attempt, or the refusal. What rivals held from each other
   * is let go by now, so the timetables are asked after the pause, not before it.
   */
  private CoAllocation follow(CoAllocation lost, Instant until) {
    var prospect = slots.after(lost);
    return books.inTransaction(() -> {
      var booking = books.alone(lost.id());
      if (booking.attempt().number() == lost.attempt().number() && booking.isLost()) {
        prospect
            .next()
            .ifPresentOrElse(
                slot -> tryAgain(booking, slot, until),
                () -> booking.refuse(prospect.alternatives()));
        books.tell(booking);
      }
      return booking;
    });
  }

  private void tryAgain(CoAllocation booking, Schedule slot, Instant until) {
    var now = clock.instant();
    booking.makeAgain(drafts.again(booking, slot), Attention.onceBegun(now, until));
    books.remember(booking, "broker", booking.tryWords());
  }
}

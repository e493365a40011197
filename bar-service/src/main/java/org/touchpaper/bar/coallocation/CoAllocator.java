package org.touchpaper.bar.coallocation;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.bar.reservation.Histories;
import org.touchpaper.bar.reservation.HistoryEntry;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.platform.problem.InvalidRequest;
import org.touchpaper.platform.time.TimeOrderedIds;
import org.touchpaper.segment.connection.Requester.Person;

/**
 * Books, cancels and follows co-allocations. Key, digest, id and transaction record are written in
 * one database transaction before anything is sent; no transaction is open while HARC is talked to.
 */
public class CoAllocator {

  /** Who follows what is undecided comes back often enough. */
  private static final Duration A_LOOK = Duration.ofSeconds(2);

  private final CoAllocations bookings;
  private final Histories histories;
  private final Books books;
  private final Harc harc;
  private final Drafts drafts;
  private final Slots slots;
  private final Attempts attempts;
  private final Intake intake;
  private final Duration patience;
  private final Clock clock;

  /**
   * A co-allocator.
   *
   * @param attempts how often it is tried
   * @param patience how long a call waits for a decision
   */
  public CoAllocator(
      CoAllocations bookings,
      Histories histories,
      Harc harc,
      Directory directory,
      TimeOrderedIds ids,
      TransactionTemplate database,
      ApplicationEventPublisher watchers,
      Attempts attempts,
      Duration patience,
      Clock clock) {
    this.bookings = bookings;
    this.histories = histories;
    this.books = new Books(bookings, histories, database, watchers, clock);
    this.harc = harc;
    this.drafts = new Drafts(directory, ids, clock);
    this.slots = new Slots(harc, clock);
    this.attempts = attempts;
    this.intake = new Intake(bookings, books, drafts, slots, directory, clock);
    this.patience = patience;
    this.clock = clock;
  }

  /**
   * Books, or joins the call of the same owner and key that books already.
   *
   * @throws InvalidRequest if the wish makes no sense, or the key was used with another body
   * @throws DatabaseAway if nothing could be begun, or what was begun could not be read
   */
  public BookAnswer book(Person owner, Wish wish, @Nullable String key) {
    return answer(asOfNow(decide(intake.take(owner, wish, key), patience)));
  }

  /**
   * Has the acceptors decide the transaction under way, and learns what they say; and so on with
   * the next, if one follows, for as long as there is patience.
   */
  private CoAllocation decide(UUID id, Duration wait) {
    var until = clock.instant().plus(wait);
    var booking = books.get(id);
    for (var left = wait; !booking.attempt().isDecided() && left.isPositive(); ) {
      var attempt = booking.attempt();
      var began = System.nanoTime();
      var answer = harc.begin(attempt.request(), left);
      booking = learn(booking, answer, Duration.ofNanos(System.nanoTime() - began));
      if (booking.attempt().number() == attempt.number()) {
        break;
      }
      left = Duration.between(clock.instant(), until);
    }
    return booking;
  }

  private CoAllocation learn(CoAllocation seen, Harc.Answer answer, Duration took) {
    var prospect = prospect(seen, answer, took);
    return books.inTransaction(() -> {
      var booking = books.alone(seen.id());
      var number = seen.attempt().number();
      if (booking.attempt().number() == number && booking.learn(answer, clock.instant())) {
        books.remember(booking, "harc", number + ": " + answer.words());
        if (booking.state() == Phase.REFUSED) {
          follow(booking, prospect);
        }
        books.tell(booking);
      }
      return booking;
    });
  }

  /** In the same transaction as the refusal, so that a crash leaves either both or none. */
  private void follow(CoAllocation refused, Slots.Prospect prospect) {
    prospect
        .next()
        .map(slot -> drafts.again(refused, slot))
        .ifPresentOrElse(
            draft -> {
              refused.makeAgain(draft, clock.instant());
              books.remember(refused, "broker", refused.tryWords());
            },
            () -> refused.offer(prospect.alternatives()));
  }

  /** Nobody is asked where no other time would help. */
  private Slots.Prospect prospect(CoAllocation booking, Harc.Answer answer, Duration took) {
    if (!(answer instanceof Harc.Answer.Abort(var why))
        || booking.attempt().isCancel()
        || why.stream().anyMatch(Sense::isHopeless)) {
      return Slots.Prospect.NONE;
    }
    var again =
        !why.isEmpty()
            && why.stream().allMatch(Sense::isLostRace)
            && attempts.pauseAfter(booking.triedWithTheLast().size(), took);
    var prospect = slots.after(booking);
    return again ? prospect : prospect.onlyOffered();
  }

  private static BookAnswer answer(CoAllocation booking) {
    return switch (booking.state()) {
      case UNDECIDED -> new BookAnswer.Undecided(booking);
      case REFUSED -> refused(booking);
      case COMMITTED, ACTIVE, ENDED, CANCELLED, FAILED -> new BookAnswer.Booked(booking);
    };
  }

  private static BookAnswer refused(CoAllocation booking) {
    if (booking.isNotStarted()) {
      return new BookAnswer.NotStarted(booking);
    }
    return booking.refusals().stream().anyMatch(Sense::isHopeless)
        ? new BookAnswer.NeverFits(booking)
        : new BookAnswer.Refused(booking);
  }

  /**
   * Gives a booking up: before its start it is cancelled, while it is up it is torn down. What is
   * cancelled, or being cancelled, gives the same answer again.
   */
  public CancelAnswer cancel(UUID id, Person by) {
    var refusal = books.first(() -> beginToCancel(id, by));
    return refusal
        .<CancelAnswer>map(CancelAnswer.Refused::new)
        .orElseGet(() -> cancelled(decide(id, patience)));
  }

  private Optional<String> beginToCancel(UUID id, Person by) {
    var booking = books.alone(id);
    if (booking.state() == Phase.CANCELLED || booking.isBeingCancelled()) {
      return Optional.empty();
    }
    var why = booking.cancelRefusal(clock.instant());
    if (why.isEmpty()) {
      booking.cancel(drafts.cancel(booking), clock.instant());
      books.remember(booking, by.name(), "cancel asked for");
    }
    return why;
  }

  private static CancelAnswer cancelled(CoAllocation booking) {
    if (booking.state() == Phase.CANCELLED) {
      return new CancelAnswer.Cancelled(booking);
    }
    if (booking.isBeingCancelled()) {
      return new CancelAnswer.Undecided(booking);
    }
    return booking.attempt().isStarted()
        ? new CancelAnswer.Refused("not everybody agreed to cancel it; ask again")
        : new CancelAnswer.NotStarted(booking);
  }

  /** Looks after a booking once: finishes what is undecided, hears how its parts stand. */
  void follow(UUID id) {
    var booking = books.get(id);
    if (!booking.attempt().isDecided()) {
      decide(id, A_LOOK);
    } else if (booking.state() != Phase.REFUSED) {
      hear(booking);
    }
  }

  private void hear(CoAllocation seen) {
    var make = new TransactionId(seen.id() + "." + seen.attempt().makeAttempt());
    var heard = new HashMap<UUID, Harc.Heard>();
    seen.parts().stream()
        .map(Part::rm)
        .distinct()
        .forEach(rm -> heard.putAll(harc.query(rm, make)));
    books.inTransaction(() -> {
      var booking = books.alone(seen.id());
      var before = booking.state();
      if (booking.hear(heard, clock.instant())) {
        if (booking.state() != before) {
          books.remember(booking, "parts", booking.state().name());
        }
        books.tell(booking);
      }
      return booking;
    });
  }

  /** What is read while the resource managers cannot be heard. */
  private CoAllocation asOfNow(CoAllocation booking) {
    return booking.passEnd(clock.instant());
  }

  public Optional<CoAllocation> find(UUID id) {
    return bookings.findById(id).map(this::asOfNow);
  }

  public List<CoAllocation> newest(
      @Nullable String owner, @Nullable Phase state, @Nullable UUID before, int atMost) {
    return bookings.newest(owner, state, before, atMost).stream().map(this::asOfNow).toList();
  }

  public List<CoAllocation> upNow(@Nullable String owner) {
    return bookings.upAt(owner, clock.instant());
  }

  /** What was done to a booking and to its lightpaths, oldest first. */
  public List<HistoryEntry> history(CoAllocation booking) {
    var parts = booking.parts().stream().map(Part::ident);
    return histories.listOf(Stream.concat(Stream.of(booking.id()), parts).toList());
  }
}

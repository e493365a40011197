package org.touchpaper.bar.coallocation;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.Histories;
import org.touchpaper.bar.reservation.HistoryEntry;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.platform.problem.InvalidRequest;
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
  private final Intake intake;
  private final Pursuit pursuit;
  private final Callers callers;
  private final Duration patience;
  private final Clock clock;

  /**
   * A co-allocator.
   *
   * @param patience how long a call waits for a decision
   */
  CoAllocator(
      CoAllocations bookings,
      Histories histories,
      Books books,
      Harc harc,
      Drafts drafts,
      Intake intake,
      Pursuit pursuit,
      Callers callers,
      Duration patience,
      Clock clock) {
    this.bookings = bookings;
    this.histories = histories;
    this.books = books;
    this.harc = harc;
    this.drafts = drafts;
    this.intake = intake;
    this.pursuit = pursuit;
    this.callers = callers;
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
    return answer(asOfNow(outcome(intake.take(owner, wish, key))));
  }

  /** What becomes of it while the caller waits; during pauses the rounds are waited for. */
  private CoAllocation outcome(UUID id) {
    try (var call = callers.waitFor(id)) {
      var until = clock.instant().plus(patience);
      var booking = pursuit.goOn(id, patience);
      while (booking.isLost() && call.hasNews(Duration.between(clock.instant(), until))) {
        booking = pursuit.goOn(id, Duration.between(clock.instant(), until));
      }
      return booking;
    }
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
        .orElseGet(() -> cancelled(pursuit.goOn(id, patience)));
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
    if (booking.isLost() || !booking.attempt().isDecided()) {
      pursuit.resume(id, A_LOOK);
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

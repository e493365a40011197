package org.touchpaper.bar.coallocation;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.Histories;
import org.touchpaper.bar.reservation.HistoryEntry;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.platform.problem.InvalidRequest;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;

/**
 * Books, cancels and follows co-allocations. Key, digest, id and transaction record are written in
 * one database transaction before anything is sent; no transaction is open while HARC is talked to.
 */
public class CoAllocator {

  private static final String ENDED = "it had ended before that was decided";

  /** Who follows what is undecided comes back often enough. */
  private static final Duration A_LOOK = Duration.ofSeconds(2);

  private final CoAllocations bookings;
  private final Histories histories;
  private final Books books;
  private final Drafts drafts;
  private final Intake intake;
  private final Pursuit pursuit;
  private final Hearing hearing;
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
      Drafts drafts,
      Intake intake,
      Pursuit pursuit,
      Hearing hearing,
      Callers callers,
      Duration patience,
      Clock clock) {
    this.bookings = bookings;
    this.histories = histories;
    this.books = books;
    this.drafts = drafts;
    this.intake = intake;
    this.pursuit = pursuit;
    this.hearing = hearing;
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
      case FAILED ->
          booking.isAnother() ? new BookAnswer.Overtaken(booking) : new BookAnswer.Booked(booking);
      case COMMITTED, ACTIVE, ENDED, CANCELLED -> new BookAnswer.Booked(booking);
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
      booking.cancel(drafts.cancel(booking, by), clock.instant());
      books.remember(booking, by.name(), "cancel asked for");
    }
    return why;
  }

  private CancelAnswer cancelled(CoAllocation booking) {
    if (booking.state() == Phase.CANCELLED) {
      return new CancelAnswer.Cancelled(booking);
    }
    if (booking.isBeingCancelled()) {
      return new CancelAnswer.Undecided(booking);
    }
    if (booking.state() == Phase.ENDED) {
      return new CancelAnswer.Refused(ENDED);
    }
    if (booking.attempt().hasForgotten(booking.attempt().number())) {
      return new CancelAnswer.Overtaken(booking);
    }
    if (!booking.attempt().isStarted()) {
      return new CancelAnswer.NotStarted(booking);
    }
    return new CancelAnswer.Refused(
        booking.hasEnded(clock.instant())
            ? ENDED
            : "not everybody agreed to cancel it" + objections(booking) + ". Ask again");
  }

  /** What they said, or else what goes wrong with it, which may be why. */
  private static String objections(CoAllocation booking) {
    var said = booking.objections().stream().map(Refusal::reason).distinct().toList();
    return said.isEmpty()
        ? booking.problem().map(trouble -> ". What goes wrong with it: " + trouble).orElse("")
        : ": " + String.join("; ", said);
  }

  /**
   * Makes a booking something else, all of it or nothing, or joins the call of the same key that
   * does so already; until that is decided, and if it is refused, the booking is what it was.
   *
   * @throws InvalidRequest if the change makes no sense, or is none, or the key was used with
   *     another body
   */
  public ModifyAnswer modify(UUID id, Person by, Modification wanted, @Nullable String key) {
    return switch (intake.take(id, by, wanted, key)) {
      case Intake.Taken.WrongState(var why) -> new ModifyAnswer.WrongState(why);
      case Intake.Taken.Begun(var number) -> {
        var booking = books.get(id);
        var isUnderWay = booking.attempt().number() == number;
        yield modified(asOfNow(isUnderWay ? pursuit.goOn(id, patience) : booking), number);
      }
    };
  }

  private static ModifyAnswer modified(CoAllocation booking, int number) {
    return switch (booking.changes().numbered(number).orElseThrow().outcome()) {
      case Change.Outcome.Undecided _ -> new ModifyAnswer.Undecided(booking);
      case Change.Outcome.Made _ -> new ModifyAnswer.Modified(booking);
      case Change.Outcome.NotStarted it -> new ModifyAnswer.NotStarted(booking, it.reason());
      case Change.Outcome.Refused why ->
          why.refusals().stream().anyMatch(Sense::isHopeless)
              ? new ModifyAnswer.NeverFits(booking, why)
              : new ModifyAnswer.Refused(booking, why);
    };
  }

  /** Looks after a booking once: finishes what is undecided, hears how its parts stand. */
  void follow(UUID id) {
    var booking = books.get(id);
    if (booking.isLost() || !booking.attempt().isDecided()) {
      booking = pursuit.resume(id, A_LOOK);
    } else if (booking.state() != Phase.REFUSED) {
      hearing.of(booking);
    }
    if (booking.isBeingChanged()) {
      hearing.of(booking);
    }
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

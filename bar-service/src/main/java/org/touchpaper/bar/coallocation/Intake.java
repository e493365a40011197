package org.touchpaper.bar.coallocation;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.platform.problem.InvalidRequest;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * Takes a wish into the books, once for each key. Whether it makes sense, and where its window
 * begins, is judged as of the instant it came, however long the timetables take to be told.
 */
final class Intake {

  private final CoAllocations bookings;
  private final Books books;
  private final Drafts drafts;
  private final Slots slots;
  private final Directory directory;
  private final Clock clock;

  Intake(
      CoAllocations bookings,
      Books books,
      Drafts drafts,
      Slots slots,
      Directory directory,
      Clock clock) {
    this.bookings = bookings;
    this.books = books;
    this.drafts = drafts;
    this.slots = slots;
    this.directory = directory;
    this.clock = clock;
  }

  /** A wish, whose it is, and when it came. */
  private record Asked(Person owner, Wish wish, @Nullable String key, Instant at) {

    Stretch wanted() {
      return wish.when().stretch(at);
    }
  }

  /**
   * Writes key, digest, id and transaction record in one database transaction, or finds what the
   * same owner and key wrote.
   *
   * @throws InvalidRequest if the wish makes no sense, or the key was used with another body
   * @throws DatabaseAway if nothing could be written
   */
  UUID take(Person owner, Wish wish, @Nullable String key) {
    var asked = new Asked(owner, wish, key, now());
    var violations = Sense.violations(wish, directory, asked.at());
    var slot = violations.isEmpty() ? Optional.of(slot(asked)) : Optional.<Schedule>empty();
    return books.first(() ->
        earlier(asked)
            .map(booking -> again(booking, wish))
            .orElseGet(
                () -> enter(asked, slot.orElseThrow(() -> InvalidRequest.neverFits(violations)))));
  }

  /** The books keep microseconds. */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }

  /** The slot to be tried first; nobody is asked if the time is fixed, or the key found one. */
  private Schedule slot(Asked asked) {
    var wanted = asked.wanted();
    return wanted.isFixed() || isKnown(asked)
        ? wanted.from(wanted.earliestStart(asked.at()))
        : slots.first(asked.owner(), drafts.parts(asked.wish()), wanted, asked.at());
  }

  private boolean isKnown(Asked asked) {
    return asked.key() != null && books.knows(asked.owner(), asked.key());
  }

  private Optional<CoAllocation> earlier(Asked asked) {
    if (asked.key() == null) {
      return Optional.empty();
    }
    bookings.beAloneWith(asked.owner().name() + "/" + asked.key());
    return bookings.findByKey(asked.owner().name(), asked.key());
  }

  private UUID again(CoAllocation booking, Wish wish) {
    sameBody(booking.digest(), wish.digest());
    if (booking.isNotStarted()) {
      var now = now();
      booking.makeAgain(
          drafts.again(booking, booking.placement().slotFrom(now)),
          Attention.whenTheCallGaveUp(now));
    }
    return booking.id();
  }

  private static void sameBody(String earlier, String digest) {
    if (!earlier.equals(digest)) {
      throw InvalidRequest.neverFits(
          "Idempotency-Key",
          "same-body",
          "this Idempotency-Key was used before with another body; use a fresh key");
    }
  }

  private UUID enter(Asked asked, Schedule slot) {
    var draft = drafts.first(asked.owner(), asked.wish(), asked.wanted(), slot, asked.key());
    var booking = bookings.save(draft);
    books.remember(booking, asked.owner().name(), "asked for: " + booking.words());
    if (booking.window().isPresent()) {
      books.remember(booking, "broker", booking.tryWords());
    }
    return booking.id();
  }

  /** What a call to change a booking led to. */
  sealed interface Taken {

    /** It is under way, or was decided, as the transaction of that number. */
    record Begun(int number) implements Taken {}

    /** The booking's state does not allow it. */
    record WrongState(String why) implements Taken {}
  }

  /**
   * Writes key, digest and transaction record of a change in one database transaction, or finds
   * what was written under the same key.
   *
   * @throws InvalidRequest if the change makes no sense, or is none, or the key was used with
   *     another body
   * @throws DatabaseAway if nothing could be written
   */
  Taken take(UUID id, Person by, Modification wanted, @Nullable String key) {
    return books.first(() -> {
      var booking = books.alone(id);
      var earlier = booking.changes().under(key);
      earlier.ifPresent(change -> sameBody(change.digest(), wanted.digest()));
      return earlier
          .filter(change -> !(change.outcome() instanceof Change.Outcome.NotStarted))
          .<Taken>map(change -> new Taken.Begun(change.number()))
          .orElseGet(() -> begin(booking, by, wanted, key));
    });
  }

  private Taken begin(CoAllocation booking, Person by, Modification wanted, @Nullable String key) {
    var now = now();
    var why = booking.changeRefusal(now);
    if (why.isPresent()) {
      return new Taken.WrongState(why.get());
    }
    var violations = Sense.violations(wanted, booking, directory, now);
    if (!violations.isEmpty()) {
      throw InvalidRequest.neverFits(violations);
    }
    var draft =
        drafts
            .change(booking, by, wanted, now)
            .orElseThrow(() ->
                InvalidRequest.neverFits(
                    "", "something-else", "that is what is booked; name what is to be different"));
    booking.change(draft, key, wanted, now);
    var change = booking.lastChange().orElseThrow();
    books.remember(booking, by.name(), "change asked for: " + change.words());
    return new Taken.Begun(change.number());
  }
}

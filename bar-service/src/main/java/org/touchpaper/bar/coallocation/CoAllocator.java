package org.touchpaper.bar.coallocation;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
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
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * Books, cancels and follows co-allocations. Key, digest, id and transaction record are written in
 * one database transaction before anything is sent; no transaction is open while HARC is talked to.
 */
public class CoAllocator {

  /** A call waits so long for a decision (DESIGN "Contracts": 202 after 10 s). */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private final CoAllocations bookings;
  private final Histories histories;
  private final Harc harc;
  private final Drafts drafts;
  private final Alternatives alternatives;
  private final Directory directory;
  private final TransactionTemplate database;
  private final ApplicationEventPublisher watchers;
  private final Clock clock;

  public CoAllocator(
      CoAllocations bookings,
      Histories histories,
      Harc harc,
      Directory directory,
      TimeOrderedIds ids,
      TransactionTemplate database,
      ApplicationEventPublisher watchers,
      Clock clock) {
    this.bookings = bookings;
    this.histories = histories;
    this.harc = harc;
    this.drafts = new Drafts(directory, ids, clock);
    this.alternatives = new Alternatives(harc, clock);
    this.directory = directory;
    this.database = database;
    this.watchers = watchers;
    this.clock = clock;
  }

  /**
   * Books, or joins the call of the same owner and key that books already.
   *
   * @param digest of the request's body
   * @throws InvalidRequest if the wish makes no sense, or the key was used with another body
   */
  public BookAnswer book(Person owner, Wish wish, @Nullable String key, String digest) {
    var begun = begin(owner, wish, key, digest);
    return decide(begun, PATIENCE);
  }

  private UUID begin(Person owner, Wish wish, @Nullable String key, String digest) {
    return inTransaction(() -> {
      var earlier = key == null ? Optional.<CoAllocation>empty() : earlier(owner, key);
      if (earlier.isPresent()) {
        return again(earlier.get(), digest);
      }
      var violations = Sense.violations(wish, directory, clock.instant());
      if (!violations.isEmpty()) {
        throw InvalidRequest.neverFits(violations);
      }
      var booking = bookings.save(drafts.first(owner, wish, key, digest));
      remember(booking, owner.name(), "asked for: " + summary(booking));
      return booking.id();
    });
  }

  private Optional<CoAllocation> earlier(Person owner, String key) {
    bookings.beAloneWith(owner.name() + "/" + key);
    return bookings.findByKey(owner.name(), key);
  }

  private UUID again(CoAllocation booking, String digest) {
    if (!booking.digest().equals(digest)) {
      throw InvalidRequest.neverFits(
          "Idempotency-Key",
          "same-body",
          "this Idempotency-Key was used before with another body; use a fresh key");
    }
    if (booking.isDecided() && !booking.isStarted()) {
      booking.attempt(drafts.again(booking), clock.instant());
    }
    return booking.id();
  }

  /** Has the acceptors decide the transaction under way, and learns what they say. */
  private BookAnswer decide(UUID id, Duration patience) {
    var booking = get(id);
    if (!booking.isDecided()) {
      booking = learn(id, booking.attempt(), harc.begin(booking.request(), patience));
    }
    return switch (booking.state()) {
      case UNDECIDED -> new BookAnswer.Undecided(booking);
      case REFUSED -> refused(booking);
      case COMMITTED, ACTIVE, ENDED, CANCELLED, FAILED -> new BookAnswer.Booked(booking);
    };
  }

  private BookAnswer refused(CoAllocation booking) {
    if (!booking.isStarted()) {
      return new BookAnswer.NotStarted(booking);
    }
    return booking.refusals().stream().map(Refusal::code).anyMatch(Refusal.Code::isPermanent)
        ? new BookAnswer.NeverFits(booking)
        : new BookAnswer.Refused(booking);
  }

  private CoAllocation learn(UUID id, int attempt, Harc.Answer answer) {
    var others =
        answer instanceof Harc.Answer.Abort ? alternatives.to(get(id)) : List.<Schedule>of();
    return inTransaction(() -> {
      bookings.beAloneWith(id.toString());
      var booking = get(id);
      if (booking.attempt() == attempt && booking.learn(answer, clock.instant())) {
        if (booking.state() == Phase.REFUSED) {
          booking.offer(others);
        }
        remember(booking, "harc", attempt + ": " + word(answer));
        tell(booking);
      }
      return booking;
    });
  }

  /**
   * Gives a booking up: before its start it is cancelled, while it is up it is torn down.
   *
   * @return the refusal to do so, or nothing once the acceptors decided it or are about to
   */
  public Optional<String> cancel(UUID id, Person by) {
    var refusal =
        inTransaction(() -> {
          bookings.beAloneWith(id.toString());
          var booking = get(id);
          if (booking.isCancel() && !booking.isDecided()) {
            return Optional.<String>empty();
          }
          var why = booking.cancelRefusal(clock.instant());
          if (why.isEmpty()) {
            booking.attempt(drafts.cancel(booking), clock.instant());
            remember(booking, by.name(), "cancel asked for");
          }
          return why;
        });
    if (refusal.isEmpty()) {
      decide(id, PATIENCE);
    }
    return refusal;
  }

  /** Looks after a booking once: finishes what is undecided, hears how its parts stand. */
  void follow(UUID id) {
    var booking = get(id);
    if (!booking.isDecided()) {
      decide(id, Duration.ofSeconds(2));
    } else if (booking.isStarted() && booking.state() != Phase.REFUSED) {
      hear(booking);
    }
  }

  private void hear(CoAllocation seen) {
    var make = new TransactionId(seen.id() + "." + seen.makeAttempt());
    var heard = new HashMap<UUID, Harc.Heard>();
    seen.parts().stream()
        .map(Part::rm)
        .distinct()
        .forEach(rm -> heard.putAll(harc.query(rm, make)));
    inTransaction(() -> {
      bookings.beAloneWith(seen.id().toString());
      var booking = get(seen.id());
      var before = booking.state();
      if (booking.hear(heard, clock.instant())) {
        if (booking.state() != before) {
          remember(booking, "parts", booking.state().name());
        }
        tell(booking);
      }
      return booking;
    });
  }

  public Optional<CoAllocation> find(UUID id) {
    return bookings.findById(id);
  }

  public List<CoAllocation> newest(
      @Nullable String owner, @Nullable Phase state, @Nullable UUID before, int atMost) {
    return bookings.newest(owner, state, before, atMost);
  }

  public List<CoAllocation> upNow(@Nullable String owner) {
    return bookings.upAt(owner, clock.instant());
  }

  public List<HistoryEntry> history(UUID id) {
    return histories.listOf(id);
  }

  private CoAllocation get(UUID id) {
    return bookings
        .findById(id)
        .orElseThrow(() -> new IllegalStateException("no co-allocation " + id));
  }

  private void remember(CoAllocation booking, String who, String event) {
    histories.saveAll(List.of(new HistoryEntry(booking.id(), clock.instant(), who, event)));
  }

  private void tell(CoAllocation booking) {
    watchers.publishEvent(
        new BookingChanged(
            booking.id(),
            booking.owner().name(),
            booking.state(),
            clock.instant(),
            booking.reason().orElse(null)));
  }

  private <T> T inTransaction(Supplier<T> work) {
    var done = database.execute(_ -> work.get());
    if (done == null) {
      throw new IllegalStateException("a transaction gave nothing");
    }
    return done;
  }

  private static String word(Harc.Answer answer) {
    return switch (answer) {
      case Harc.Answer.NotStarted _ -> "not started, too few acceptors answered";
      case Harc.Answer.Undecided _ -> "undecided";
      case Harc.Answer.Commit _ -> "decided to commit";
      case Harc.Answer.Abort(var why) ->
          "decided to abort"
              + why.stream().map(refusal -> ": " + refusal.reason()).reduce("", String::concat);
    };
  }

  private static String summary(CoAllocation booking) {
    return String.join(
        ", ",
        booking.parts().stream()
            .map(part ->
                switch (part) {
                  case Part.Compute nodes -> nodes.nodes() + " nodes of " + nodes.resource();
                  case Part.Lightpath path ->
                      path.bandwidthMbps()
                          + " Mbit/s "
                          + path.source()
                          + " to "
                          + path.destination();
                })
            .toList());
  }
}

package org.touchpaper.bar.coordination;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.reservation.Histories;
import org.touchpaper.bar.reservation.HistoryEntry;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.Reservations;
import org.touchpaper.platform.time.TimeOrderedIds;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.SegmentUnreachable;

/**
 * One lightpath alone, as the front door books it: held, committed and provisioned in one call. The
 * broker itself is the root of such a booking.
 */
@Service
public class Lightpaths {

  /** A crash between hold and commit leaves nothing held for longer. */
  private static final Duration HOLD = Duration.ofSeconds(60);

  /** How often a key may be used again after a segment was out of reach. */
  private static final int ATTEMPTS = 100;

  private final Broker broker;
  private final Books books;
  private final Self self;
  private final Reservations reservations;
  private final Histories histories;
  private final TransactionTemplate reading;
  private final TimeOrderedIds ids;
  private final Clock clock;

  Lightpaths(
      Broker broker,
      Books books,
      Self self,
      Reservations reservations,
      Histories histories,
      PlatformTransactionManager transactions,
      TimeOrderedIds ids,
      Clock clock) {
    this.broker = broker;
    this.books = books;
    this.self = self;
    this.reservations = reservations;
    this.histories = histories;
    this.reading = new TransactionTemplate(transactions);
    this.reading.setReadOnly(true);
    this.ids = ids;
    this.clock = clock;
  }

  /** What came of a call. */
  public sealed interface Outcome {

    /** Committed on every segment, and permitted. */
    record Booked(ConnectionId connection) implements Outcome {}

    /** It does not fit; nothing is held. */
    record Refused(ConnectionId connection, Refusal refusal) implements Outcome {}

    /** A segment did not answer; all is being given up, and the call may be repeated. */
    record Unreachable(ConnectionId connection, String why) implements Outcome {}

    /** The key came before with another body. */
    record KeyReused(ConnectionId connection) implements Outcome {}
  }

  /**
   * What is wanted.
   *
   * @param digest of the request's body: a repeat under the same key must have the same
   * @param criteria judged only where nothing is known under the key; throws if they make no sense
   */
  public record Wish(
      Person person,
      @Nullable String key,
      String digest,
      String description,
      Supplier<Criteria> criteria) {}

  /** Books, or joins the call under the same key and gives the same answer. */
  public Outcome book(Wish wish) {
    for (var attempt = 1; attempt <= ATTEMPTS; attempt++) {
      var id = idOf(wish, attempt);
      var known = beginOrJoin(id, wish);
      if (!known.digest().equals(wish.digest())) {
        return new Outcome.KeyReused(id);
      }
      if (!known.givenUp()) {
        return goOn(requester(wish.person(), id), id);
      }
    }
    throw new IllegalStateException("too many attempts under one key");
  }

  private record Known(String digest, boolean givenUp) {
    static Known of(Reservation reservation) {
      var first = reservation.find(1).orElseThrow();
      var over = first.state().isAgainst() && first.refusal().isEmpty();
      return new Known(reservation.booking().bodyDigest(), over);
    }
  }

  /** Looks the key up and begins under it in one step, for the same key may come twice at once. */
  private Known beginOrJoin(ConnectionId id, Wish wish) {
    var requester = requester(wish.person(), id);
    return books.open(
        id,
        requester,
        wish.description(),
        wish.digest(),
        reservation -> {
          reservation.requireRequester(requester);
          if (reservation.find(1).isEmpty()) {
            var now = clock.instant();
            var holder = new Holder.Until(now.plus(HOLD));
            broker.begin(reservation, new Reserve(requester, id, 1, wish.criteria().get(), holder));
            reservation.plan(true, now);
          }
          return Known.of(reservation);
        });
  }

  /** The same key gives the same id, on any copy of this broker and after any crash. */
  private ConnectionId idOf(Wish wish, int attempt) {
    if (wish.key() == null) {
      return new ConnectionId(ids.next());
    }
    var name = self.name() + "/" + wish.person().name() + "/" + wish.key();
    var space = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    return new ConnectionId(ConnectionId.nameBased(space, "lightpath/" + attempt));
  }

  private Outcome goOn(Requester requester, ConnectionId id) {
    var order = new Order(requester, id, 1);
    try {
      return switch (broker.goOn(id, 1)) {
        case ReserveAnswer.Held _ -> seal(order);
        case ReserveAnswer.Refused(var refusal) -> refused(id, refusal);
      };
    } catch (SegmentUnreachable e) {
      return giveUp(order, String.valueOf(e.getMessage()));
    }
  }

  /** Unless a call with the same key has booked it meanwhile. */
  private Outcome giveUp(Order order, String why) {
    try {
      broker.abort(order);
    } catch (Fault fault) {
      if (fault.code() == Fault.Code.INVALID_TRANSITION) {
        return new Outcome.Booked(order.connection());
      }
      throw fault;
    }
    return new Outcome.Unreachable(order.connection(), why);
  }

  /** What a call with the same key gave up meanwhile was refused by nobody. */
  private Outcome refused(ConnectionId id, Refusal refusal) {
    return books.read(id, Known::of).map(Known::givenUp).orElse(false)
        ? new Outcome.Unreachable(id, refusal.reason())
        : new Outcome.Refused(id, refusal);
  }

  private Outcome seal(Order order) {
    try {
      broker.commitAndProvision(order);
    } catch (Fault fault) {
      var over = books.read(order.connection(), it -> !it.lifecycle().isAlive()).orElse(false);
      if (!over) {
        return new Outcome.Unreachable(order.connection(), String.valueOf(fault.getMessage()));
      }
    }
    return new Outcome.Booked(order.connection());
  }

  /** Gives it back, tearing it down if it is up. */
  public void terminate(Person person, ConnectionId id) {
    broker.terminate(order(person, id));
  }

  /**
   * Ends any lightpath at once, also a part of something larger: it has failed, cut by somebody.
   */
  public void cut(Person person, ConnectionId id) {
    broker.cut(id, person.name());
  }

  /** Permits the data plane to come up within the window. */
  public void provision(Person person, ConnectionId id) {
    broker.provision(order(person, id));
  }

  /** Takes the data plane down and keeps the booking. */
  public void release(Person person, ConnectionId id) {
    broker.release(order(person, id));
  }

  private Order order(Person person, ConnectionId id) {
    var version = books.read(id, Reservation::binding).orElse(1);
    return new Order(requester(person, id), id, Math.max(1, version));
  }

  private Requester requester(Person person, ConnectionId id) {
    return new Requester(self.name(), person, id.toString());
  }

  /** Reads a lightpath inside a transaction. */
  public <T> Optional<T> find(ConnectionId id, Function<Reservation, T> question) {
    return books.read(id, question);
  }

  /** Newest first; of one owner, or of all; made before an instant, or up to now. */
  public <T> List<T> list(
      @Nullable String owner,
      @Nullable Instant before,
      int atMost,
      Function<Reservation, T> question) {
    var listed =
        reading.execute(_ ->
            reservations
                .newest(
                    owner == null ? "" : owner,
                    before == null ? Instant.parse("9999-01-01T00:00:00Z") : before,
                    atMost)
                .stream()
                .map(question)
                .toList());
    return listed == null ? List.of() : listed;
  }

  /** Who did what to a booking and when, oldest first; of a lightpath or a co-allocation. */
  public List<HistoryEntry> history(UUID subject) {
    return histories.listOf(subject);
  }
}

package org.touchpaper.bar.coallocation;

import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.orm.jpa.JpaSystemException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.reservation.Histories;
import org.touchpaper.bar.reservation.HistoryEntry;
import org.touchpaper.segment.connection.Requester.Person;

/** The rows of co-allocations, each change with its history. Nobody is spoken to inside. */
final class Books {

  private final CoAllocations bookings;
  private final Histories histories;
  private final TransactionTemplate database;
  private final ApplicationEventPublisher watchers;
  private final Clock clock;

  Books(
      CoAllocations bookings,
      Histories histories,
      TransactionTemplate database,
      ApplicationEventPublisher watchers,
      Clock clock) {
    this.bookings = bookings;
    this.histories = histories;
    this.database = database;
    this.watchers = watchers;
    this.clock = clock;
  }

  /**
   * One short transaction.
   *
   * @throws DatabaseAway if it could not be opened, or its end is not known
   */
  <T> T inTransaction(Supplier<T> work) {
    return reached(() -> {
      var done = database.execute(_ -> work.get());
      if (done == null) {
        throw new IllegalStateException("a transaction gave nothing");
      }
      return done;
    });
  }

  /**
   * As {@link #inTransaction}, where nothing has been done before it.
   *
   * @throws DatabaseAway if it could not be opened, or its end is not known
   */
  <T> T first(Supplier<T> work) {
    try {
      return inTransaction(work);
    } catch (DatabaseAway e) {
      throw e.getCause() instanceof CannotCreateTransactionException cause
          ? DatabaseAway.before(cause)
          : e;
    }
  }

  private static <T> T reached(Supplier<T> work) {
    try {
      return work.get();
    } catch (TransactionException
        | DataAccessResourceFailureException
        | TransientDataAccessException
        | JpaSystemException e) {
      throw DatabaseAway.during(e);
    }
  }

  CoAllocation get(UUID id) {
    return reached(() -> bookings.findById(id))
        .orElseThrow(() -> new IllegalStateException("no co-allocation " + id));
  }

  /** True if this key was used by its owner before. */
  boolean knows(Person owner, String key) {
    return first(() -> bookings.findByKey(owner.name(), key).isPresent());
  }

  /** Inside a transaction: whoever changes a booking is alone with it until it ends. */
  CoAllocation alone(UUID id) {
    bookings.beAloneWith(id.toString());
    return get(id);
  }

  void remember(CoAllocation booking, String who, String event) {
    histories.saveAll(List.of(new HistoryEntry(booking.id(), clock.instant(), who, event)));
  }

  /** Watchers hear of it once it is durable. */
  void tell(CoAllocation booking) {
    watchers.publishEvent(
        new BookingChanged(
            booking.id(),
            booking.owner().name(),
            booking.state(),
            clock.instant(),
            booking.reason().orElse(null)));
  }
}

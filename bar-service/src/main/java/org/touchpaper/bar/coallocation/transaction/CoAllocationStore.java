package org.touchpaper.bar.coallocation.transaction;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.orm.jpa.JpaSystemException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationRepository;
import org.touchpaper.bar.event.BookingChangeRecorder;
import org.touchpaper.bar.history.BookingOrderAuditEvent;
import org.touchpaper.bar.history.HistoryEntry;
import org.touchpaper.bar.history.HistoryRepository;
import org.touchpaper.bar.schedule.NextCheckScheduler;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/**
 * The transactional store of co-allocations and their history. No remote call is made inside a
 * transaction.
 */
@Component
public class CoAllocationStore {

  private final CoAllocationRepository repository;
  private final HistoryRepository histories;
  private final BookingChangeRecorder changeRecorder;
  private final TransactionTemplate transactions;
  private final ApplicationEventPublisher publisher;
  private final NextCheckScheduler checks;
  private final Clock clock;

  public CoAllocationStore(
      CoAllocationRepository repository,
      HistoryRepository histories,
      BookingChangeRecorder changeRecorder,
      PlatformTransactionManager transactions,
      ApplicationEventPublisher publisher,
      NextCheckScheduler coAllocationChecks,
      Clock clock) {
    this.repository = repository;
    this.histories = histories;
    this.changeRecorder = changeRecorder;
    this.transactions = new TransactionTemplate(transactions);
    this.publisher = publisher;
    this.checks = coAllocationChecks;
    this.clock = clock;
  }

  /**
   * Runs work in a transaction.
   *
   * @throws DatabaseUnavailableException if it could not be opened, or its outcome is unknown
   */
  public <T> T inTransaction(Supplier<T> work) {
    return translatingFailures(() -> {
      var result = transactions.execute(_ -> work.get());
      if (result == null) {
        throw new IllegalStateException("the transaction returned null");
      }
      return result;
    });
  }

  /**
   * Like {@link #inTransaction}, as the first step of a request.
   *
   * @throws DatabaseUnavailableException if it could not be opened, or its outcome is unknown
   */
  public <T> T inTransactionOrUnavailable(Supplier<T> work) {
    try {
      return inTransaction(work);
    } catch (DatabaseUnavailableException e) {
      throw e.getCause() instanceof CannotCreateTransactionException cause
          ? DatabaseUnavailableException.beforeBegin(cause)
          : e;
    }
  }

  private static <T> T translatingFailures(Supplier<T> work) {
    try {
      return work.get();
    } catch (TransactionException
        | DataAccessResourceFailureException
        | TransientDataAccessException
        | JpaSystemException e) {
      throw DatabaseUnavailableException.outcomeUnknown(e);
    }
  }

  public CoAllocation get(UUID id) {
    return find(id).orElseThrow(() -> new IllegalStateException("no co-allocation " + id));
  }

  public boolean isKeyUsed(Person owner, String key) {
    return inTransactionOrUnavailable(() -> repository.findByKey(owner.name(), key).isPresent());
  }

  /**
   * Locks and changes a booking, in a transaction of its own; see {@link #inTransaction}.
   *
   * @return the changed booking
   */
  public CoAllocation change(UUID id, Consumer<CoAllocation> step) {
    return inTransaction(() ->
        lockAndChange(
            id,
            booking -> {
              step.accept(booking);
              return booking;
            }));
  }

  /**
   * Locks a booking until the enclosing transaction ends, changes it, and writes what happened to
   * it into the event log.
   */
  public <T> T lockAndChange(UUID id, Function<CoAllocation, T> step) {
    repository.acquireAdvisoryLock(id.toString());
    var booking = get(id);
    var previousDueAt = booking.dueAt();
    var before = CoAllocationEventSnapshotMapper.of(booking);
    var result = step.apply(booking);
    changeRecorder.record(before, CoAllocationEventSnapshotMapper.of(booking));
    checks.update(id, previousDueAt, booking.dueAt());
    return result;
  }

  /** Stores a new booking, in the enclosing transaction. */
  CoAllocation save(CoAllocation booking) {
    checks.update(booking.id(), Optional.empty(), booking.dueAt());
    return repository.save(booking);
  }

  public Optional<CoAllocation> find(UUID id) {
    return translatingFailures(() -> repository.findById(id));
  }

  /** Records an order of a person, in the history and for security officers. */
  public void recordOrder(
      BookingOrderAuditEvent.Kind kind, CoAllocation booking, Person person, String event) {
    recordHistory(booking, person.name(), event);
    publisher.publishEvent(new BookingOrderAuditEvent(kind, booking.id(), person.name(), event));
  }

  public void recordHistory(CoAllocation booking, String actor, String event) {
    histories.saveAll(List.of(new HistoryEntry(booking.id(), clock.instant(), actor, event)));
  }

  /** Publishes a change, after the commit. */
  public void publishChanged(CoAllocation booking) {
    publisher.publishEvent(
        new CoAllocationChanged(
            booking.id(),
            booking.owner().name(),
            booking.state(),
            clock.instant(),
            booking.reason().orElse(null)));
  }
}

package org.touchpaper.harc.rm.booking;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.scheduler.DurableTimer;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/**
 * Brings the backend into the state that a booking calls for: the intention is recorded, the
 * backend is changed and read back, and the result is recorded (DESIGN decision 8). What was
 * interrupted is repeated. One thread at a time works on a booking.
 */
public final class BackendSynchronizer {
  private static final Logger LOG = LoggerFactory.getLogger(BackendSynchronizer.class);
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final Backend backend;
  private final BookingRepository bookings;
  private final BookingLocks locks;
  private final TransactionOperations database;
  private final DurableTimer timer;
  private final Clock clock;

  BackendSynchronizer(
      Backend backend,
      BookingRepository bookings,
      BookingLocks locks,
      TransactionOperations database,
      DurableTimer timer,
      Clock clock) {
    this.backend = backend;
    this.bookings = bookings;
    this.locks = locks;
    this.database = database;
    this.timer = timer;
    this.clock = clock;
  }

  /**
   * Has the backend hold a booking; returns the refusal, if any.
   *
   * @throws SchedulerUnreachableException if it does not answer, or another call for this booking
   *     is waiting for it
   */
  public Optional<String> hold(String bookingId) {
    return runExclusively(
            bookingId,
            () ->
                bookings
                    .find(bookingId)
                    .flatMap(booking -> backend.hold(booking, this::recordTransition)))
        .orElseThrow(() ->
            new SchedulerUnreachableException(
                "%s has not answered an earlier request about booking %s yet"
                    .formatted(backend.resource(), bookingId)));
  }

  /** Does what is due; returns when to check again, empty for never. */
  public Optional<Instant> check(String bookingId) {
    return check(bookingId, _ -> Optional.empty());
  }

  /**
   * As {@link #check(String)}, but asks the backend only about a booking that is not confirmed.
   *
   * @param confirm returns the booking to record if the backend is known to have it as required
   */
  public Optional<Instant> check(String bookingId, Function<Booking, Optional<Booking>> confirm) {
    return runExclusively(
            bookingId,
            () -> {
              var found = bookings.find(bookingId);
              var confirmed = found.flatMap(confirm);
              return confirmed.isPresent()
                  ? nextCheck(recordIfChanged(found.orElseThrow(), confirmed.get()))
                  : synchronize(bookingId, found);
            })
        .orElseGet(() -> Optional.of(clock.instant().plus(INTERVAL))); // another thread is at it
  }

  /** Follows what was launched on a booking; returns when to check again, empty for never. */
  public Optional<Instant> checkRun(String bookingId) {
    return runExclusively(
            bookingId,
            () ->
                bookings
                    .find(bookingId)
                    .flatMap(booking ->
                        backend
                            .runs()
                            .flatMap(runs -> runs.check(booking.forRuns(clock.instant())))))
        .orElseGet(() -> Optional.of(clock.instant().plus(INTERVAL))); // another thread is at it
  }

  /** Runs a task while no other works on the booking; empty, without running it, if one does. */
  public <T> Optional<T> runExclusively(String bookingId, Supplier<T> task) {
    return locks.runExclusively(bookingId, task);
  }

  private Optional<Instant> synchronize(String bookingId, Optional<Booking> start) {
    var found = start;
    while (found.isPresent()) {
      var before = found.get();
      var intended = before.dueAt(clock.instant());
      var after = recordIfChanged(before, intended.equals(before) ? apply(before) : intended);
      if (after.state() == before.state()) {
        return nextCheck(after);
      }
      found = bookings.find(bookingId);
    }
    return Optional.empty();
  }

  private Booking apply(Booking booking) {
    try {
      var leftBehind = endRun(booking);
      var applied = backend.apply(booking, this::recordTransition);
      return leftBehind.isPresent() && applied.state().isClean() && applied.problem() == null
          ? applied.withProblem(leftBehind.get())
          : applied;
    } catch (SchedulerUnreachableException e) {
      return booking.withCurrentProblem(String.valueOf(e.getMessage()));
    }
  }

  /** Its jobs end before it loses its nodes. Returns what may still run. */
  private Optional<String> endRun(Booking booking) {
    return switch (booking.state()) {
      case ENDING, CANCELLING, FAILING ->
          backend.runs().flatMap(runs -> runs.end(booking.forRuns(clock.instant())));
      case AMENDING -> {
        var now = clock.instant();
        if (!booking.hasBegun(now)) {
          backend.runs().ifPresent(runs -> runs.interrupt(booking.forRuns(now)));
        }
        yield Optional.empty();
      }
      case PREPARING,
          HELD,
          TAKEN,
          MERGING,
          ABORTING,
          ABORTED,
          COMMITTED,
          AMENDING_ACTIVE,
          STARTING,
          ACTIVE,
          ENDED,
          CANCELLED,
          FAILED ->
          Optional.empty();
    };
  }

  private Optional<Instant> nextCheck(Booking booking) {
    return booking.nextCheck(clock.instant(), INTERVAL);
  }

  private Booking recordIfChanged(Booking before, Booking after) {
    if (!after.equals(before)) {
      recordTransition(before, after);
    }
    return after;
  }

  private boolean recordTransition(Booking before, Booking after) {
    if (after.state() != before.state()) {
      var problem = after.problem() == null ? "" : after.problem();
      LOG.info(
          "booking={} {} -> {} {}", before.bookingId(), before.state(), after.state(), problem);
    }
    return database.execute(_ -> {
      var isChanged = bookings.update(before, after);
      if (isChanged
          && after.state() != before.state()
          && after.projection() == BackendPresenceMode.FROM_START) {
        wakeBlocked(after.bookingId());
      }
      return isChanged;
    });
  }

  /** Others may wait for its capacity. */
  private void wakeBlocked(String bookingId) {
    bookings.listBlocked().stream()
        .filter(blockedId -> !blockedId.equals(bookingId))
        .forEach(blockedId -> timer.schedule(blockedId, clock.instant()));
  }
}

package org.touchpaper.bar.coallocation.service;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;
import org.touchpaper.bar.aggregator.ReservationChanged;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationRepository;
import org.touchpaper.bar.coallocation.ModificationRecord;
import org.touchpaper.bar.coallocation.ModificationRequest;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.transaction.AttemptSequenceRunner;
import org.touchpaper.bar.coallocation.transaction.CoAllocationStore;
import org.touchpaper.bar.coallocation.transaction.DatabaseUnavailableException;
import org.touchpaper.bar.coallocation.transaction.DryRunService;
import org.touchpaper.bar.coallocation.transaction.RequestRegistrar;
import org.touchpaper.bar.coallocation.transaction.RetryPolicy;
import org.touchpaper.bar.coallocation.transaction.TransactionPlanner;
import org.touchpaper.bar.history.BookingOrderAuditEvent;
import org.touchpaper.bar.history.HistoryEntry;
import org.touchpaper.bar.history.HistoryRepository;
import org.touchpaper.bar.listing.BookingPage;
import org.touchpaper.bar.listing.BookingPageFinder;
import org.touchpaper.bar.listing.BookingPageFinder.BookingTable;
import org.touchpaper.bar.listing.BookingQuery;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.bar.schedule.NextCheckScheduler;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/**
 * Books, changes, cancels and tracks co-allocations. Key, digest, id and transaction record are
 * written in one database transaction before anything is sent. No database transaction is open
 * during a call to HARC.
 */
@Service
public class CoAllocationService implements NextCheckScheduler.DueBookings {

  private static final String ENDED_BEFORE_DECISION =
      "the booking ended before the cancellation was decided";

  private static final Set<BookingPhase> UP_TO_COMMITTED =
      EnumSet.of(BookingPhase.UNDECIDED, BookingPhase.COMMITTED);

  /** How long a check of an undecided booking waits for its decision. */
  private static final Duration FOLLOW_TIMEOUT = Duration.ofSeconds(2);

  /** A broker that has died is restarted within this time. */
  private static final Duration BROKER_RESTART = Duration.ofMinutes(1);

  private final CoAllocationRepository repository;
  private final HistoryRepository histories;
  private final BookingPageFinder pages;
  private final CoAllocationStore store;
  private final TransactionPlanner planner;
  private final RequestRegistrar registrar;
  private final DryRunService dryRunService;
  private final AttemptSequenceRunner attemptSequenceRunner;
  private final PartStatusPoller statusPoller;
  private final OutcomeWaiters waiters;
  private final LightpathCommitWaiter lightpathCommitWaiter;
  private final Duration decisionTimeout;
  private final Clock clock;

  /**
   * Creates the service.
   *
   * @param decisionTimeout how long a call waits for a decision
   */
  public CoAllocationService(
      CoAllocationRepository repository,
      HistoryRepository histories,
      BookingPageFinder pages,
      CoAllocationStore store,
      TransactionPlanner planner,
      RequestRegistrar registrar,
      DryRunService dryRunService,
      AttemptSequenceRunner attemptSequenceRunner,
      PartStatusPoller statusPoller,
      OutcomeWaiters waiters,
      LightpathCommitWaiter lightpathCommitWaiter,
      @Value("${touchpaper.bar.patience:10s}") Duration decisionTimeout,
      Clock clock) {
    this.repository = repository;
    this.histories = histories;
    this.pages = pages;
    this.store = store;
    this.planner = planner;
    this.registrar = registrar;
    this.dryRunService = dryRunService;
    this.attemptSequenceRunner = attemptSequenceRunner;
    this.statusPoller = statusPoller;
    this.waiters = waiters;
    this.lightpathCommitWaiter = lightpathCommitWaiter;
    this.decisionTimeout = decisionTimeout;
    this.clock = clock;
  }

  /**
   * Books, or joins the request of the same owner and key.
   *
   * @throws InvalidRequestException if the request is invalid, or the key was used with another
   *     body
   * @throws DatabaseUnavailableException if nothing could be begun, or its result could not be read
   */
  public BookingResult book(Person owner, BookingRequest request, @Nullable String key) {
    return book(owner, request, key, () -> {});
  }

  /** Books like the other method; runs {@code onRepeat} if it joins an earlier request. */
  public BookingResult book(
      Person owner, BookingRequest request, @Nullable String key, Runnable onRepeat) {
    var deadline = clock.instant().plus(decisionTimeout);
    var booking = awaitOutcome(registrar.register(owner, request, key, onRepeat));
    awaitSegments(booking, deadline);
    return resultOf(endIfOver(booking));
  }

  /**
   * The answer to a booking that starts soon comes once its segments know of the commit, because
   * they then bring the circuit up in time even if this broker dies after its answer. It comes at
   * the deadline at the latest, also while a segment is down.
   */
  private void awaitSegments(CoAllocation booking, Instant deadline) {
    if (booking.state() == BookingPhase.COMMITTED
        && booking.schedule().startTime().isBefore(clock.instant().plus(BROKER_RESTART))) {
      booking.parts().stream()
          .filter(CoAllocationPart.Lightpath.class::isInstance)
          .map(part -> new ConnectionId(part.partId()))
          .forEach(lightpath ->
              lightpathCommitWaiter.await(lightpath, Duration.between(clock.instant(), deadline)));
    }
  }

  /** Runs attempts until the timeout. During retry pauses it waits for the poller. */
  private CoAllocation awaitOutcome(UUID id) {
    try (var waiter = waiters.register(id)) {
      var deadline = clock.instant().plus(decisionTimeout);
      var booking = attemptSequenceRunner.advance(id, decisionTimeout);
      while (booking.hasLostRace()
          && waiter.awaitChange(Duration.between(clock.instant(), deadline))) {
        booking = attemptSequenceRunner.advance(id, Duration.between(clock.instant(), deadline));
      }
      return booking;
    }
  }

  private static BookingResult resultOf(CoAllocation booking) {
    return switch (booking.state()) {
      case UNDECIDED -> new BookingResult.Undecided(booking);
      case REFUSED -> refused(booking);
      case FAILED ->
          booking.isIdConflict()
              ? new BookingResult.IdConflict(booking)
              : new BookingResult.Booked(booking);
      case COMMITTED, ACTIVE, ENDED, CANCELLED -> new BookingResult.Booked(booking);
    };
  }

  private static BookingResult refused(CoAllocation booking) {
    if (booking.mayBeRepeated()) {
      return new BookingResult.NotStarted(booking);
    }
    return booking.refusals().stream().anyMatch(RetryPolicy::isPermanent)
        ? new BookingResult.NeverFits(booking)
        : new BookingResult.Refused(booking);
  }

  /**
   * Cancels a booking before its start, or tears it down while active, and waits until all of its
   * resources are free. The order is stored first, and carried out also if this takes longer.
   */
  public CancelResult cancel(UUID id, Person requester) {
    return cancel(id, requester, _ -> {});
  }

  /**
   * Cancels a booking on a condition.
   *
   * @param precondition throws if the booking is not as the caller believes
   */
  public CancelResult cancel(UUID id, Person requester, Consumer<CoAllocation> precondition) {
    var refusal =
        store.inTransactionOrUnavailable(() ->
            store.lockAndChange(
                id,
                booking -> {
                  precondition.accept(booking);
                  return beginCancel(booking, requester);
                }));
    return refusal
        .<CancelResult>map(CancelResult.Refused::new)
        .orElseGet(() -> cancelResult(awaitRelease(id)));
  }

  private CoAllocation awaitRelease(UUID id) {
    try (var waiter = waiters.register(id)) {
      var deadline = clock.instant().plus(decisionTimeout);
      attemptSequenceRunner.advance(id, decisionTimeout);
      waiter.awaitUntil(() -> isReleased(id), Duration.between(clock.instant(), deadline));
      return store.get(id);
    }
  }

  /** Returns true also if it is not cancelled, so that waiting would not help. */
  private boolean isReleased(UUID id) {
    var booking = store.get(id);
    if (booking.state() == BookingPhase.CANCELLED && booking.isReleasing()) {
      statusPoller.poll(booking);
      return !store.get(id).isReleasing();
    }
    return !booking.isBeingCancelled();
  }

  private Optional<String> beginCancel(CoAllocation booking, Person requester) {
    if (booking.state() == BookingPhase.CANCELLED || booking.isBeingCancelled()) {
      return Optional.empty();
    }
    var refusal = booking.cancelRefusal(clock.instant());
    if (refusal.isEmpty()) {
      booking.cancel(planner.cancelRequest(booking, requester), clock.instant());
      store.recordOrder(
          BookingOrderAuditEvent.Kind.ENDED, booking, requester, "cancellation requested");
    }
    return refusal;
  }

  private CancelResult cancelResult(CoAllocation booking) {
    if (booking.isReleasing()) {
      return new CancelResult.Releasing(booking);
    }
    if (booking.state() == BookingPhase.CANCELLED) {
      return new CancelResult.Cancelled(booking);
    }
    if (booking.state() == BookingPhase.ENDED) {
      return new CancelResult.Refused(ENDED_BEFORE_DECISION);
    }
    if (!booking.attempt().isStarted()) {
      return new CancelResult.NotStarted(booking);
    }
    return new CancelResult.Refused(
        booking.hasEnded(clock.instant())
            ? ENDED_BEFORE_DECISION
            : "not every resource manager agreed to cancel"
                + describeObjections(booking)
                + ". Try again");
  }

  /** Describes why a cancellation was refused: the refusals, or else the current problem. */
  private static String describeObjections(CoAllocation booking) {
    var reasons = booking.objections().stream().map(Refusal::reason).distinct().toList();
    return reasons.isEmpty()
        ? booking.problem().map(problem -> ". Current problem: " + problem).orElse("")
        : ": " + String.join("; ", reasons);
  }

  /**
   * Changes a booking, all or nothing, or joins the request of the same key. Until the change is
   * committed the booking is unchanged.
   *
   * @throws InvalidRequestException if the change is invalid or changes nothing, or the key was
   *     used with another body
   */
  public ModifyResult modify(
      UUID id, Person requester, ModificationRequest modification, @Nullable String key) {
    return modify(id, requester, modification, key, _ -> {}, () -> {});
  }

  /**
   * Changes a booking on a condition.
   *
   * @param precondition throws if the booking is not as the caller believes; not evaluated for a
   *     repeat
   * @param onRepeat run if it joins an earlier request
   */
  public ModifyResult modify(
      UUID id,
      Person requester,
      ModificationRequest modification,
      @Nullable String key,
      Consumer<CoAllocation> precondition,
      Runnable onRepeat) {
    var deadline = clock.instant().plus(decisionTimeout);
    var move = dryRunService.findMove(id, requester, modification, key);
    return switch (registrar.register(
        id, requester, modification, move, key, precondition, onRepeat)) {
      case RequestRegistrar.Registration.Described _ ->
          new ModifyResult.Modified(endIfOver(store.get(id)));
      case RequestRegistrar.Registration.WrongState(var reason) ->
          new ModifyResult.WrongState(reason);
      case RequestRegistrar.Registration.Registered(var number) -> {
        var booking = store.get(id);
        var isUnderWay = booking.attempt().number() == number;
        var decided = isUnderWay ? attemptSequenceRunner.advance(id, decisionTimeout) : booking;
        var result = modifyResult(endIfOver(decided), number);
        if (result instanceof ModifyResult.Modified) {
          awaitSegments(decided, deadline);
        }
        yield result;
      }
    };
  }

  /**
   * Launches something on a part, or stops what runs there, as a change; see the other method. An
   * order without effect, such as to launch what runs already, is done at once.
   */
  public ModifyResult modifyRun(
      UUID id,
      Person requester,
      ModificationRequest.RunChange change,
      @Nullable String key,
      Consumer<CoAllocation> precondition,
      Runnable onRepeat) {
    var booking = store.get(id);
    var modification = ModificationRequest.ofRun(change);
    if (booking.modifications().findByKey(key).isPresent()
        || booking.isBeingModified()
        || modification.hasEffectOn(booking)) {
      return modify(id, requester, modification, key, precondition, onRepeat);
    }
    precondition.accept(booking);
    return new ModifyResult.Modified(endIfOver(booking));
  }

  private static ModifyResult modifyResult(CoAllocation booking, int number) {
    return switch (booking.modifications().findByNumber(number).orElseThrow().outcome()) {
      case ModificationRecord.Outcome.Undecided _ -> new ModifyResult.Undecided(booking);
      case ModificationRecord.Outcome.Applied _ -> new ModifyResult.Modified(booking);
      case ModificationRecord.Outcome.NotStarted outcome ->
          new ModifyResult.NotStarted(booking, outcome.reason());
      case ModificationRecord.Outcome.Refused refused ->
          refused.refusals().stream().anyMatch(RetryPolicy::isPermanent)
              ? new ModifyResult.NeverFits(booking, refused)
              : new ModifyResult.Refused(booking, refused);
    };
  }

  @Override
  public Optional<Instant> dueAt(UUID id) {
    return store.find(id).flatMap(CoAllocation::dueAt);
  }

  @Override
  public void lockAndRun(UUID id, Consumer<Optional<Instant>> action) {
    if (store.find(id).isEmpty()) {
      action.accept(Optional.empty());
    } else {
      store.change(id, booking -> action.accept(booking.dueAt()));
    }
  }

  /** Advances an undecided transaction, and polls the status of the parts. */
  @Override
  public void check(UUID id) {
    var booking = store.get(id);
    if (booking.isCancelPending()) {
      booking = store.change(id, this::repeatPendingCancel);
    }
    if (booking.hasLostRace() || !booking.attempt().isDecided()) {
      booking = attemptSequenceRunner.resume(id, FOLLOW_TIMEOUT);
    } else if (booking.state() != BookingPhase.REFUSED) {
      statusPoller.poll(booking);
    }
    if (booking.isBeingModified()) {
      statusPoller.poll(booking);
    }
  }

  /** A resource manager did not answer the last cancellation; its caller is not asked again. */
  private void repeatPendingCancel(CoAllocation booking) {
    if (booking.isCancelPending() && booking.cancelRefusal(clock.instant()).isEmpty()) {
      booking.cancel(planner.repeatCancelRequest(booking), clock.instant());
      store.recordHistory(booking, "broker", "cancellation tried again");
    }
  }

  /** Checks a booking at once when one of its lightpaths has changed, unless it knows. */
  @EventListener
  void onReservationChanged(ReservationChanged event) {
    parseBookingId(event.correlationId())
        .filter(id -> !id.equals(event.connection().value())) // a lightpath alone
        .flatMap(store::find)
        .filter(found -> !isKnown(found, event))
        .ifPresent(found -> store.change(found.id(), booking -> booking.checkNow(clock.instant())));
  }

  /** The decision to commit tells a booking as much as the commit of its lightpath. */
  private static boolean isKnown(CoAllocation booking, ReservationChanged event) {
    return UP_TO_COMMITTED.contains(event.phase())
        && event.reason().isEmpty()
        && booking.parts().stream()
            .filter(part -> part.partId().equals(event.connection().value()))
            .map(CoAllocationPart::status)
            .anyMatch(status ->
                UP_TO_COMMITTED.contains(status.state()) && status.problemDescription().isEmpty());
  }

  /** Other requesters' correlation ids may have any form. */
  private static Optional<UUID> parseBookingId(String correlationId) {
    try {
      return Optional.of(UUID.fromString(correlationId));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Ends active parts after the end time, also without a report. */
  private CoAllocation endIfOver(CoAllocation booking) {
    return booking.endIfOver(clock.instant());
  }

  public Optional<CoAllocation> find(UUID id) {
    return repository.findById(id).map(this::endIfOver);
  }

  /** Lists bookings, in a few statements however many there are. */
  public BookingPage<CoAllocation> list(BookingQuery query) {
    return pages
        .find(BookingTable.CO_ALLOCATION, query)
        .mapAll(ids ->
            repository.findByIdIn(ids).stream()
                .sorted(Comparator.comparingInt(found -> ids.indexOf(found.id())))
                .map(this::endIfOver)
                .toList());
  }

  /** Returns those of these bookings that exist, in any order. */
  public List<CoAllocation> findAll(Collection<UUID> ids) {
    return repository.findByIdIn(ids).stream().map(this::endIfOver).toList();
  }

  /** Lists the history of a booking and its lightpaths, oldest first. */
  public List<HistoryEntry> listHistory(CoAllocation booking) {
    var partIds = booking.parts().stream().map(CoAllocationPart::partId);
    return histories.listBySubject(Stream.concat(Stream.of(booking.id()), partIds).toList());
  }
}

package org.touchpaper.bar.aggregator;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.aggregator.ReservationDriver.Step;
import org.touchpaper.bar.history.BookingOrderAuditEvent;
import org.touchpaper.bar.history.HistoryEntry;
import org.touchpaper.bar.history.HistoryRepository;
import org.touchpaper.bar.listing.BookingPage;
import org.touchpaper.bar.listing.BookingPageFinder;
import org.touchpaper.bar.listing.BookingPageFinder.BookingTable;
import org.touchpaper.bar.listing.BookingQuery;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.ReservationRepository;
import org.touchpaper.bar.schedule.BookingChangeWaiters;
import org.touchpaper.platform.time.TimeOrderedIds;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.timetable.StartRanges;
import org.touchpaper.timetable.StepFunction;
import org.touchpaper.timetable.Window;

/**
 * Books single lightpaths: held, committed and provisioned in one call. The broker itself is the
 * holder.
 */
@Service
public class LightpathService {

  private static final Logger LOG = LoggerFactory.getLogger(LightpathService.class);

  /** A hold expires after this time if the broker crashes before the commit. */
  static final Duration HOLD_TIMEOUT = Duration.ofSeconds(60);

  /** How often a key may be reused after a segment was unreachable. */
  private static final int MAX_ATTEMPTS = 100;

  private final BrokerNetworkSegment broker;
  private final ReservationStore store;
  private final ReservationDriver driver;
  private final ReservationCheckService reconciler;
  private final BrokerIdentity identity;
  private final ReservationRepository repository;
  private final HistoryRepository historyRepository;
  private final BookingPageFinder pages;
  private final TransactionTemplate readTransaction;
  private final TimeOrderedIds ids;
  private final Duration releaseTimeout;
  private final BookingChangeWaiters waiters = new BookingChangeWaiters();
  private final Clock clock;

  LightpathService(
      BrokerNetworkSegment broker,
      ReservationStore store,
      ReservationDriver driver,
      BrokerIdentity identity,
      ReservationRepository repository,
      HistoryRepository historyRepository,
      BookingPageFinder pages,
      PlatformTransactionManager transactions,
      TimeOrderedIds ids,
      ReservationCheckService reconciler,
      @Value("${touchpaper.bar.patience:10s}") Duration releaseTimeout,
      Clock clock) {
    this.broker = broker;
    this.reconciler = reconciler;
    this.releaseTimeout = releaseTimeout;
    this.store = store;
    this.driver = driver;
    this.identity = identity;
    this.repository = repository;
    this.historyRepository = historyRepository;
    this.pages = pages;
    this.readTransaction = new TransactionTemplate(transactions);
    this.readTransaction.setReadOnly(true);
    this.ids = ids;
    this.clock = clock;
  }

  /** The result of a booking. */
  public sealed interface BookingOutcome {

    /** Committed on every segment, and provisioned. */
    record Booked(ConnectionId connection) implements BookingOutcome {}

    /** Refused; no resources are held. */
    record Refused(ConnectionId connection, Refusal refusal) implements BookingOutcome {}

    /** A segment did not answer. The booking is aborted, and the call may be repeated. */
    record Unreachable(ConnectionId connection, String reason) implements BookingOutcome {}

    /** The key was used with another body. */
    record KeyReused(ConnectionId connection) implements BookingOutcome {}
  }

  /**
   * A request for a lightpath.
   *
   * @param digest the digest of the request body; a repeat under the same key must have the same
   * @param criteria evaluated only if the key is new; throws if they are invalid
   */
  public record LightpathRequest(
      Person person,
      @Nullable String key,
      String digest,
      String description,
      Supplier<Criteria> criteria) {}

  /** Books, or joins the call under the same key and returns its result. */
  public BookingOutcome book(LightpathRequest request) {
    for (var attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      var id = idFor(request, attempt);
      var versionRequest = new ConnectionVersionRequest(requester(request.person(), id), id, 1);
      var begun = beginOrJoin(versionRequest, request);
      if (!begun.value().digest().equals(request.digest())) {
        return new BookingOutcome.KeyReused(id);
      }
      if (!begun.value().isAbandoned()) {
        return completeBooking(versionRequest, begun);
      }
    }
    throw new IllegalStateException(
        "more than " + MAX_ATTEMPTS + " attempts under one Idempotency-Key; use a new key");
  }

  /**
   * Judges a lightpath as {@link #book} would; nothing is held, stored or sent to an element.
   *
   * @throws SegmentUnreachableException if a segment did not answer; the message names it
   */
  public SegmentDryRunRequest.Result dryRun(Person person, Criteria criteria) {
    return dryRun(person, new ConnectionId(ids.next()), criteria);
  }

  /** Judges a change of a lightpath, whose own capacity counts as free, like {@link #dryRun}. */
  public SegmentDryRunRequest.Result dryRun(Person person, ConnectionId id, Criteria criteria) {
    var item = new SegmentDryRunRequest.Item(id, criteria);
    return broker.dryRun(new SegmentDryRunRequest(requester(person, id), List.of(item))).getFirst();
  }

  /**
   * Returns starts to which a lightpath may be moved, whose own bandwidth counts as free.
   *
   * @param window begins with the earliest start and ends with the latest end
   * @throws SegmentUnreachableException if a segment did not answer; the message names it
   */
  public StartRanges startsOfMove(
      Person person,
      ConnectionId id,
      Criteria current,
      int mbps,
      Schedule window,
      Duration length) {
    var free =
        broker.timetable(
            new FreeCapacityQuery(
                requester(person, id),
                current.source(),
                current.destination(),
                window,
                mbps,
                length));
    var starts =
        new StartRanges(
            free.starts().stream()
                .map(range -> new StartRanges.Range(range.firstStart(), range.lastStart()))
                .toList());
    if (free.steps().isEmpty()) {
      return starts;
    }
    var own = new Window(current.schedule().startTime(), current.schedule().endTime());
    var steps =
        new StepFunction(
                free.steps().stream()
                    .map(step ->
                        new StepFunction.Step(
                            new Window(step.during().startTime(), step.during().endTime()),
                            step.freeMbps()))
                    .toList())
            .plus(own, current.bandwidthMbps());
    return StartRanges.within(steps.windowsWithAtLeast(mbps), length).union(starts);
  }

  /**
   * A booking as it is stored.
   *
   * @param answer empty while segments are being asked
   */
  private record StoredReservation(
      String digest, boolean isAbandoned, Optional<ReserveResult> answer) {
    static StoredReservation of(Reservation reservation) {
      var firstRevision = reservation.findRevision(1).orElseThrow();
      return new StoredReservation(
          reservation.origin().bodyDigest(), firstRevision.isAbandoned(), reservation.answer(1));
    }
  }

  /**
   * Finds or begins the booking of a key in one step, because the same key may come twice at once.
   */
  private Step<StoredReservation> beginOrJoin(
      ConnectionVersionRequest versionRequest, LightpathRequest request) {
    return store.changeOrCreate(
        versionRequest.connection(),
        versionRequest.requester(),
        request.description(),
        request.digest(),
        reservation -> {
          reservation.requireRequester(versionRequest.requester());
          if (reservation.findRevision(1).isEmpty()) {
            var now = clock.instant();
            var holder = new Holder.ExternalRequester(now.plus(HOLD_TIMEOUT));
            broker.beginVersion(
                reservation,
                new ReserveRequest(
                    versionRequest.requester(),
                    versionRequest.connection(),
                    1,
                    request.criteria().get(),
                    holder));
            reservation.reschedule(true, now);
            store.recordOrder(
                BookingOrderAuditEvent.Kind.BOOKED,
                versionRequest.connection(),
                request.person().name(),
                "requested a lightpath: " + request.description());
          }
          return reservation.origin().bodyDigest().equals(request.digest())
              ? Step.of(reservation, commitIfHeld(reservation, versionRequest))
              : new Step<>(StoredReservation.of(reservation), List.of(), null);
        });
  }

  /**
   * Decides in the transaction that stores the last hold: a crash leaves no complete hold
   * undecided.
   */
  private StoredReservation commitIfHeld(
      Reservation reservation, ConnectionVersionRequest request) {
    if (reservation.isHeld(request.version()) && reservation.lifecycle().isAlive()) {
      broker.commitAndProvision(reservation, request);
    }
    return StoredReservation.of(reservation);
  }

  /** Derives the id from the key, so that it is the same after a crash. */
  private ConnectionId idFor(LightpathRequest request, int attempt) {
    if (request.key() == null) {
      return new ConnectionId(ids.next());
    }
    var name = identity.name() + "/" + request.person().name() + "/" + request.key();
    var namespace = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    return new ConnectionId(ConnectionId.nameBased(namespace, "lightpath/" + attempt));
  }

  private BookingOutcome completeBooking(
      ConnectionVersionRequest request, Step<StoredReservation> begun) {
    var id = request.connection();
    var step = driver.advance(id, begun, reservation -> commitIfHeld(reservation, request));
    var stored = step.value();
    return switch (stored.answer().orElse(null)) {
      case null -> abandon(request, step.failure());
      case ReserveResult.Held _ -> new BookingOutcome.Booked(id);
      case ReserveResult.Refused(var refusal)
          when stored.isAbandoned() -> // by a repeat of this call
          new BookingOutcome.Unreachable(id, refusal.reason());
      case ReserveResult.Refused(var refusal) -> new BookingOutcome.Refused(id, refusal);
    };
  }

  /**
   * Aborts, unless a call with the same key has booked it meanwhile; throws if the failure is a
   * fault of this broker.
   */
  private BookingOutcome abandon(
      ConnectionVersionRequest request, @Nullable RuntimeException failure) {
    try {
      broker.abort(request);
    } catch (SegmentFaultException fault) {
      if (fault.code() == SegmentFaultException.Code.INVALID_TRANSITION) {
        return new BookingOutcome.Booked(request.connection());
      }
      throw fault;
    }
    return switch (failure) {
      case null ->
          new BookingOutcome.Unreachable(
              request.connection(), request.connection() + ": not every segment has answered yet");
      case SegmentUnreachableException unreachable ->
          new BookingOutcome.Unreachable(
              request.connection(), String.valueOf(unreachable.getMessage()));
      default -> throw failure;
    };
  }

  /**
   * Terminates a lightpath, taking it down if it is active, and waits until every segment has freed
   * its share. The order is stored first, and carried out also if this takes longer.
   *
   * @param precondition throws if the lightpath is not as the caller believes
   */
  public void terminate(Person person, ConnectionId id, Consumer<Reservation> precondition) {
    broker.terminate(
        order(person, id),
        precondition.andThen(_ ->
            store.recordOrder(
                BookingOrderAuditEvent.Kind.ENDED, id, person.name(), "lightpath ended")));
    awaitRelease(id);
  }

  /**
   * Ends any lightpath at once, also a part of a co-allocation; it then has failed. Waits and
   * stores like {@link #terminate}.
   *
   * @param precondition throws if the lightpath is not as the caller believes
   */
  public void forceEnd(Person person, ConnectionId id, Consumer<Reservation> precondition) {
    broker.forceEnd(id, person.name(), precondition);
    awaitRelease(id);
  }

  /**
   * Records for security officers that a cut was ordered of a lightpath which is cut already. Waits
   * like {@link #terminate}, and changes nothing.
   *
   * @param precondition throws if the lightpath is not as the caller believes
   */
  public void repeatForcedEnd(Person person, ConnectionId id, Consumer<Reservation> precondition) {
    store.update(
        id,
        reservation -> {
          precondition.accept(reservation);
          reservation
              .lifecycle()
              .cut()
              .ifPresent(cut ->
                  store.recordOrder(
                      BookingOrderAuditEvent.Kind.CUT,
                      id,
                      person.name(),
                      "cut ordered; it was already " + cut.sentence()));
        });
    awaitRelease(id);
  }

  /**
   * Waits until every segment has committed a lightpath. Does not wait for one that is not booked
   * here, or that is over.
   */
  public void awaitCommit(ConnectionId id, Duration patience) {
    try (var waiter = waiters.register(id.value())) {
      waiter.awaitUntil(() -> !isCommitPending(id), patience);
    }
  }

  private boolean isCommitPending(ConnectionId id) {
    return store.read(id, Reservation::isCommitPending).orElse(false);
  }

  /** Waits until every segment has freed its share of a lightpath that is being ended. */
  public void awaitRelease(ConnectionId id) {
    try (var waiter = waiters.register(id.value())) {
      waiter.awaitUntil(() -> isReleasedAfterCheck(id), releaseTimeout);
    }
  }

  private boolean isReleasedAfterCheck(ConnectionId id) {
    if (isReleasing(id)) {
      reconcileSafely(id);
    }
    return !isReleasing(id);
  }

  @EventListener
  void onReservationChanged(ReservationChanged event) {
    waiters.wake(event.connection().value());
  }

  private boolean isReleasing(ConnectionId id) {
    return store.read(id, reservation -> reservation.isReleasing(clock.instant())).orElse(false);
  }

  /** What fails is repeated when the reservation is due. */
  private void reconcileSafely(ConnectionId id) {
    try {
      reconciler.reconcile(id);
    } catch (SegmentUnreachableException e) {
      LOG.info("connection={} is not released yet: {}", id, e.getMessage());
    }
  }

  /** Permits the data plane within the booked time. */
  public void provision(Person person, ConnectionId id) {
    broker.provision(order(person, id));
  }

  /** Takes the data plane down; the booking stays. */
  public void release(Person person, ConnectionId id) {
    broker.release(order(person, id));
  }

  /** Asks for a check of the path; false if the lightpath is not active. */
  public boolean requestPathCheck(ConnectionId id, boolean throughput) {
    return store
        .change(id, reservation -> reservation.requestPathCheck(throughput, clock.instant()))
        .orElse(false);
  }

  /** Changes what is known of the path. */
  public void updatePathCheck(ConnectionId id, Consumer<Reservation> step) {
    store.update(id, step);
  }

  /** Passes when the path is to be checked to an action, in a transaction that locks it. */
  public void lockPathCheck(ConnectionId id, Consumer<Optional<Instant>> action) {
    store.lockAndRun(id, reservation -> reservation.pathCheck().dueAt(), action);
  }

  private ConnectionVersionRequest order(Person person, ConnectionId id) {
    var version = store.read(id, Reservation::bindingVersion).orElse(1);
    return new ConnectionVersionRequest(requester(person, id), id, Math.max(1, version));
  }

  RequesterIdentity requester(Person person, ConnectionId id) {
    return new RequesterIdentity(identity.name(), person, id.toString());
  }

  /** Reads a lightpath in a transaction. */
  public <T> Optional<T> find(ConnectionId id, Function<Reservation, T> mapper) {
    return store.read(id, mapper);
  }

  /**
   * Lists lightpaths, also those of co-allocations. A page costs the same few statements whatever
   * its length: versions and holds are read for all its lightpaths together.
   */
  public <T> BookingPage<T> list(BookingQuery query, Function<Reservation, T> mapper) {
    return Objects.requireNonNull(
        readTransaction.execute(_ ->
            pages
                .find(BookingTable.RESERVATION, query)
                .mapAll(ids ->
                    repository.findByConnectionIdIn(ids).stream()
                        .sorted(
                            Comparator.comparingInt(
                                found -> ids.indexOf(found.connection().value())))
                        .map(mapper)
                        .toList())));
  }

  /** Reads those of these lightpaths that exist, in any order, in a few statements. */
  public <T> List<T> findAll(Collection<UUID> ids, Function<Reservation, T> mapper) {
    return Objects.requireNonNull(
        readTransaction.execute(
            _ -> repository.findByConnectionIdIn(ids).stream().map(mapper).toList()));
  }

  /** Lists the history of a lightpath or a co-allocation, oldest first. */
  public List<HistoryEntry> listHistory(UUID subject) {
    return historyRepository.listBySubject(subject);
  }
}

package org.touchpaper.bar.aggregator;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.ReservationDriver.Step;
import org.touchpaper.bar.directory.CircuitSplitResult;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.segment.reservation.HolderClientRegistry;

/**
 * The BAR as a network segment: reserving it reserves local campus, wide area and remote campus,
 * all or nothing (PoS(ESLEA)015; DESIGN decision 3).
 */
@Component
public class BrokerNetworkSegment implements NetworkSegment {

  private static final Logger LOG = LoggerFactory.getLogger(BrokerNetworkSegment.class);

  private final ReservationStore store;
  private final ReservationDriver driver;
  private final CurrentNetworkDirectory directory;
  private final HolderClientRegistry holders;
  private final PeerRegistry peers;
  private final EndToEndAvailability availability;
  private final DryRunDriver dryRunDriver;
  private final Clock clock;

  BrokerNetworkSegment(
      ReservationStore store,
      ReservationDriver driver,
      CurrentNetworkDirectory directory,
      HolderClientRegistry holders,
      PeerRegistry peers,
      EndToEndAvailability availability,
      DryRunDriver dryRunDriver,
      Clock clock) {
    this.store = store;
    this.driver = driver;
    this.directory = directory;
    this.holders = holders;
    this.peers = peers;
    this.availability = availability;
    this.dryRunDriver = dryRunDriver;
    this.clock = clock;
  }

  @Override
  public ReserveResult reserve(ReserveRequest request) {
    if (!isHolderAllowed(request.requester(), request.holder())) {
      throw new SegmentFaultException(
          SegmentFaultException.Code.NOT_ALLOWED,
          request.connection(),
          request.requester().peer() + " may not name this holder: " + request.holder());
    }
    var begun = beginIfNew(truncateToMicros(request));
    LOG.info("reserve connection={} version={}", request.connection(), request.version());
    var step =
        driver.advance(request.connection(), begun, reservation -> answer(reservation, request));
    return step.value().orElseThrow(() -> failureOf(request, step));
  }

  private static RuntimeException failureOf(ReserveRequest request, Step<?> step) {
    var failure = step.failure();
    return failure == null
        ? new SegmentUnreachableException(
            request.connection() + ": not every segment has answered yet",
            new IllegalStateException("still checking"))
        : failure;
  }

  /**
   * A transaction may be the holder only if a resource manager names it; the configured acceptors
   * decide.
   */
  private boolean isHolderAllowed(RequesterIdentity requester, Holder holder) {
    return holder instanceof Holder.Transaction
        ? peers.find(requester.peer()).filter(peer -> peer.hasRole(PeerRole.RM)).isPresent()
        : holders.accepts(requester, holder);
  }

  private Step<Optional<ReserveResult>> beginIfNew(ReserveRequest request) {
    return store.changeOrCreate(
        request.connection(),
        request.requester(),
        "",
        "",
        reservation -> {
          reservation.requireRequester(request.requester());
          reservation
              .findRevision(request.version())
              .ifPresentOrElse(
                  existing -> requireSameRequest(reservation, request),
                  () -> beginVersion(reservation, request));
          reservation.reschedule(true, clock.instant());
          return Step.of(reservation, answer(reservation, request));
        });
  }

  /** What was terminated is held no longer; the cancellation that did so keeps its answer. */
  private static Optional<ReserveResult> answer(Reservation reservation, ReserveRequest request) {
    return reservation
        .answer(request.version())
        .map(answer ->
            answer instanceof ReserveResult.Held
                    && request.criteria() != null
                    && reservation.lifecycle().isTerminatedOrTerminating()
                ? new ReserveResult.Refused(
                    new Refusal(
                        Refusal.Code.GIVEN_UP,
                        request.connection().toString(),
                        "",
                        "This reservation was terminated. Reserve under another connection id.",
                        null))
                : answer);
  }

  /** Begins a new version, inside a transaction. */
  void beginVersion(Reservation reservation, ReserveRequest unroundedRequest) {
    var request = truncateToMicros(unroundedRequest);
    var now = clock.instant();
    var criteria = request.criteria();
    if (!reservation.lifecycle().isAlive()) {
      reservation.operations().refuseAfterEnd(request, now);
    } else if (request.version() > 1 || criteria == null) {
      reservation.operations().beginCheck(request, List.of(), now);
    } else {
      var endedRefusal = refuseIfEnded(criteria, now);
      switch (directory.get().split(criteria.source(), criteria.destination())) {
        case CircuitSplitResult.Rejected(var refusal) ->
            reservation.operations().refuse(request, refusal, now);
        case CircuitSplitResult.Legs(var legs) when endedRefusal.isEmpty() ->
            reservation.operations().beginCheck(request, legs, now);
        case CircuitSplitResult.Legs _ ->
            reservation.operations().refuse(request, endedRefusal.orElseThrow(), now);
      }
    }
  }

  /** Refuses a circuit whose end has passed; one whose start has passed starts at once. */
  private static Optional<Refusal> refuseIfEnded(Criteria criteria, Instant now) {
    var end = criteria.schedule().endTime();
    return end.isAfter(now)
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                Refusal.Code.BAD_SCHEDULE,
                "",
                "endTime",
                "The end time " + end + " is in the past; the time is " + now + ".",
                null));
  }

  private static void requireSameRequest(Reservation reservation, ReserveRequest request) {
    var existing = reservation.findRevision(request.version()).orElseThrow();
    var isSame =
        existing.criteria().equals(Optional.ofNullable(request.criteria()))
            && existing.holder().equals(Optional.of(request.holder()));
    if (existing.wasRequested() && !isSame) {
      throw new SegmentFaultException(
          SegmentFaultException.Code.CONTRADICTS_EARLIER,
          request.connection(),
          "version " + request.version() + " was already requested with different content");
    }
  }

  @Override
  public void commit(ConnectionVersionRequest request) {
    changeAndAdvance(
        request,
        reservation ->
            reservation.operations().commit(request.version(), describe(request), clock.instant()));
  }

  /**
   * In one step, so that a crash cannot separate them; also if the holder's outcome has committed
   * the version before.
   */
  @Override
  public void commitAndProvision(ConnectionVersionRequest request) {
    changeAndAdvance(request, reservation -> commitAndProvision(reservation, request));
  }

  /** Commits and provisions, inside a transaction. */
  void commitAndProvision(Reservation reservation, ConnectionVersionRequest request) {
    reservation
        .operations()
        .commitAndProvision(request.version(), describe(request), clock.instant());
  }

  @Override
  public void abort(ConnectionVersionRequest request) {
    createOrChangeAndAdvance(
        request,
        reservation ->
            reservation.operations().abort(request.version(), describe(request), clock.instant()));
  }

  @Override
  public void provision(ConnectionVersionRequest request) {
    changeAndAdvance(
        request,
        reservation -> reservation.operations().provision(describe(request), clock.instant()));
  }

  @Override
  public void release(ConnectionVersionRequest request) {
    changeAndAdvance(
        request,
        reservation -> reservation.operations().release(describe(request), clock.instant()));
  }

  @Override
  public void terminate(ConnectionVersionRequest request) {
    createOrChangeAndAdvance(
        request,
        reservation -> reservation.operations().terminate(describe(request), clock.instant()));
  }

  /** Also for an unknown connection, so that a later request for it is refused. */
  private void createOrChangeAndAdvance(
      ConnectionVersionRequest request, Consumer<Reservation> operation) {
    var changed =
        store.changeOrCreate(
            request.connection(),
            request.requester(),
            "",
            "",
            reservation -> apply(operation, reservation, request));
    driver.advanceSafely(request.connection(), changed);
  }

  private Step<ConnectionId> apply(
      Consumer<Reservation> operation, Reservation reservation, ConnectionVersionRequest request) {
    reservation.requireRequester(request.requester());
    operation.accept(reservation);
    reservation.reschedule(true, clock.instant());
    return Step.of(reservation, request.connection());
  }

  /** Stores the decision, then calls the segments; calls that fail are retried later. */
  private void changeAndAdvance(ConnectionVersionRequest request, Consumer<Reservation> operation) {
    var changed =
        store
            .change(request.connection(), reservation -> apply(operation, reservation, request))
            .orElseThrow(() ->
                new SegmentFaultException(
                    SegmentFaultException.Code.UNKNOWN_CONNECTION,
                    request.connection(),
                    "unknown connection " + request.connection()));
    driver.advanceSafely(request.connection(), changed);
  }

  /**
   * Terminates a connection of this broker.
   *
   * @param precondition throws if it is not as the caller believes
   */
  void terminate(ConnectionVersionRequest request, Consumer<Reservation> precondition) {
    changeAndAdvance(
        request,
        reservation -> {
          precondition.accept(reservation);
          reservation.operations().terminate(describe(request), clock.instant());
        });
  }

  /**
   * Ends a connection of any requester by order of a person of this site (DESIGN decision 10).
   *
   * @param precondition throws if it is not as the caller believes
   */
  void forceEnd(ConnectionId connection, String who, Consumer<Reservation> precondition) {
    store
        .change(
            connection,
            reservation -> {
              precondition.accept(reservation);
              reservation.operations().forceEnd(who, clock.instant());
              reservation.reschedule(true, clock.instant());
              return Step.of(reservation, connection);
            })
        .ifPresent(changed -> driver.advanceSafely(connection, changed));
  }

  @Override
  public ConnectionReport query(RequesterIdentity requester, ConnectionId connection) {
    return store
        .<ConnectionReport>read(connection, reservation -> reservation.report(clock.instant()))
        .orElseGet(() -> new ConnectionReport.Unknown(connection));
  }

  @Override
  public FreeCapacityResult timetable(FreeCapacityQuery query) {
    return availability.between(query);
  }

  @Override
  public List<SegmentDryRunRequest.Result> dryRun(SegmentDryRunRequest dryRun) {
    return dryRunDriver.run(dryRun, this::beginVersion);
  }

  private static String describe(ConnectionVersionRequest request) {
    return request.requester().onBehalfOf().name() + " through " + request.requester().peer();
  }

  /** Truncates to microseconds, PostgreSQL's resolution, so that a repeat compares equal. */
  private static ReserveRequest truncateToMicros(ReserveRequest request) {
    var criteria = request.criteria();
    return new ReserveRequest(
        request.requester(),
        request.connection(),
        request.version(),
        criteria == null ? null : truncateToMicros(criteria),
        request.holder());
  }

  private static @Nullable Criteria truncateToMicros(Criteria criteria) {
    var schedule = criteria.schedule();
    var start = schedule.startTime().truncatedTo(ChronoUnit.MICROS);
    var end = schedule.endTime().truncatedTo(ChronoUnit.MICROS);
    return new Criteria(
        criteria.source(),
        criteria.destination(),
        criteria.bandwidthMbps(),
        new Schedule(start, end.isAfter(start) ? end : start.plus(1, ChronoUnit.MICROS)));
  }
}

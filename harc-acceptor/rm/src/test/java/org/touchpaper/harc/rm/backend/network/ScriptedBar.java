package org.touchpaper.harc.rm.backend.network;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.connection.state.ProvisionState;
import org.touchpaper.segment.connection.state.ReservationState;

/**
 * A BAR with one link of 1000 Mbit/s that enforces the contract and can stop answering. It keeps
 * its own records for comparison.
 */
public final class ScriptedBar implements NetworkSegment {
  static final int CAPACITY = 1000;

  final List<String> calls = new ArrayList<>();
  final Map<ConnectionId, ScriptedReservation> bookings = new HashMap<>();
  boolean isUnreachable;

  /** Answers only queries. */
  boolean isReadOnly;

  /** Aborts slowly: an aborted version blocks others until {@link #finishAborts}. */
  boolean abortsSlowly;

  /** The refusal of what exceeds the capacity. */
  Refusal busy = new Refusal(Refusal.Code.CAPACITY_BUSY, "L1", "bandwidthMbps", "busy", null);

  /** The reported data plane of all circuits; null if it follows from the clock. */
  @Nullable DataPlaneState dataPlane;

  /** Runs code around the calls to a BAR. */
  interface Interceptor {
    Object intercept(String method, Object argument, Callable<Object> call) throws Exception;
  }

  private final Clock clock;

  /** A BAR whose circuits become active only when the test sets it. */
  public ScriptedBar() {
    this(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
    this.dataPlane = DataPlaneState.INACTIVE;
  }

  /** A BAR whose circuits are active in their time. */
  ScriptedBar(Clock clock) {
    this.clock = clock;
  }

  /** One connection. */
  static final class ScriptedReservation {
    final Map<Integer, ReserveRequest> requests = new HashMap<>();
    final Map<Integer, String> states = new HashMap<>();
    int committedVersion;
    boolean provisioned;
    boolean terminated;
    boolean failed;

    @Nullable ReserveRequest requestInState(String state) {
      return states.entrySet().stream()
          .filter(e -> e.getValue().equals(state))
          .map(e -> requests.get(e.getKey()))
          .findFirst()
          .orElse(null);
    }
  }

  /** The requested criteria of that version. */
  ReserveRequest requestOf(ConnectionId connection, int version) {
    return Optional.ofNullable(bookings.get(connection))
        .map(booking -> booking.requests.get(version))
        .orElseThrow();
  }

  /** The connections, versions and states that it has ever held or committed. */
  public synchronized Set<String> reservationStates() {
    var reservationStates = new TreeSet<String>();
    bookings.forEach((connection, booking) ->
        booking.states.forEach((version, state) ->
            reservationStates.add(connection + " " + version + " " + state(booking, state))));
    return reservationStates;
  }

  private static String state(ScriptedReservation booking, String state) {
    return booking.terminated
        ? "TERMINATED"
        : state.equals("COMMITTED") && booking.provisioned ? "PROVISIONED" : state;
  }

  /** Returns true within the time of its committed version. */
  synchronized boolean isUp(ConnectionId connection) {
    return Optional.ofNullable(bookings.get(connection))
        .filter(booking -> booking.provisioned && !booking.terminated && !booking.failed)
        .flatMap(ScriptedBar::committedCriteria)
        .map(Criteria::schedule)
        .filter(schedule -> schedule.contains(clock.instant()))
        .isPresent();
  }

  private boolean isOver(ScriptedReservation booking) {
    return committedCriteria(booking)
        .map(Criteria::schedule)
        .filter(schedule -> !clock.instant().isBefore(schedule.endTime()))
        .isPresent();
  }

  /** Of the last committed version that is not a cancellation. */
  private static Optional<Criteria> committedCriteria(ScriptedReservation booking) {
    return booking.states.entrySet().stream()
        .filter(entry -> Set.of("COMMITTED", "SUPERSEDED").contains(entry.getValue()))
        .sorted(Map.Entry.<Integer, String>comparingByKey().reversed())
        .flatMap(entry ->
            Optional.ofNullable(booking.requests.get(entry.getKey()))
                .map(ReserveRequest::criteria)
                .stream())
        .findFirst();
  }

  private DataPlaneState dataPlane(ConnectionId connection) {
    return Optional.ofNullable(dataPlane)
        .orElseGet(() -> isUp(connection) ? DataPlaneState.ACTIVE : DataPlaneState.INACTIVE);
  }

  private LifecycleState lifecycle(ScriptedReservation booking) {
    if (booking.failed) {
      return LifecycleState.FAILED;
    }
    if (booking.terminated) {
      return LifecycleState.TERMINATED;
    }
    return isOver(booking) && booking.requestInState("HELD") == null
        ? LifecycleState.PASSED_END_TIME
        : LifecycleState.CREATED;
  }

  private ScriptedReservation recordCall(String verb, ConnectionId connection, int version) {
    if (isUnreachable || isReadOnly) {
      throw new SegmentUnreachableException("deaf", new IllegalStateException("scripted"));
    }
    calls.add(verb + " " + version);
    return bookings.computeIfAbsent(connection, _ -> new ScriptedReservation());
  }

  @Override
  public synchronized ReserveResult reserve(ReserveRequest request) {
    var booking = recordCall("reserve", request.connection(), request.version());
    var existing = booking.requests.get(request.version());
    if (existing != null && !existing.equals(request)) {
      throw fault(
          SegmentFaultException.Code.CONTRADICTS_EARLIER, request.connection(), "other content");
    }
    if (!booking.states.containsKey(request.version())) {
      booking.requests.put(request.version(), request);
      booking.states.put(request.version(), admit(booking, request));
    }
    return answer(request, booking.states.getOrDefault(request.version(), ""));
  }

  private String admit(ScriptedReservation booking, ReserveRequest request) {
    var criteria = request.criteria();
    if (booking.requestInState("HELD") != null || booking.requestInState("ABORTING") != null) {
      booking.requests.remove(request.version());
      throw fault(
          SegmentFaultException.Code.INVALID_TRANSITION,
          request.connection(),
          "another version is undecided");
    }
    if (criteria == null) {
      return "HELD";
    }
    var reservedMbps =
        bookings.values().stream()
            .filter(other -> other != booking && !other.terminated)
            .mapToInt(other ->
                Math.max(
                    mbps(other.requestInState("HELD"), criteria.schedule()),
                    mbps(other.requestInState("COMMITTED"), criteria.schedule())))
            .sum();
    return reservedMbps + criteria.bandwidthMbps() > CAPACITY ? "REFUSED" : "HELD";
  }

  private static int mbps(@Nullable ReserveRequest request, Schedule schedule) {
    return request != null
            && request.criteria() != null
            && request.criteria().schedule().overlaps(schedule)
        ? request.criteria().bandwidthMbps()
        : 0;
  }

  private ReserveResult answer(ReserveRequest request, String state) {
    var criteria = request.criteria() == null ? TestLightpaths.ANY : request.criteria();
    return switch (state) {
      case "HELD", "COMMITTED" ->
          new ReserveResult.Held(criteria.source(), criteria.destination(), List.of("L1", "L2"));
      case "REFUSED" -> new ReserveResult.Refused(busy);
      default ->
          new ReserveResult.Refused(new Refusal(Refusal.Code.GIVEN_UP, "L1", "", "given up", null));
    };
  }

  @Override
  public synchronized void commit(ConnectionVersionRequest versionRequest) {
    var booking = recordCall("commit", versionRequest.connection(), versionRequest.version());
    var state = booking.states.getOrDefault(versionRequest.version(), "");
    if (!state.equals("HELD") && !state.equals("COMMITTED")) {
      throw fault(
          SegmentFaultException.Code.COMMIT_FAILED,
          versionRequest.connection(),
          "not held any more");
    }
    var wasOver = isOver(booking);
    booking.states.replaceAll((_, s) -> s.equals("COMMITTED") ? "SUPERSEDED" : s);
    booking.states.put(versionRequest.version(), "COMMITTED");
    booking.committedVersion = versionRequest.version();
    var request = booking.requests.get(versionRequest.version());
    booking.terminated |= (request == null || request.criteria() == null) && !wasOver;
  }

  @Override
  public synchronized void abort(ConnectionVersionRequest request) {
    var booking = recordCall("abort", request.connection(), request.version());
    if (booking.states.getOrDefault(request.version(), "").equals("COMMITTED")) {
      throw fault(
          SegmentFaultException.Code.INVALID_TRANSITION, request.connection(), "is committed");
    }
    booking.states.put(request.version(), abortsSlowly ? "ABORTING" : "GIVEN_UP");
  }

  synchronized void finishAborts() {
    bookings
        .values()
        .forEach(
            booking -> booking.states.replaceAll((_, s) -> s.equals("ABORTING") ? "GIVEN_UP" : s));
  }

  @Override
  public synchronized void commitAndProvision(ConnectionVersionRequest request) {
    commit(request);
    provision(request);
  }

  @Override
  public synchronized void provision(ConnectionVersionRequest request) {
    var booking = recordCall("provision", request.connection(), request.version());
    if (booking.committedVersion == 0 || booking.terminated) {
      throw fault(
          SegmentFaultException.Code.INVALID_TRANSITION,
          request.connection(),
          "nothing to provision");
    }
    booking.provisioned = true;
  }

  @Override
  public void release(ConnectionVersionRequest request) {
    throw new AssertionError("never asked by a resource manager");
  }

  @Override
  public void terminate(ConnectionVersionRequest request) {
    throw new AssertionError("never asked by a resource manager");
  }

  @Override
  public synchronized ConnectionReport query(RequesterIdentity requester, ConnectionId connection) {
    if (isUnreachable) {
      throw new SegmentUnreachableException("deaf", new IllegalStateException("scripted"));
    }
    var booking = bookings.get(connection);
    if (booking == null) {
      return new ConnectionReport.Unknown(connection);
    }
    var held = booking.requestInState("HELD");
    var committedRequest = booking.requests.get(Math.max(1, booking.committedVersion));
    return new ConnectionReport.Known(
        connection,
        booking.committedVersion,
        held == null ? 0 : held.version(),
        booking.requestInState("ABORTING") != null
            ? ReservationState.RESERVE_ABORTING
            : held == null ? ReservationState.RESERVE_START : ReservationState.RESERVE_HELD,
        booking.provisioned ? ProvisionState.PROVISIONED : ProvisionState.RELEASED,
        lifecycle(booking),
        dataPlane(connection),
        committedCriteria(booking)
            .orElse(committedRequest == null ? null : committedRequest.criteria()),
        List.of("L1", "L2"),
        null,
        booking.terminated || isOver(booking),
        null);
  }

  @Override
  public FreeCapacityResult timetable(FreeCapacityQuery question) {
    if (question.source().isSamePortAs(question.destination())) {
      throw new SegmentFaultException(
          SegmentFaultException.Code.MALFORMED, null, "a lightpath leads from one host to another");
    }
    var window = question.window();
    var starts =
        question.duration() == null
            ? List.<FreeCapacityResult.StartRange>of()
            : List.of(
                new FreeCapacityResult.StartRange(
                    window.startTime(), latest(window.endTime(), question.duration())));
    return new FreeCapacityResult(List.of(new FreeCapacityResult.Step(window, CAPACITY)), starts);
  }

  @Override
  public List<SegmentDryRunRequest.Result> dryRun(SegmentDryRunRequest dryRun) {
    throw new UnsupportedOperationException("a resource manager makes no dry run");
  }

  private static Instant latest(Instant end, Duration length) {
    return end.minus(length);
  }

  private static SegmentFaultException fault(
      SegmentFaultException.Code code, ConnectionId connection, String message) {
    return new SegmentFaultException(code, connection, message);
  }

  /** The same BAR, with code around each call. */
  NetworkSegment interceptedBy(Interceptor interceptor) {
    return (NetworkSegment)
        Proxy.newProxyInstance(
            ScriptedBar.class.getClassLoader(),
            new Class<?>[] {NetworkSegment.class},
            (_, method, args) ->
                interceptor.intercept(
                    method.getName(),
                    args[0],
                    () -> {
                      try {
                        return method.invoke(this, args);
                      } catch (InvocationTargetException e) {
                        throw e.getCause() instanceof Exception failure ? failure : e;
                      }
                    }));
  }
}

package org.touchpaper.harc.rm.network;

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
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.ProvisionState;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.ReservationState;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentUnreachable;
import org.touchpaper.segment.connection.TimetableQuestion;

/**
 * A BAR with one link of 1000 Mbit/s, strict about the contract, and deaf when told to be. It keeps
 * its own books, so that those of others can be compared with them.
 */
public final class ScriptedBar implements NetworkSegment {
  static final int CAPACITY = 1000;

  final List<String> heard = new ArrayList<>();
  final Map<ConnectionId, Booking> bookings = new HashMap<>();
  boolean deaf;

  /** Answers questions, and nothing else. */
  boolean busy;

  /** Aborts slowly: what is given up is in the way until {@link #finishAborts}. */
  boolean slow;

  /** What is said of all circuits; null where the clock says it of each. */
  @Nullable DataPlane dataPlane;

  private final Clock clock;

  /** A BAR on which no circuit ever comes up unless told. */
  public ScriptedBar() {
    this(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
    this.dataPlane = DataPlane.INACTIVE;
  }

  /** A BAR whose circuits are up in their time. */
  ScriptedBar(Clock clock) {
    this.clock = clock;
  }

  /** One connection. */
  static final class Booking {
    final Map<Integer, Reserve> asked = new HashMap<>();
    final Map<Integer, String> states = new HashMap<>();
    int binding;
    boolean provisioned;
    boolean terminated;
    boolean failed;

    @Nullable Reserve in(String state) {
      return states.entrySet().stream()
          .filter(e -> e.getValue().equals(state))
          .map(e -> asked.get(e.getKey()))
          .findFirst()
          .orElse(null);
    }
  }

  /** What was asked for under that version. */
  Reserve asked(ConnectionId connection, int version) {
    return Optional.ofNullable(bookings.get(connection))
        .map(booking -> booking.asked.get(version))
        .orElseThrow();
  }

  /** What it holds and has committed at any time: connection, version and state. */
  public synchronized Set<String> books() {
    var books = new TreeSet<String>();
    bookings.forEach((connection, booking) ->
        booking.states.forEach((version, state) ->
            books.add(connection + " " + version + " " + state(booking, state))));
    return books;
  }

  private static String state(Booking booking, String state) {
    return booking.terminated
        ? "TERMINATED"
        : state.equals("COMMITTED") && booking.provisioned ? "PROVISIONED" : state;
  }

  /** True if it lies within its binding version's time and may be up. */
  synchronized boolean isUp(ConnectionId connection) {
    return Optional.ofNullable(bookings.get(connection))
        .filter(booking -> booking.provisioned && !booking.terminated && !booking.failed)
        .flatMap(ScriptedBar::standing)
        .map(Criteria::schedule)
        .filter(schedule -> schedule.contains(clock.instant()))
        .isPresent();
  }

  private boolean isOver(Booking booking) {
    return standing(booking)
        .map(Criteria::schedule)
        .filter(schedule -> !clock.instant().isBefore(schedule.endTime()))
        .isPresent();
  }

  /** Of the last version that was committed, and was no cancel. */
  private static Optional<Criteria> standing(Booking booking) {
    return booking.states.entrySet().stream()
        .filter(each -> Set.of("COMMITTED", "SUPERSEDED").contains(each.getValue()))
        .sorted(Map.Entry.<Integer, String>comparingByKey().reversed())
        .flatMap(each ->
            Optional.ofNullable(booking.asked.get(each.getKey())).map(Reserve::criteria).stream())
        .findFirst();
  }

  private DataPlane dataPlane(ConnectionId connection) {
    return Optional.ofNullable(dataPlane)
        .orElseGet(() -> isUp(connection) ? DataPlane.ACTIVE : DataPlane.INACTIVE);
  }

  private LifecycleState lifecycle(Booking booking) {
    if (booking.failed) {
      return LifecycleState.FAILED;
    }
    if (booking.terminated) {
      return LifecycleState.TERMINATED;
    }
    return isOver(booking) && booking.in("HELD") == null
        ? LifecycleState.PASSED_END_TIME
        : LifecycleState.CREATED;
  }

  private Booking hear(String verb, ConnectionId connection, int version) {
    if (deaf || busy) {
      throw new SegmentUnreachable("deaf", new IllegalStateException("scripted"));
    }
    heard.add(verb + " " + version);
    return bookings.computeIfAbsent(connection, _ -> new Booking());
  }

  @Override
  public synchronized ReserveAnswer reserve(Reserve request) {
    var booking = hear("reserve", request.connection(), request.version());
    var known = booking.asked.get(request.version());
    if (known != null && !known.equals(request)) {
      throw fault(Fault.Code.CONTRADICTS_EARLIER, request.connection(), "other content");
    }
    if (!booking.states.containsKey(request.version())) {
      booking.asked.put(request.version(), request);
      booking.states.put(request.version(), admit(booking, request));
    }
    return answer(request, booking.states.getOrDefault(request.version(), ""));
  }

  private String admit(Booking booking, Reserve request) {
    var criteria = request.criteria();
    if (booking.in("HELD") != null || booking.in("ABORTING") != null) {
      booking.asked.remove(request.version());
      throw fault(
          Fault.Code.INVALID_TRANSITION, request.connection(), "another version is undecided");
    }
    if (criteria == null) {
      return "HELD";
    }
    var taken =
        bookings.values().stream()
            .filter(other -> other != booking && !other.terminated)
            .mapToInt(other ->
                Math.max(
                    mbps(other.in("HELD"), criteria.schedule()),
                    mbps(other.in("COMMITTED"), criteria.schedule())))
            .sum();
    return taken + criteria.bandwidthMbps() > CAPACITY ? "REFUSED" : "HELD";
  }

  private static int mbps(@Nullable Reserve other, Schedule schedule) {
    return other != null
            && other.criteria() != null
            && other.criteria().schedule().overlaps(schedule)
        ? other.criteria().bandwidthMbps()
        : 0;
  }

  private static ReserveAnswer answer(Reserve request, String state) {
    var criteria = request.criteria() == null ? Paths.ANY : request.criteria();
    return switch (state) {
      case "HELD", "COMMITTED" ->
          new ReserveAnswer.Held(criteria.source(), criteria.destination(), List.of("L1", "L2"));
      case "REFUSED" ->
          new ReserveAnswer.Refused(
              new Refusal(Refusal.Code.CAPACITY_BUSY, "L1", "bandwidthMbps", "busy", null));
      default ->
          new ReserveAnswer.Refused(new Refusal(Refusal.Code.GIVEN_UP, "L1", "", "given up", null));
    };
  }

  @Override
  public synchronized void commit(Order order) {
    var booking = hear("commit", order.connection(), order.version());
    var state = booking.states.getOrDefault(order.version(), "");
    if (!state.equals("HELD") && !state.equals("COMMITTED")) {
      throw fault(Fault.Code.COMMIT_FAILED, order.connection(), "not held any more");
    }
    var wasOver = isOver(booking);
    booking.states.replaceAll((_, s) -> s.equals("COMMITTED") ? "SUPERSEDED" : s);
    booking.states.put(order.version(), "COMMITTED");
    booking.binding = order.version();
    var asked = booking.asked.get(order.version());
    booking.terminated |= (asked == null || asked.criteria() == null) && !wasOver;
  }

  @Override
  public synchronized void abort(Order order) {
    var booking = hear("abort", order.connection(), order.version());
    if (booking.states.getOrDefault(order.version(), "").equals("COMMITTED")) {
      throw fault(Fault.Code.INVALID_TRANSITION, order.connection(), "is committed");
    }
    booking.states.put(order.version(), slow ? "ABORTING" : "GIVEN_UP");
  }

  synchronized void finishAborts() {
    bookings
        .values()
        .forEach(
            booking -> booking.states.replaceAll((_, s) -> s.equals("ABORTING") ? "GIVEN_UP" : s));
  }

  @Override
  public synchronized void provision(Order order) {
    var booking = hear("provision", order.connection(), order.version());
    if (booking.binding == 0 || booking.terminated) {
      throw fault(Fault.Code.INVALID_TRANSITION, order.connection(), "nothing to provision");
    }
    booking.provisioned = true;
  }

  @Override
  public void release(Order order) {
    throw new AssertionError("never asked by a resource manager");
  }

  @Override
  public void terminate(Order order) {
    throw new AssertionError("never asked by a resource manager");
  }

  @Override
  public synchronized Report query(Requester requester, ConnectionId connection) {
    if (deaf) {
      throw new SegmentUnreachable("deaf", new IllegalStateException("scripted"));
    }
    var booking = bookings.get(connection);
    if (booking == null) {
      return new Report.Unknown(connection);
    }
    var held = booking.in("HELD");
    var first = booking.asked.get(Math.max(1, booking.binding));
    return new Report.Known(
        connection,
        booking.binding,
        held == null ? 0 : held.version(),
        booking.in("ABORTING") != null
            ? ReservationState.RESERVE_ABORTING
            : held == null ? ReservationState.RESERVE_START : ReservationState.RESERVE_HELD,
        booking.provisioned ? ProvisionState.PROVISIONED : ProvisionState.RELEASED,
        lifecycle(booking),
        dataPlane(connection),
        standing(booking).orElse(first == null ? null : first.criteria()),
        List.of("L1", "L2"),
        null,
        booking.terminated || isOver(booking));
  }

  @Override
  public FreeCapacity timetable(TimetableQuestion question) {
    if (question.source().samePlaceAs(question.destination())) {
      throw new Fault(Fault.Code.MALFORMED, null, "a lightpath leads from one host to another");
    }
    var window = question.window();
    var starts =
        question.duration() == null
            ? List.<FreeCapacity.StartRange>of()
            : List.of(
                new FreeCapacity.StartRange(
                    window.startTime(), latest(window.endTime(), question.duration())));
    return new FreeCapacity(List.of(new FreeCapacity.Step(window, CAPACITY)), starts);
  }

  private static Instant latest(Instant end, Duration length) {
    return end.minus(length);
  }

  private static Fault fault(Fault.Code code, ConnectionId connection, String message) {
    return new Fault(code, connection, message);
  }
}

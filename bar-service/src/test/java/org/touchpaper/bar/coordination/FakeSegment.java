package org.touchpaper.bar.coordination;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.TimetableQuestion;
import org.touchpaper.segment.connection.VlanRange;

/**
 * A segment in memory that keeps the contract: 1000 Mbit/s at a time, the lowest label that is
 * free. It can be told to be out of reach, and survives a crash of the broker.
 */
final class FakeSegment implements NetworkSegment {

  static final int CAPACITY = 1000;

  /** What it knows of one version of a connection. */
  private record Version(@Nullable Reserve asked, ReserveAnswer answer, boolean committed) {}

  private record Id(ConnectionId connection, int version) {}

  private final String name;
  private final Clock clock;
  private final Map<Id, Version> versions = new HashMap<>();
  private final Set<Id> givenUp = new HashSet<>();
  private final Set<ConnectionId> provisioned = new HashSet<>();
  private final Set<ConnectionId> terminated = new HashSet<>();
  private final List<String> heard = new ArrayList<>();
  private final Set<Integer> refusedLabels = new HashSet<>();
  private boolean full;
  private int silentFor;
  private boolean losesAnswers;
  private @Nullable Runnable meanwhile;

  FakeSegment(String name, Clock clock) {
    this.name = name;
    this.clock = clock;
  }

  /** The next so many calls get no answer: lost on the way, or on the way back. */
  synchronized void beSilentFor(int calls, boolean afterDoingIt) {
    silentFor = calls;
    losesAnswers = afterDoingIt;
  }

  /** The next call is lost on the way; before its sender knows, this happens. */
  synchronized void loseOneCallWhile(Runnable happening) {
    meanwhile = happening;
  }

  /** Refuses to be entered by this label. */
  synchronized void refuseLabel(int vlan) {
    refusedLabels.add(vlan);
  }

  synchronized void refuseEverything() {
    full = true;
  }

  synchronized void allowLabels() {
    refusedLabels.clear();
  }

  /** Every verb that arrived, in order. */
  synchronized List<String> heard() {
    return List.copyOf(heard);
  }

  synchronized long holding() {
    return live().size();
  }

  synchronized long committed() {
    return live().stream().filter(v -> v.committed()).count();
  }

  synchronized boolean isProvisioned(ConnectionId id) {
    return provisioned.contains(id);
  }

  /** The connections it holds or has committed. */
  synchronized List<ConnectionId> connections() {
    return versions.entrySet().stream()
        .filter(e -> live().contains(e.getValue()))
        .map(e -> e.getKey().connection())
        .distinct()
        .toList();
  }

  private List<Version> live() {
    return versions.entrySet().stream()
        .filter(e -> e.getValue().answer() instanceof ReserveAnswer.Held)
        .filter(e -> !givenUp.contains(e.getKey()))
        .filter(e -> !terminated.contains(e.getKey().connection()))
        .map(Map.Entry::getValue)
        .toList();
  }

  @Override
  public synchronized ReserveAnswer reserve(Reserve request) {
    arrive("reserve", request.connection());
    var id = new Id(request.connection(), request.version());
    var known = versions.get(id);
    var answer = known == null ? decide(request, id) : repeated(known, request);
    versions.putIfAbsent(id, new Version(request, answer, false));
    return answered(answer);
  }

  private static ReserveAnswer repeated(Version known, Reserve request) {
    if (!request.equals(known.asked())) {
      throw new Fault(Fault.Code.CONTRADICTS_EARLIER, request.connection(), "asked otherwise");
    }
    return known.answer();
  }

  private ReserveAnswer decide(Reserve request, Id id) {
    var criteria = request.criteria();
    if (givenUp.contains(id) || terminated.contains(request.connection())) {
      return refused(Refusal.Code.GIVEN_UP, "");
    }
    if (criteria == null) {
      var held = versions.get(new Id(request.connection(), request.version() - 1));
      return held == null ? refused(Refusal.Code.GIVEN_UP, "") : held.answer();
    }
    if (entersByRefusedLabel(criteria.source())) {
      return refused(Refusal.Code.LABEL_BUSY, "source");
    }
    if (entersByRefusedLabel(criteria.destination())) {
      return refused(Refusal.Code.LABEL_BUSY, "destination");
    }
    var taken =
        live().stream()
            .flatMap(v -> Optional.ofNullable(v.asked()).stream())
            .filter(v -> !v.connection().equals(request.connection()))
            .flatMap(v -> Optional.ofNullable(v.criteria()).stream())
            .filter(c -> c.schedule().overlaps(criteria.schedule()))
            .mapToInt(c -> c.bandwidthMbps())
            .sum();
    return full || taken + criteria.bandwidthMbps() > CAPACITY
        ? refused(Refusal.Code.CAPACITY_BUSY, "bandwidthMbps")
        : new ReserveAnswer.Held(
            one(criteria.source()),
            one(criteria.destination()),
            List.of(name.toUpperCase(java.util.Locale.ROOT)));
  }

  private boolean entersByRefusedLabel(Stp end) {
    var vlans = end.vlans();
    return vlans != null && vlans.isSingle() && refusedLabels.contains(vlans.low());
  }

  private static Stp one(Stp end) {
    var vlans = end.vlans();
    return vlans == null ? end : end.with(VlanRange.single(vlans.low()));
  }

  private ReserveAnswer refused(Refusal.Code code, String field) {
    return new ReserveAnswer.Refused(new Refusal(code, name, field, name + " says " + code, null));
  }

  @Override
  public synchronized void commit(Order order) {
    arrive("commit", order.connection());
    var id = new Id(order.connection(), order.version());
    var known = versions.get(id);
    if (known == null || givenUp.contains(id)) {
      throw new Fault(Fault.Code.COMMIT_FAILED, order.connection(), "not held");
    }
    versions.put(id, new Version(known.asked(), known.answer(), true));
    for (var older = 1; older < order.version(); older++) {
      givenUp.add(new Id(order.connection(), older));
    }
    var asked = known.asked();
    if (asked != null && asked.criteria() == null) {
      terminated.add(order.connection());
    }
    answered(order);
  }

  @Override
  public synchronized void abort(Order order) {
    arrive("abort", order.connection());
    givenUp.add(new Id(order.connection(), order.version()));
    answered(order);
  }

  @Override
  public synchronized void provision(Order order) {
    arrive("provision", order.connection());
    provisioned.add(order.connection());
    answered(order);
  }

  @Override
  public synchronized void release(Order order) {
    arrive("release", order.connection());
    provisioned.remove(order.connection());
    answered(order);
  }

  @Override
  public synchronized void terminate(Order order) {
    arrive("terminate", order.connection());
    terminated.add(order.connection());
    answered(order);
  }

  @Override
  public synchronized Report query(Requester requester, ConnectionId connection) {
    var binding =
        versions.entrySet().stream()
            .filter(e -> e.getKey().connection().equals(connection) && e.getValue().committed())
            .max(Comparator.comparingInt(e -> e.getKey().version()))
            .map(e -> e.getValue().asked());
    var now = clock.instant();
    var schedule = binding.map(Reserve::criteria).map(Criteria::schedule);
    var over = schedule.map(s -> !now.isBefore(s.endTime())).orElse(false);
    var gone = terminated.contains(connection);
    var up =
        !gone
            && provisioned.contains(connection)
            && schedule.map(s -> s.contains(now)).orElse(false);
    return new Report.Known(
        connection,
        binding.map(Reserve::version).orElse(0),
        0,
        ReservationState.RESERVE_START,
        provisioned.contains(connection) ? ProvisionState.PROVISIONED : ProvisionState.RELEASED,
        gone
            ? LifecycleState.TERMINATED
            : over ? LifecycleState.PASSED_END_TIME : LifecycleState.CREATED,
        up ? DataPlane.ACTIVE : DataPlane.INACTIVE,
        null,
        List.of(),
        null,
        gone || over);
  }

  @Override
  public synchronized FreeCapacity timetable(TimetableQuestion question) {
    var window = question.window();
    var cuts =
        new java.util.TreeSet<java.time.Instant>(List.of(window.startTime(), window.endTime()));
    var asked =
        live().stream()
            .flatMap(v -> Optional.ofNullable(v.asked()).stream())
            .flatMap(v -> Optional.ofNullable(v.criteria()).stream())
            .toList();
    asked.forEach(c -> cuts.addAll(List.of(c.schedule().startTime(), c.schedule().endTime())));
    var inside = List.copyOf(cuts.subSet(window.startTime(), true, window.endTime(), true));
    var steps = new ArrayList<FreeCapacity.Step>();
    for (var i = 0; i + 1 < inside.size(); i++) {
      var during = new Schedule(inside.get(i), inside.get(i + 1));
      var taken =
          asked.stream()
              .filter(c -> c.schedule().overlaps(during))
              .mapToInt(c -> c.bandwidthMbps())
              .sum();
      steps.add(new FreeCapacity.Step(during, CAPACITY - taken));
    }
    return new FreeCapacity(steps, List.of());
  }

  private void arrive(String verb, ConnectionId connection) {
    var happening = meanwhile;
    if (happening != null) {
      meanwhile = null;
      happening.run();
      throw new SegmentUnreachable(name + " is silent", new IllegalStateException(verb));
    }
    if (silentFor > 0 && !losesAnswers) {
      silentFor--;
      throw new SegmentUnreachable(name + " is silent", new IllegalStateException(verb));
    }
    heard.add(verb + " " + connection);
  }

  private <T> T answered(T answer) {
    if (silentFor > 0) {
      silentFor--;
      throw new SegmentUnreachable(name + "'s answer is lost", new IllegalStateException(name));
    }
    return answer;
  }
}

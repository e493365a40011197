package org.touchpaper.bar.aggregator;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.VlanRange;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.connection.state.ProvisionState;
import org.touchpaper.segment.connection.state.ReservationState;
import org.touchpaper.segment.cut.Cut;
import org.touchpaper.segment.cut.CutMatchKeys;
import org.touchpaper.segment.cut.CuttableNetworkDescription;

/**
 * An in-memory segment that meets the contract, with 1000 Mbit/s; it chooses the lowest free label.
 * It can be made unreachable, and survives a broker crash.
 */
final class FakeSegment implements NetworkSegment {

  static final int CAPACITY = 1000;

  /** Its record of a version of a connection. */
  private record StoredVersion(
      @Nullable ReserveRequest request, ReserveResult answer, boolean isCommitted) {}

  private record VersionId(ConnectionId connection, int version) {}

  private final String name;
  private final Clock clock;
  private final Map<VersionId, StoredVersion> versions = new HashMap<>();
  private final Set<VersionId> aborted = new HashSet<>();
  private final Set<ConnectionId> provisioned = new HashSet<>();
  private final Set<ConnectionId> terminated = new HashSet<>();
  private final Map<ConnectionId, CutNotice> cuts = new HashMap<>();
  private final Map<Cut, CuttableNetworkDescription> cutsInForce = new HashMap<>();
  private final List<String> receivedCalls = new ArrayList<>();
  private final Set<Integer> refusedLabels = new HashSet<>();
  private Refusal.@Nullable Code refusalOfAll;
  private volatile LightpathEndsAccessDetails endpoints = LightpathEndsAccessDetails.UNKNOWN;
  private volatile List<String> path;
  private volatile @Nullable String problem;
  private int remainingSilentCalls;
  private boolean losesAnswersAfterwards;
  private @Nullable Runnable beforeNextLoss;
  private volatile Runnable beforeReserve = () -> {};

  FakeSegment(String name, Clock clock) {
    this.name = name;
    this.path = List.of(name.toUpperCase(java.util.Locale.ROOT));
    this.clock = clock;
  }

  /** Loses the next calls, or their replies. */
  synchronized void stopAnsweringFor(int calls, boolean isAfterEffect) {
    remainingSilentCalls = calls;
    losesAnswersAfterwards = isAfterEffect;
  }

  /** Loses the next reserve, and runs an action before the caller notices. */
  synchronized void loseNextReserveAfter(Runnable action) {
    beforeNextLoss = action;
  }

  /** Runs an action before each reserve. */
  void runBeforeReserve(Runnable action) {
    beforeReserve = action;
  }

  /** Reports a problem of every circuit; null for none. */
  void reportProblem(@Nullable String text) {
    problem = text;
  }

  /** Is cut here: a commit is refused, and a report names the cut. */
  synchronized void cut(ConnectionId connection, CutNotice notice) {
    cuts.put(connection, notice);
  }

  /**
   * Ends what an officer cuts, and refuses it until the cut is lifted. Returns the connections that
   * it ended.
   */
  synchronized List<ConnectionId> cut(Cut order, CuttableNetworkDescription site) {
    cutsInForce.put(order, site);
    var ended =
        versions.entrySet().stream()
            .filter(version -> version.getValue().isCommitted())
            .filter(version -> isCovered(version.getKey(), version.getValue().request(), order))
            .map(version -> version.getKey().connection())
            .filter(connection -> !cuts.containsKey(connection))
            .distinct()
            .toList();
    ended.forEach(connection -> cuts.put(connection, order.notice(site)));
    return ended;
  }

  private static boolean isCovered(VersionId id, @Nullable ReserveRequest request, Cut cut) {
    return request != null
        && cut.target()
            .covers(CutMatchKeys.of(id.connection(), request.holder(), request.criteria()));
  }

  /** Admits again what a cut refused. */
  synchronized void lift(UUID cut) {
    cutsInForce.keySet().removeIf(inForce -> inForce.id().equals(cut));
  }

  private Optional<Refusal> refusalByCut(VersionId id, @Nullable ReserveRequest request) {
    return cutsInForce.entrySet().stream()
        .filter(inForce -> isCovered(id, request, inForce.getKey()))
        .map(inForce -> inForce.getKey().refusal(inForce.getValue()))
        .findFirst();
  }

  /** Refuses this label at its entry. */
  synchronized void refuseLabel(int vlan) {
    refusedLabels.add(vlan);
  }

  synchronized void refuseEverything() {
    refuseEverything(Refusal.Code.CAPACITY_BUSY);
  }

  synchronized void refuseEverything(Refusal.Code code) {
    refusalOfAll = code;
  }

  synchronized void allowLabels() {
    refusedLabels.clear();
  }

  /** The calls received, in order. */
  synchronized List<String> receivedCalls() {
    return List.copyOf(receivedCalls);
  }

  synchronized long heldCount() {
    return liveVersions().size();
  }

  synchronized long committedCount() {
    return liveVersions().stream().filter(v -> v.isCommitted()).count();
  }

  synchronized List<Integer> committedMbps() {
    return liveVersions().stream()
        .filter(StoredVersion::isCommitted)
        .flatMap(version -> Optional.ofNullable(version.request()).stream())
        .flatMap(request -> Optional.ofNullable(request.criteria()).stream())
        .map(Criteria::bandwidthMbps)
        .toList();
  }

  synchronized boolean isProvisioned(ConnectionId id) {
    return provisioned.contains(id);
  }

  /** The connections held or committed. */
  synchronized List<ConnectionId> connections() {
    return versions.entrySet().stream()
        .filter(e -> liveVersions().contains(e.getValue()))
        .map(e -> e.getKey().connection())
        .distinct()
        .toList();
  }

  private List<StoredVersion> liveVersions() {
    return versions.entrySet().stream()
        .filter(e -> e.getValue().answer() instanceof ReserveResult.Held)
        .filter(e -> !aborted.contains(e.getKey()))
        .filter(e -> !terminated.contains(e.getKey().connection()))
        .map(Map.Entry::getValue)
        .toList();
  }

  @Override
  public ReserveResult reserve(ReserveRequest request) {
    beforeReserve.run();
    loseAfterAction();
    return receiveReserve(request);
  }

  /** Runs the action without the lock, because it may call this segment from other threads. */
  private void loseAfterAction() {
    Runnable action;
    synchronized (this) {
      action = beforeNextLoss;
      beforeNextLoss = null;
    }
    if (action != null) {
      action.run();
      throw new SegmentUnreachableException(
          name + " does not answer", new IllegalStateException("reserve"));
    }
  }

  private synchronized ReserveResult receiveReserve(ReserveRequest request) {
    receive("reserve", request.connection());
    var id = new VersionId(request.connection(), request.version());
    var existing = versions.get(id);
    var answer = existing == null ? decide(request, id) : repeatedAnswer(existing, request);
    versions.putIfAbsent(id, new StoredVersion(request, answer, false));
    return answerUnlessLost(answer);
  }

  private static ReserveResult repeatedAnswer(StoredVersion existing, ReserveRequest request) {
    if (!request.equals(existing.request())) {
      throw new SegmentFaultException(
          SegmentFaultException.Code.CONTRADICTS_EARLIER,
          request.connection(),
          "different content");
    }
    return existing.answer();
  }

  private ReserveResult decide(ReserveRequest request, VersionId id) {
    var criteria = request.criteria();
    if (aborted.contains(id) || terminated.contains(request.connection())) {
      return refused(Refusal.Code.GIVEN_UP, "");
    }
    if (criteria == null) {
      var previous = versions.get(new VersionId(request.connection(), request.version() - 1));
      return previous == null ? refused(Refusal.Code.GIVEN_UP, "") : previous.answer();
    }
    var cut = refusalByCut(id, request);
    if (cut.isPresent()) {
      return new ReserveResult.Refused(cut.get());
    }
    if (hasRefusedLabel(criteria.source())) {
      return refused(Refusal.Code.LABEL_BUSY, "source");
    }
    if (hasRefusedLabel(criteria.destination())) {
      return refused(Refusal.Code.LABEL_BUSY, "destination");
    }
    if (refusalOfAll != null) {
      return refused(refusalOfAll, "bandwidthMbps");
    }
    var bookedMbps =
        liveVersions().stream()
            .flatMap(v -> Optional.ofNullable(v.request()).stream())
            .filter(v -> !v.connection().equals(request.connection()))
            .flatMap(v -> Optional.ofNullable(v.criteria()).stream())
            .filter(c -> c.schedule().overlaps(criteria.schedule()))
            .mapToInt(c -> c.bandwidthMbps())
            .sum();
    return bookedMbps + criteria.bandwidthMbps() > CAPACITY
        ? refused(Refusal.Code.CAPACITY_BUSY, "bandwidthMbps")
        : new ReserveResult.Held(
            singleLabel(criteria.source()), singleLabel(criteria.destination()), path, endpoints);
  }

  /** Sets the path of circuits that it holds from now on. */
  public void describePath(List<String> newPath) {
    path = newPath;
  }

  /** Sets what it says about the ends of circuits that it holds from now on. */
  public void describeEndpoints(LightpathEndsAccessDetails newEndpoints) {
    endpoints = newEndpoints;
  }

  private boolean hasRefusedLabel(Stp end) {
    var vlans = end.vlans();
    return vlans != null && vlans.isSingle() && refusedLabels.contains(vlans.low());
  }

  private static Stp singleLabel(Stp end) {
    var vlans = end.vlans();
    return vlans == null ? end : end.withVlans(VlanRange.single(vlans.low()));
  }

  private ReserveResult refused(Refusal.Code code, String field) {
    return new ReserveResult.Refused(
        new Refusal(code, name, field, name + " refuses: " + code, null));
  }

  @Override
  public synchronized void commit(ConnectionVersionRequest request) {
    receive("commit", request.connection());
    applyCommit(request);
    answerUnlessLost(request);
  }

  @Override
  public synchronized void commitAndProvision(ConnectionVersionRequest request) {
    receive("commit", request.connection());
    applyCommit(request);
    receivedCalls.add("provision " + request.connection());
    provisioned.add(request.connection());
    answerUnlessLost(request);
  }

  private void applyCommit(ConnectionVersionRequest versionRequest) {
    if (cuts.containsKey(versionRequest.connection())) {
      throw new SegmentFaultException(
          SegmentFaultException.Code.CUT, versionRequest.connection(), "it was cut");
    }
    var id = new VersionId(versionRequest.connection(), versionRequest.version());
    var existing = versions.get(id);
    if (existing == null || aborted.contains(id)) {
      throw new SegmentFaultException(
          SegmentFaultException.Code.COMMIT_FAILED, versionRequest.connection(), "not held");
    }
    versions.put(id, new StoredVersion(existing.request(), existing.answer(), true));
    for (var olderVersion = 1; olderVersion < versionRequest.version(); olderVersion++) {
      aborted.add(new VersionId(versionRequest.connection(), olderVersion));
    }
    var request = existing.request();
    if (request != null && request.criteria() == null) {
      terminated.add(versionRequest.connection());
    }
  }

  @Override
  public synchronized void abort(ConnectionVersionRequest request) {
    receive("abort", request.connection());
    aborted.add(new VersionId(request.connection(), request.version()));
    answerUnlessLost(request);
  }

  @Override
  public synchronized void provision(ConnectionVersionRequest request) {
    receive("provision", request.connection());
    provisioned.add(request.connection());
    answerUnlessLost(request);
  }

  @Override
  public synchronized void release(ConnectionVersionRequest request) {
    receive("release", request.connection());
    provisioned.remove(request.connection());
    answerUnlessLost(request);
  }

  @Override
  public synchronized void terminate(ConnectionVersionRequest request) {
    receive("terminate", request.connection());
    terminated.add(request.connection());
    answerUnlessLost(request);
  }

  @Override
  public synchronized ConnectionReport query(RequesterIdentity requester, ConnectionId connection) {
    var binding =
        versions.entrySet().stream()
            .filter(e -> e.getKey().connection().equals(connection) && e.getValue().isCommitted())
            .max(Comparator.comparingInt(e -> e.getKey().version()))
            .map(e -> e.getValue().request());
    var now = clock.instant();
    var schedule = binding.map(ReserveRequest::criteria).map(Criteria::schedule);
    var hasEnded = schedule.map(s -> !now.isBefore(s.endTime())).orElse(false);
    var isTerminated = terminated.contains(connection);
    var cut = cuts.get(connection);
    var isUp =
        !isTerminated
            && cut == null
            && provisioned.contains(connection)
            && schedule.map(s -> s.contains(now)).orElse(false);
    return new ConnectionReport.Known(
        connection,
        binding.map(ReserveRequest::version).orElse(0),
        0,
        ReservationState.RESERVE_START,
        provisioned.contains(connection) ? ProvisionState.PROVISIONED : ProvisionState.RELEASED,
        cut != null
            ? LifecycleState.FAILED
            : isTerminated
                ? LifecycleState.TERMINATED
                : hasEnded ? LifecycleState.PASSED_END_TIME : LifecycleState.CREATED,
        isUp ? DataPlaneState.ACTIVE : DataPlaneState.INACTIVE,
        null,
        List.of(),
        cut == null ? problem : cut.sentence(),
        isTerminated || hasEnded || cut != null,
        cut);
  }

  @Override
  public synchronized FreeCapacityResult timetable(FreeCapacityQuery question) {
    var window = question.window();
    var instants =
        new java.util.TreeSet<java.time.Instant>(List.of(window.startTime(), window.endTime()));
    var criteria =
        liveVersions().stream()
            .flatMap(v -> Optional.ofNullable(v.request()).stream())
            .flatMap(v -> Optional.ofNullable(v.criteria()).stream())
            .toList();
    criteria.forEach(
        c -> instants.addAll(List.of(c.schedule().startTime(), c.schedule().endTime())));
    var boundaries = List.copyOf(instants.subSet(window.startTime(), true, window.endTime(), true));
    var steps = new ArrayList<FreeCapacityResult.Step>();
    for (var i = 0; i + 1 < boundaries.size(); i++) {
      var during = new Schedule(boundaries.get(i), boundaries.get(i + 1));
      var taken =
          criteria.stream()
              .filter(c -> c.schedule().overlaps(during))
              .mapToInt(c -> c.bandwidthMbps())
              .sum();
      steps.add(new FreeCapacityResult.Step(during, CAPACITY - taken));
    }
    return new FreeCapacityResult(steps, List.of());
  }

  /** Decides as if each item were held before the next, and forgets it. */
  @Override
  public synchronized List<SegmentDryRunRequest.Result> dryRun(SegmentDryRunRequest dryRun) {
    receive("dryRun", dryRun.items().getLast().connection());
    var before = Map.copyOf(versions);
    var results = new ArrayList<SegmentDryRunRequest.Result>();
    for (var item : dryRun.items()) {
      var id = new VersionId(item.connection(), 1000);
      var request =
          new ReserveRequest(
              dryRun.requester(),
              item.connection(),
              id.version(),
              item.criteria(),
              new Holder.ExternalRequester(item.criteria().schedule().endTime()));
      var answer = decide(request, id);
      versions.put(id, new StoredVersion(request, answer, false));
      results.add(toDryRunResult(answer, item.criteria()));
    }
    versions.clear();
    versions.putAll(before);
    return results;
  }

  /** Only the wide area has links. */
  private SegmentDryRunRequest.Result toDryRunResult(ReserveResult answer, Criteria criteria) {
    return switch (answer) {
      case ReserveResult.Held held ->
          new SegmentDryRunRequest.Result.Fits(
              held.source(),
              held.destination(),
              held.path(),
              name.equals("nsap")
                  ? List.of(
                      new SegmentDryRunRequest.LinkUse(
                          "LONDON-READING",
                          criteria.bandwidthMbps(),
                          Math.ceilDiv(criteria.bandwidthMbps(), 48),
                          "STS-1"))
                  : List.of());
      case ReserveResult.Refused(var refusal) -> new SegmentDryRunRequest.Result.Refused(refusal);
    };
  }

  private void receive(String operation, ConnectionId connection) {
    if (remainingSilentCalls > 0 && !losesAnswersAfterwards) {
      remainingSilentCalls--;
      throw new SegmentUnreachableException(
          name + " does not answer", new IllegalStateException(operation));
    }
    receivedCalls.add(operation + " " + connection);
  }

  private <T> T answerUnlessLost(T answer) {
    if (remainingSilentCalls > 0) {
      remainingSilentCalls--;
      throw new SegmentUnreachableException(
          name + "'s answer is lost", new IllegalStateException(name));
    }
    return answer;
  }
}

package org.touchpaper.nsap.circuit;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.nsap.path.Path;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.capacity.CapacityClaim;
import org.touchpaper.segment.capacity.CapacityLedgerRepository;
import org.touchpaper.segment.capacity.CapacityLedgerService;
import org.touchpaper.segment.capacity.ExclusiveClaimRepository;
import org.touchpaper.segment.capacity.ExclusiveClaimRepository.ExclusiveItem;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.VlanRange;
import org.touchpaper.timetable.Window;

/**
 * Admits circuits over the wide area. It tries the paths between two attachments, shortest first,
 * until one has capacity and STS-1 slots on every link and a free label at both ends for the whole
 * duration. A modified circuit keeps its path, slots and labels if possible.
 */
public final class WideAreaCapacityAllocator implements CapacityAllocator {

  private final Topology topology;
  private final NodeSignalLookup nodeSignalLookup;
  private final WideAreaAllocatorSettings limits;
  private final WideAreaRules rules;
  private final WideAreaAvailability availability;
  private final CapacityLedgerService ledger;
  private final ExclusiveClaimRepository exclusiveResources;
  private final PathSavepoint savepoint;

  /** Undoes what one path claimed, so that the next can be tried. */
  private interface PathSavepoint {
    void set();

    void rollBack(AdmissionRequest request);
  }

  /** Also releases the path's locks, so that locks need no order across paths. */
  private record DatabaseSavepoint(JdbcTemplate jdbc) implements PathSavepoint {
    @Override
    public void set() {
      jdbc.execute("savepoint before_path");
    }

    @Override
    public void rollBack(AdmissionRequest request) {
      jdbc.execute("rollback to savepoint before_path");
    }
  }

  /** Creates an admission whose ledger is in this database. */
  public static WideAreaCapacityAllocator create(
      Topology topology,
      NodeSignalLookup nodeSignalLookup,
      WideAreaAllocatorSettings limits,
      JdbcTemplate jdbc) {
    return new WideAreaCapacityAllocator(
        topology,
        nodeSignalLookup,
        limits,
        new CapacityLedgerService(
            new CapacityLedgerRepository(jdbc), CapacityResourceNames.capacities(topology)),
        new ExclusiveClaimRepository(jdbc),
        new DatabaseSavepoint(jdbc));
  }

  private WideAreaCapacityAllocator(
      Topology topology,
      NodeSignalLookup nodeSignalLookup,
      WideAreaAllocatorSettings limits,
      CapacityLedgerService ledger,
      ExclusiveClaimRepository exclusiveResources,
      PathSavepoint savepoint) {
    this.topology = topology;
    this.nodeSignalLookup = nodeSignalLookup;
    this.limits = limits;
    this.rules = new WideAreaRules(topology, limits.horizon());
    this.availability = new WideAreaAvailability(topology, nodeSignalLookup, limits, ledger);
    this.ledger = ledger;
    this.exclusiveResources = exclusiveResources;
    this.savepoint = savepoint;
  }

  @Override
  public WideAreaCapacityAllocator forDryRun() {
    var dryRunLedger = ledger.forDryRun();
    var dryRunClaims = exclusiveResources.forDryRun();
    return new WideAreaCapacityAllocator(
        topology,
        nodeSignalLookup,
        limits,
        dryRunLedger,
        dryRunClaims,
        new PathSavepoint() {
          @Override
          public void set() {}

          @Override
          public void rollBack(AdmissionRequest request) {
            dryRunLedger.release(request.connection(), request.version());
            dryRunClaims.release(request.connection(), request.version());
          }
        });
  }

  @Override
  public List<SegmentDryRunRequest.LinkUse> linksOf(Held held, Criteria criteria) {
    var route = Route.fromJson(held.plan());
    return route.linksIn(topology).stream()
        .map(link ->
            new SegmentDryRunRequest.LinkUse(
                link.id(),
                route.signal().mbpsOccupied(link, criteria.bandwidthMbps()),
                route.slotsOn(link).size(),
                route.signal().slotUnit()))
        .toList();
  }

  @Override
  public Decision admit(AdmissionRequest request) {
    var criteria = request.criteria();
    return rules
        .findViolation(criteria, request.now())
        .<Decision>map(Refused::new)
        .orElseGet(() ->
            admit(
                request,
                CircuitEnds.of(topology, criteria.source(), criteria.destination()),
                CapacityLedgerService.window(criteria.schedule())));
  }

  private Decision admit(AdmissionRequest request, CircuitEnds requestedEnds, Window window) {
    var signal = availability.findSignal(requestedEnds);
    if (signal.isEmpty()) {
      return new Refused(availability.refusalWithoutCommonSignal(requestedEnds));
    }
    return (signal.get().keepsLabel()
            ? requestedEnds.withCommonLabels()
            : Optional.of(requestedEnds))
        .map(ends -> admit(request, signal.get(), ends, window))
        .orElseGet(() -> new Refused(WideAreaRefusals.noCommonLabel(requestedEnds)));
  }

  private Decision admit(
      AdmissionRequest request, SignalType signal, CircuitEnds ends, Window window) {
    var mbps = request.criteria().bandwidthMbps();
    var paths = availability.paths(ends, mbps);
    if (paths.isEmpty()) {
      return new Refused(availability.refusalWithoutPath(ends, mbps));
    }
    var attempt = new Attempt(request, signal, ends, window, existingRoute(request));
    Refusal firstRefusal = null;
    for (var path : orderByPreference(attempt.existingRoute(), paths)) {
      savepoint.set();
      switch (tryPath(attempt, path)) {
        case Held held -> {
          return held;
        }
        case Refused(var refusal) -> {
          savepoint.rollBack(request);
          firstRefusal = firstRefusal == null ? refusal : firstRefusal;
        }
      }
    }
    return new Refused(
        availability.withNextFit(Objects.requireNonNull(firstRefusal), ends, request));
  }

  /** What the attempts of one request on several paths have in common. */
  private record Attempt(
      AdmissionRequest request,
      SignalType signal,
      CircuitEnds ends,
      Window window,
      @Nullable Route existingRoute) {
    int mbps() {
      return request.criteria().bandwidthMbps();
    }
  }

  private static @Nullable Route existingRoute(AdmissionRequest request) {
    var existingRoute = request.bindingVersion();
    return existingRoute == null ? null : Route.fromJson(existingRoute.held().plan());
  }

  private List<Path> orderByPreference(@Nullable Route existingRoute, List<Path> paths) {
    var ordered = new ArrayList<>(paths);
    if (existingRoute != null) {
      paths.stream()
          .filter(path -> existingRoute.follows(path.nodes(), links(path)))
          .findFirst()
          .ifPresent(path -> {
            ordered.remove(path);
            ordered.addFirst(path);
          });
    }
    return ordered;
  }

  private Decision tryPath(Attempt attempt, Path path) {
    var request = attempt.request();
    var claims =
        availability.demandsOf(attempt.ends(), path, attempt.mbps()).stream()
            .map(demand -> new CapacityClaim(demand.resource(), attempt.window(), demand.amount()))
            .toList();
    var shortage = ledger.book(request.connection(), request.version(), claims);
    if (shortage.isPresent()) {
      return new Refused(WideAreaRefusals.capacityBusy(shortage.get()));
    }
    var links = links(path);
    var taken =
        exclusiveResources.findTakenByOthers(
            links.stream().map(CapacityResourceNames::slotsOf).toList(),
            attempt.window(),
            request.connection());
    var slots = new ArrayList<List<Integer>>();
    var items = new ArrayList<ExclusiveItem>();
    for (var link : links) {
      var place = CapacityResourceNames.slotsOf(link);
      var chosen = chooseSlots(attempt, link, itemsOf(place, taken));
      if (chosen.isEmpty()) {
        var slotsNeeded = attempt.signal().slotsNeeded(link, attempt.mbps());
        return new Refused(WideAreaRefusals.slotsBusy(link, slotsNeeded));
      }
      chosen.get().forEach(slot -> items.add(new ExclusiveItem(place, slot)));
      slots.add(chosen.get());
    }
    exclusiveResources.claim(request.connection(), request.version(), items, attempt.window());
    return assignLabels(attempt, path, links, slots);
  }

  private List<Link> links(Path path) {
    return path.linkIds().stream().map(topology::link).toList();
  }

  private Decision assignLabels(
      Attempt attempt, Path path, List<Link> links, List<List<Integer>> slots) {
    var existing = attempt.existingRoute();
    var ends = attempt.ends();
    var ingressLabel =
        takeLabel(attempt, ends.source(), existing == null ? 0 : existing.ingressLabel());
    if (ingressLabel.isEmpty()) {
      return new Refused(WideAreaRefusals.labelBusy(ends.source(), "source"));
    }
    var destinationEnd =
        attempt.signal().keepsLabel()
            ? ends.destination().withLabels(VlanRange.single(ingressLabel.get()))
            : ends.destination();
    var egressLabel =
        takeLabel(attempt, destinationEnd, existing == null ? 0 : existing.egressLabel());
    if (egressLabel.isEmpty()) {
      return new Refused(WideAreaRefusals.labelBusy(destinationEnd, "destination"));
    }
    var criteria = attempt.request().criteria();
    return new Held(
        criteria.source().withVlans(VlanRange.single(ingressLabel.get())),
        criteria.destination().withVlans(VlanRange.single(egressLabel.get())),
        WideAreaRefusals.crossedElements(path),
        Route.of(attempt.signal(), path, ends, links, slots, ingressLabel.get(), egressLabel.get())
            .toJson(),
        new LightpathEndsAccessDetails(
            endpoint(ends.source(), ingressLabel.get()),
            endpoint(ends.destination(), egressLabel.get()),
            Duration.of(path.latencyMicros(), ChronoUnit.MICROS)));
  }

  private static LightpathEndsAccessDetails.Endpoint endpoint(CircuitEnds.End end, int vlan) {
    var port = end.attachment().port();
    return new LightpathEndsAccessDetails.Endpoint(port.node(), port.aid(), vlan, true, null, null);
  }

  private static Set<Integer> itemsOf(String place, Set<ExclusiveItem> items) {
    return items.stream()
        .filter(item -> item.place().equals(place))
        .map(ExclusiveItem::item)
        .collect(Collectors.toSet());
  }

  private static Optional<List<Integer>> chooseSlots(
      Attempt attempt, Link link, Set<Integer> taken) {
    var existing = attempt.existingRoute();
    var preferred = existing == null ? List.<Integer>of() : existing.slotsOn(link);
    return attempt.signal().chooseSlots(link, attempt.mbps(), preferred, taken);
  }

  private Optional<Integer> takeLabel(Attempt attempt, CircuitEnds.End end, int preferred) {
    return exclusiveResources.claimLabel(
        attempt.request(),
        CapacityResourceNames.labelsOf(end.attachment()),
        end.labels(),
        preferred,
        attempt.window());
  }

  @Override
  public void release(ConnectionId connection, int version) {
    ledger.release(connection, version);
    exclusiveResources.release(connection, version);
  }

  @Override
  public void forgetBefore(Instant instant) {
    ledger.forgetBefore(instant);
    exclusiveResources.forgetBefore(instant);
  }

  @Override
  public FreeCapacityResult timetable(FreeCapacityQuery request) {
    return availability.timetable(request);
  }
}

package org.touchpaper.nsap.circuit;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.touchpaper.nsap.circuit.CapacityResourceNames.Demand;
import org.touchpaper.nsap.path.Path;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.capacity.CapacityAllocator.AdmissionRequest;
import org.touchpaper.segment.capacity.CapacityLedgerService;
import org.touchpaper.segment.capacity.SegmentAvailability;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.timetable.CapacityTimetable;
import org.touchpaper.timetable.StartRanges;
import org.touchpaper.timetable.StepFunction;
import org.touchpaper.timetable.Window;

/** Computes free capacity and next fits; advisory, books nothing. */
record WideAreaAvailability(
    Topology topology,
    NodeSignalLookup nodeSignalLookup,
    WideAreaAllocatorSettings limits,
    CapacityLedgerService ledger) {

  /** The signal of a circuit between two ends, if both can terminate a common one. */
  Optional<SignalType> findSignal(CircuitEnds ends) {
    return Arrays.stream(SignalType.values())
        .filter(nodeSignalLookup.terminatedSignals(ends.source().node())::contains)
        .filter(nodeSignalLookup.terminatedSignals(ends.destination().node())::contains)
        .findFirst();
  }

  /** The paths with enough total capacity, shortest first. */
  List<Path> paths(CircuitEnds ends, int mbps) {
    return findSignal(ends).map(signal -> paths(ends, signal, mbps)).orElse(List.of());
  }

  private List<Path> paths(CircuitEnds ends, SignalType signal, int mbps) {
    return candidatePaths(ends, signal, mbps).stream().filter(path -> !isTooLong(path)).toList();
  }

  /** True if the path exceeds one transit list, where all its links are signalled. */
  private boolean isTooLong(Path path) {
    return path.edges().size() > Route.MAX_SIGNALLED_LINKS
        && path.linkIds().stream().allMatch(link -> topology.link(link).osrp() != null);
  }

  private List<Path> candidatePaths(CircuitEnds ends, SignalType signal, int mbps) {
    return topology
        .graphOf(link ->
            canCarry(signal, ends, link.a().node())
                && canCarry(signal, ends, link.z().node())
                && signal.slotsNeeded(link, mbps) <= link.slots()
                && signal.largestCircuitMbps(link) >= mbps)
        .paths(ends.source().node(), ends.destination().node(), limits.paths());
  }

  /** The ends need not support the signal in transit. */
  private boolean canCarry(SignalType signal, CircuitEnds ends, String node) {
    return node.equals(ends.source().node())
        || node.equals(ends.destination().node())
        || nodeSignalLookup.transitSignals(node).contains(signal);
  }

  Refusal refusalWithoutCommonSignal(CircuitEnds ends) {
    var source = ends.source();
    var destination = ends.destination();
    return new Refusal(
        Refusal.Code.NO_PATH,
        topology.network(),
        "destination",
        "no common signal: %s terminates %s, %s terminates %s"
            .formatted(
                source.attachment().name(),
                new TreeSet<>(nodeSignalLookup.terminatedSignals(source.node())),
                destination.attachment().name(),
                new TreeSet<>(nodeSignalLookup.terminatedSignals(destination.node()))),
        null);
  }

  /** The refusal for a request that no path can ever carry ({@link #paths} is empty). */
  Refusal refusalWithoutPath(CircuitEnds ends, int mbps) {
    var between =
        ends.source().attachment().name() + " and " + ends.destination().attachment().name();
    var tooLong =
        findSignal(ends).stream()
            .flatMap(signal -> candidatePaths(ends, signal, mbps).stream())
            .findFirst();
    if (tooLong.isPresent()) {
      return WideAreaRefusals.pathTooLong(topology.network(), tooLong.get(), between);
    }
    if (paths(ends, 1).isEmpty()) {
      return new Refusal(
          Refusal.Code.NO_PATH,
          topology.network(),
          "destination",
          "no path between " + between,
          null);
    }
    if (exceedsLargestCircuit(ends, mbps)) {
      return WideAreaRefusals.bandwidthTooLarge(topology.network(), mbps);
    }
    var maxMbps =
        findSignal(ends).stream()
            .flatMapToInt(signal -> topology.links().stream().mapToInt(signal::largestCircuitMbps))
            .filter(capacity -> !paths(ends, capacity).isEmpty())
            .max()
            .orElse(0);
    return new Refusal(
        Refusal.Code.ABOVE_CAPACITY,
        topology.network(),
        "bandwidthMbps",
        "no path between %s carries %d Mbit/s; the widest carries %d"
            .formatted(between, mbps, maxMbps),
        null);
  }

  /** The links could carry it, but the elements at the ends cannot. */
  private boolean exceedsLargestCircuit(CircuitEnds ends, int mbps) {
    return mbps > SignalType.MAX_VIRTUAL_MBPS
        && findSignal(ends).filter(SignalType.VIRTUAL::equals).isPresent()
        && topology.links().stream().anyMatch(link -> link.largestCircuitMbps() >= mbps);
  }

  /** Adds the next fit to a refusal, if it is known. */
  Refusal withNextFit(Refusal refusal, CircuitEnds ends, AdmissionRequest request) {
    if (refusal.code() != Refusal.Code.CAPACITY_BUSY) {
      return refusal;
    }
    return between(ends).withNextFit(refusal, request, limits.horizon());
  }

  FreeCapacityResult timetable(FreeCapacityQuery query) {
    return demandsAt(query)
        .map(this::ofDemands)
        .orElseGet(() -> between(ends(query)))
        .freeCapacity(query);
  }

  /** A query about a single link or attachment names it as both source and destination. */
  private Optional<IntFunction<List<Demand>>> demandsAt(FreeCapacityQuery query) {
    var stp = query.source();
    return isInThisNetwork(stp) && stp.isSamePortAs(query.destination())
        ? demandsAt(stp.port())
        : Optional.empty();
  }

  private Optional<IntFunction<List<Demand>>> demandsAt(String name) {
    var link = topology.links().stream().filter(known -> known.id().equals(name)).findFirst();
    return link.<IntFunction<List<Demand>>>map(
            known -> {
              var signal = nodeSignalLookup.signalOn(known).orElse(SignalType.VIRTUAL);
              return mbps -> CapacityResourceNames.demandsOn(known, signal, mbps);
            })
        .or(() ->
            topology
                .findAttachment(name)
                .map(known ->
                    mbps -> List.of(new Demand(CapacityResourceNames.of(known), (long) mbps))));
  }

  private SegmentAvailability ofDemands(IntFunction<List<Demand>> demands) {
    return new SegmentAvailability() {
      @Override
      public StepFunction free(Window within) {
        return demands.apply(1).stream()
            .map(demand -> mbps(demand, timetable(demand), within))
            .reduce(StepFunction::min)
            .orElseThrow();
      }

      @Override
      public StartRanges startRanges(int mbps, Window within, Duration length) {
        return demands.apply(mbps).stream()
            .map(demand -> timetable(demand).startRanges(within, demand.amount(), length))
            .reduce(StartRanges::intersect)
            .orElseThrow();
      }

      private CapacityTimetable timetable(Demand demand) {
        var resource = demand.resource();
        return timetableOf(ledger.currentTimetables(List.of(resource)), resource);
      }
    };
  }

  /** The availability between two attachments over the best path. */
  private SegmentAvailability between(CircuitEnds ends) {
    return new SegmentAvailability() {
      @Override
      public StepFunction free(Window within) {
        var paths = paths(ends, 1);
        var timetables = ledger.currentTimetables(resources(ends, paths));
        return paths.stream()
            .map(path ->
                demandsOf(ends, path, 1).stream()
                    .map(demand -> mbps(demand, timetableOf(timetables, demand.resource()), within))
                    .reduce(StepFunction::min)
                    .orElseThrow())
            .reduce(StepFunction::max)
            .orElseGet(() -> StepFunction.constant(within, 0));
      }

      @Override
      public StartRanges startRanges(int mbps, Window within, Duration length) {
        var paths = paths(ends, mbps);
        var timetables = ledger.currentTimetables(resources(ends, paths));
        return paths.stream()
            .map(path ->
                demandsOf(ends, path, mbps).stream()
                    .map(demand ->
                        timetableOf(timetables, demand.resource())
                            .startRanges(within, demand.amount(), length))
                    .reduce(StartRanges::intersect)
                    .orElseThrow())
            .reduce(StartRanges.NONE, StartRanges::union);
      }

      // a later start: capacity at the requested start is available, so slots or labels are missing
      @Override
      public Optional<Instant> earliestStart(StartRanges starts, Instant from) {
        return starts.earliestFrom(from.plusNanos(1));
      }
    };
  }

  private static StepFunction mbps(Demand demand, CapacityTimetable timetable, Window window) {
    var free = timetable.freeSteps(window);
    return CapacityResourceNames.isSlots(demand.resource()) ? free.scale(Link.STS1_MBPS) : free;
  }

  private CircuitEnds ends(FreeCapacityQuery query) {
    for (var stp : List.of(query.source(), query.destination())) {
      if (!isKnown(stp)) {
        throw new SegmentFaultException(
            SegmentFaultException.Code.MALFORMED,
            null,
            "unknown STP in " + topology.network() + ": " + stp.withVlans(null));
      }
    }
    return CircuitEnds.of(
        topology, query.source().withVlans(null), query.destination().withVlans(null));
  }

  private boolean isKnown(Stp stp) {
    return isInThisNetwork(stp) && topology.findAttachment(stp.port()).isPresent();
  }

  private boolean isInThisNetwork(Stp stp) {
    return stp.network().equals(topology.network());
  }

  List<Demand> demandsOf(CircuitEnds ends, Path path, int mbps) {
    return CapacityResourceNames.demandsOf(
        topology,
        findSignal(ends).orElseThrow(),
        ends.source().attachment(),
        path,
        ends.destination().attachment(),
        mbps);
  }

  private List<String> resources(CircuitEnds ends, Collection<Path> paths) {
    return paths.stream()
        .flatMap(path -> demandsOf(ends, path, 1).stream())
        .map(Demand::resource)
        .distinct()
        .toList();
  }

  private static CapacityTimetable timetableOf(
      Map<String, CapacityTimetable> timetables, String resource) {
    return Objects.requireNonNull(timetables.get(resource));
  }
}

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
import org.touchpaper.nsap.circuit.Capacities.Demand;
import org.touchpaper.nsap.path.Path;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.TimetableQuestion;
import org.touchpaper.segment.ledger.Ledger;
import org.touchpaper.segment.provider.Admission.Question;
import org.touchpaper.segment.provider.Prospect;
import org.touchpaper.timetable.Starts;
import org.touchpaper.timetable.Steps;
import org.touchpaper.timetable.Timetable;
import org.touchpaper.timetable.Window;

/** What would fit when; advisory, it books nothing. */
record Outlook(Topology topology, Carriage carriage, AdmissionLimits limits, Ledger ledger) {

  /** How a circuit between two ends is carried, if there is a way in which both take one in. */
  Optional<Signal> signal(Ends ends) {
    return Arrays.stream(Signal.values())
        .filter(carriage.ended(ends.source().node())::contains)
        .filter(carriage.ended(ends.destination().node())::contains)
        .findFirst();
  }

  /** The ways that could carry so much if nothing were booked, shortest first. */
  List<Path> paths(Ends ends, int mbps) {
    return signal(ends).map(signal -> paths(ends, signal, mbps)).orElse(List.of());
  }

  private List<Path> paths(Ends ends, Signal signal, int mbps) {
    return ways(ends, signal, mbps).stream().filter(path -> !isTooLong(path)).toList();
  }

  /** Elements that signal set up only what one list can name. */
  private boolean isTooLong(Path path) {
    return path.edges().size() > Route.LONGEST_SIGNALLED
        && path.linkIds().stream().allMatch(link -> topology.link(link).osrp() != null);
  }

  private List<Path> ways(Ends ends, Signal signal, int mbps) {
    return topology
        .graphOf(link ->
            isPassed(signal, ends, link.a().node())
                && isPassed(signal, ends, link.z().node())
                && signal.slots(link, mbps) <= link.slots()
                && signal.largestCircuitMbps(link) >= mbps)
        .paths(ends.source().node(), ends.destination().node(), limits.paths());
  }

  /** Where a circuit ends it is taken in, which is more than to pass it on. */
  private boolean isPassed(Signal signal, Ends ends, String node) {
    return node.equals(ends.source().node())
        || node.equals(ends.destination().node())
        || carriage.passed(node).contains(signal);
  }

  /** Why no circuit can join two ends that take circuits in differently. */
  Refusal noSignal(Ends ends) {
    var source = ends.source();
    var destination = ends.destination();
    return new Refusal(
        Refusal.Code.NO_PATH,
        topology.network(),
        "destination",
        "%s takes circuits in as %s, %s as %s"
            .formatted(
                source.attachment().name(),
                new TreeSet<>(carriage.ended(source.node())),
                destination.attachment().name(),
                new TreeSet<>(carriage.ended(destination.node()))),
        null);
  }

  /** Why no way can ever carry so much, where {@link #paths} knows none. */
  Refusal noPath(Ends ends, int mbps) {
    var between =
        ends.source().attachment().name() + " and " + ends.destination().attachment().name();
    var tooLong = signal(ends).stream().flatMap(it -> ways(ends, it, mbps).stream()).findFirst();
    if (tooLong.isPresent()) {
      return Reasons.tooLong(topology.network(), tooLong.get(), between);
    }
    if (paths(ends, 1).isEmpty()) {
      return new Refusal(
          Refusal.Code.NO_PATH,
          topology.network(),
          "destination",
          "nothing joins " + between,
          null);
    }
    if (isTooWide(ends, mbps)) {
      return Reasons.tooWide(topology.network(), mbps);
    }
    var most =
        signal(ends).stream()
            .flatMapToInt(signal -> topology.links().stream().mapToInt(signal::largestCircuitMbps))
            .filter(capacity -> !paths(ends, capacity).isEmpty())
            .max()
            .orElse(0);
    return new Refusal(
        Refusal.Code.ABOVE_CAPACITY,
        topology.network(),
        "bandwidthMbps",
        "no path between %s carries %d Mbit/s; the widest carries %d"
            .formatted(between, mbps, most),
        null);
  }

  /** The links could carry it, and the elements at its ends cannot put it together. */
  private boolean isTooWide(Ends ends, int mbps) {
    return mbps > Signal.MOST_VIRTUAL_MBPS
        && signal(ends).filter(Signal.VIRTUAL::equals).isPresent()
        && topology.links().stream().anyMatch(link -> link.largestCircuitMbps() >= mbps);
  }

  /** The same refusal with the next time the request would fit, if that is known. */
  Refusal withNextFit(Refusal refusal, Ends ends, Question question) {
    if (refusal.code() != Refusal.Code.CAPACITY_BUSY) {
      return refusal;
    }
    return new Way(this, ends).withNextFit(refusal, question, limits.horizon());
  }

  private Starts starts(Ends ends, int mbps, Window within, Duration length) {
    var paths = paths(ends, mbps);
    var timetables = ledger.read(resources(ends, paths));
    return paths.stream()
        .map(path ->
            needed(ends, path, mbps).stream()
                .map(demand ->
                    at(timetables, demand.resource()).starts(within, demand.amount(), length))
                .reduce(Starts::intersect)
                .orElseThrow())
        .reduce(Starts.NONE, Starts::union);
  }

  FreeCapacity timetable(TimetableQuestion question) {
    return new Way(this, ends(question)).answer(question);
  }

  /** Between two attachments, whichever path is best. */
  private record Way(Outlook outlook, Ends ends) implements Prospect {
    @Override
    public Steps free(Window within) {
      return outlook.free(ends, within);
    }

    @Override
    public Starts starts(int mbps, Window within, Duration length) {
      return outlook.starts(ends, mbps, within, length);
    }

    /** What the ledger would take at the very same time is short of slots or labels. */
    @Override
    public Optional<Instant> earliest(Starts starts, Instant from) {
      return starts.earliestFrom(from.plusNanos(1));
    }
  }

  /** At each instant, what the best path has free. */
  private Steps free(Ends ends, Window window) {
    var paths = paths(ends, 1);
    var timetables = ledger.read(resources(ends, paths));
    return paths.stream()
        .map(path ->
            needed(ends, path, 1).stream()
                .map(demand -> mbps(demand, at(timetables, demand.resource()), window))
                .reduce(Steps::min)
                .orElseThrow())
        .reduce(Steps::max)
        .orElseGet(() -> Steps.flat(window, 0));
  }

  private static Steps mbps(Demand demand, Timetable timetable, Window window) {
    var free = timetable.freeSteps(window);
    return Capacities.isSlots(demand.resource()) ? free.times(Link.STS1_MBPS) : free;
  }

  private Ends ends(TimetableQuestion question) {
    for (var stp : List.of(question.source(), question.destination())) {
      if (!isKnown(stp)) {
        throw new Fault(
            Fault.Code.MALFORMED,
            null,
            "nothing is attached to " + topology.network() + " as " + stp.with(null));
      }
    }
    return Ends.of(topology, question.source().with(null), question.destination().with(null));
  }

  private boolean isKnown(Stp stp) {
    return stp.network().equals(topology.network())
        && topology.findAttachment(stp.port()).isPresent();
  }

  List<Demand> needed(Ends ends, Path path, int mbps) {
    return Capacities.needed(
        topology,
        signal(ends).orElseThrow(),
        ends.source().attachment(),
        path,
        ends.destination().attachment(),
        mbps);
  }

  private List<String> resources(Ends ends, Collection<Path> paths) {
    return paths.stream()
        .flatMap(path -> needed(ends, path, 1).stream())
        .map(Demand::resource)
        .distinct()
        .toList();
  }

  private static Timetable at(Map<String, Timetable> timetables, String resource) {
    return Objects.requireNonNull(timetables.get(resource));
  }
}

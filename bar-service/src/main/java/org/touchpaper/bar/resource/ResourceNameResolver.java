package org.touchpaper.bar.resource;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.validation.CircuitValidator;
import org.touchpaper.bar.directory.CircuitSplitResult;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.resource.NetworkTopology.HostAccess;
import org.touchpaper.bar.resource.NetworkTopology.WideAreaLink;
import org.touchpaper.bar.resource.ResolvedResource.ManagedResource;
import org.touchpaper.bar.resource.ResolvedResource.SegmentResource;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.Stp;

/** Finds resources by the names that callers use. */
final class ResourceNameResolver {

  private final NetworkDirectory directory;
  private final NetworkTopology topology;
  private final List<FieldViolation> violations = new ArrayList<>();
  private final List<MissingAnswer> unanswered = new ArrayList<>();

  ResourceNameResolver(NetworkDirectory directory, NetworkTopology topology) {
    this.directory = directory;
    this.topology = topology;
  }

  /**
   * Finds all but {@link #unanswered}, in the same order.
   *
   * @throws InvalidRequestException naming each that is unknown, cannot be asked here, or is listed
   *     twice
   */
  List<ResolvedResource> resolve(List<String> names) {
    var found = new ArrayList<ResolvedResource>();
    var seen = new HashSet<String>();
    for (var i = 0; i < names.size(); i++) {
      var field = "resource[" + i + "]";
      resolve(names.get(i), field).ifPresent(found::add);
      if (!seen.add(names.get(i))) {
        report(field, "once", names.get(i) + " is listed twice; list it once");
      }
    }
    if (!violations.isEmpty()) {
      throw InvalidRequestException.unprocessable(violations);
    }
    return found;
  }

  /** The names that the wide area may have, which does not answer. */
  List<MissingAnswer> unanswered() {
    return List.copyOf(unanswered);
  }

  private Optional<ResolvedResource> resolve(String name, String field) {
    var cluster = directory.cluster(name);
    if (cluster.isPresent()) {
      return cluster.map(known ->
          new ManagedResource(name, ResourceKind.CLUSTER, known.rm(), name, known.nodes(), 1));
    }
    var units = units(name, directory);
    if (units.isPresent()) {
      return units;
    }
    var host = directory.host(name);
    if (host.isPresent()) {
      return requireBookable(host.get(), field)
          ? Optional.of(access(host.get()))
          : Optional.empty();
    }
    var ends = name.split("/", -1);
    if (ends.length == 2) {
      var source = directory.host(ends[0]);
      var destination = directory.host(ends[1]);
      if (source.isPresent() && destination.isPresent()) {
        return lightpath(name, field, source.get(), destination.get());
      }
    }
    return link(name, field);
  }

  /** A unit of a facility, by its name there: {@code store/tape}. */
  static Optional<ResolvedResource> units(String name, NetworkDirectory directory) {
    return directory.facilities().stream()
        .flatMap(facility ->
            facility.units().entrySet().stream()
                .filter(unit -> name.equals(facility.name() + "/" + unit.getKey()))
                .<ResolvedResource>map(unit ->
                    new ManagedResource(
                        name, ResourceKind.UNITS, facility.rm(), name, unit.getValue(), 1)))
        .findFirst();
  }

  private boolean requireBookable(NetworkDirectory.Host host, String field) {
    if (directory.isBookable(host)) {
      return true;
    }
    report(
        field,
        "campus-with-a-broker",
        host.name() + " is on a campus without a broker, so it cannot be booked");
    return false;
  }

  /** What a host can send and receive: between it and the border of its campus. */
  private ResolvedResource access(NetworkDirectory.Host host) {
    var stp = host.port().orElseThrow(); // it is bookable
    var campus = directory.campusOf(host).orElseThrow();
    var isHere = campus.equals(directory.home());
    var bar = directory.bar();
    var border = campus.border();
    var access = isHere ? topology.access(stp) : Optional.<HostAccess>empty();
    return new SegmentResource(
        host.name(),
        ResourceKind.HOST,
        isHere ? bar.ownSegment() : String.valueOf(campus.bar()),
        stp,
        border == null || (isHere && bar.lnsap() == null) ? stp : Stp.parse(border),
        access.map(HostAccess::capacityMbps).orElse(null),
        access.map(HostAccess::granularityMbps).orElse(null));
  }

  private Optional<ResolvedResource> lightpath(
      String name, String field, NetworkDirectory.Host source, NetworkDirectory.Host destination) {
    if (source.equals(destination)) {
      report(field, "two-ends", "the two hosts must differ");
      return Optional.empty();
    }
    if (!requireBookable(source, field) || !requireBookable(destination, field)) {
      return Optional.empty();
    }
    var foreign = CircuitValidator.foreign(field, source.name(), destination.name(), directory);
    if (foreign.isPresent()) {
      violations.add(foreign.get());
      return Optional.empty();
    }
    var rm = directory.bar().networkRm();
    if (rm == null) {
      return unknown(name, field);
    }
    return Optional.of(
        new ManagedResource(
            name,
            ResourceKind.LIGHTPATH,
            rm,
            source.name() + ".." + destination.name(),
            capacity(source, destination),
            granularity(source, destination)));
  }

  /** The most that one lightpath can have: of its hosts' accesses, and of the widest link. */
  private @Nullable Integer capacity(
      NetworkDirectory.Host source, NetworkDirectory.Host destination) {
    var accesses =
        Stream.of(source, destination)
            .flatMap(host -> topology.access(host.port().orElseThrow()).stream())
            .map(HostAccess::capacityMbps);
    var widest =
        crossesWideArea(source, destination)
            ? topology.links().stream().map(WideAreaLink::capacityMbps).max(Integer::compare)
            : Optional.<Integer>empty();
    return Stream.concat(accesses, widest.stream()).min(Integer::compare).orElse(null);
  }

  private @Nullable Integer granularity(
      NetworkDirectory.Host source, NetworkDirectory.Host destination) {
    return (crossesWideArea(source, destination) ? topology.coarsestGranularity() : Optional.of(1))
        .orElse(null);
  }

  private boolean crossesWideArea(NetworkDirectory.Host source, NetworkDirectory.Host destination) {
    var split = directory.split(source.port().orElseThrow(), destination.port().orElseThrow());
    return split instanceof CircuitSplitResult.Legs(var legs)
        && legs.stream().anyMatch(leg -> leg.peer().equals(directory.bar().nsap()));
  }

  private Optional<ResolvedResource> link(String name, String field) {
    var link = topology.link(name);
    if (link.isPresent()) {
      return link.map(this::toResource);
    }
    var nsap = directory.bar().nsap();
    var silent = topology.missing().stream().filter(one -> one.service().equals(nsap)).findFirst();
    if (silent.isPresent()) {
      var reason = "may have a link " + name + ", but " + silent.get().reason();
      unanswered.add(new MissingAnswer(name, nsap, reason));
      return Optional.empty();
    }
    return unknown(name, field);
  }

  private ResolvedResource toResource(WideAreaLink link) {
    var stp = new Stp(String.valueOf(topology.network()), link.id(), null);
    return new SegmentResource(
        link.id(),
        ResourceKind.LINK,
        directory.bar().nsap(),
        stp,
        stp,
        link.capacityMbps(),
        link.granularityMbps());
  }

  private Optional<ResolvedResource> unknown(String name, String field) {
    report(
        field,
        "known-resource",
        "unknown resource "
            + name
            + "; specify a cluster, a host, a link, two hosts as from/to, or a unit as store/tape;"
            + " GET /api/v1/resources lists them");
    return Optional.empty();
  }

  private void report(String field, String rule, String message) {
    violations.add(new FieldViolation(field, rule, message));
  }
}

package org.touchpaper.bar.coallocation.transaction;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.bar.coallocation.Modification;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.BookingRequest.Circuit;
import org.touchpaper.bar.coallocation.request.BookingRequest.Nodes;
import org.touchpaper.bar.coallocation.request.BookingRequest.UnitAmount;
import org.touchpaper.bar.coallocation.request.LightpathChange;
import org.touchpaper.bar.coallocation.request.RequestedSchedule;
import org.touchpaper.bar.coallocation.request.WindowChange;
import org.touchpaper.bar.coallocation.run.JobSpec;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * Validates requests independently of other bookings. Each rule has a name and a message for the
 * caller.
 */
public final class BookingRequestValidator {

  private static final Duration HORIZON = Duration.ofDays(366);

  private static final Pattern ENVIRONMENT_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");

  /** The tolerated clock difference to clients. */
  private static final Duration TOLERANCE = Duration.ofSeconds(2);

  private final Directory directory;
  private final List<FieldViolation> violations = new ArrayList<>();

  private BookingRequestValidator(Directory directory) {
    this.directory = directory;
  }

  public static List<FieldViolation> validate(
      BookingRequest request, Directory directory, Instant now) {
    var validator = new BookingRequestValidator(directory);
    validator.validateTimes(request.when(), now);
    validator.validateResources(request);
    return List.copyOf(validator.violations);
  }

  /** Validates a request for one lightpath, which needs neither acceptors nor resource managers. */
  public static List<FieldViolation> validateLightpathAlone(
      BookingRequest request, Directory directory, Instant now) {
    var validator = new BookingRequestValidator(directory);
    validator.validateTimes(request.when(), now);
    validator.validateParts(request);
    return List.copyOf(validator.violations);
  }

  /** Validates a change of a lightpath alone. */
  public static List<FieldViolation> validate(
      LightpathChange change, Schedule slot, Directory directory, Instant now) {
    var validator = new BookingRequestValidator(directory);
    validator.validateTimes(change.startTime(), change.endTime(), change.window(), slot, now);
    var mbps = change.bandwidthMbps();
    if (mbps != null) {
      validator.requireBandwidth("", mbps);
    }
    return List.copyOf(validator.violations);
  }

  static List<FieldViolation> validate(
      Modification modification, CoAllocation booking, Directory directory, Instant now) {
    var validator = new BookingRequestValidator(directory);
    validator.validateTimes(
        modification.startTime(),
        modification.endTime(),
        modification.window(),
        booking.schedule(),
        now);
    var changed = modification.applyTo(booking);
    validator.validateResources(changed);
    validator.requirePartsOf(booking, changed);
    return List.copyOf(validator.violations);
  }

  /** An id names a part of the booking, of the same cluster or between the same hosts, once. */
  private void requirePartsOf(CoAllocation booking, BookingRequest request) {
    var named = new HashSet<UUID>();
    for (var i = 0; i < request.compute().size(); i++) {
      var nodes = request.compute().get(i);
      requirePart(
          "compute[" + i + "].id",
          nodes.id(),
          named,
          booking,
          part -> part instanceof Compute compute && compute.resource().equals(nodes.resource()));
    }
    for (var i = 0; i < request.lightpaths().size(); i++) {
      var circuit = request.lightpaths().get(i);
      requirePart(
          "lightpaths[" + i + "].id",
          circuit.id(),
          named,
          booking,
          part ->
              part instanceof Lightpath path
                  && path.source().equals(circuit.source())
                  && path.destination().equals(circuit.destination()));
    }
    for (var i = 0; i < request.units().size(); i++) {
      var requested = request.units().get(i);
      requirePart(
          "units[" + i + "].id",
          requested.id(),
          named,
          booking,
          part ->
              part instanceof Units units
                  && units.resource().equals(requested.resource())
                  && units.unit().equals(requested.unit()));
    }
  }

  private void requirePart(
      String field,
      @Nullable UUID id,
      Set<UUID> named,
      CoAllocation booking,
      Predicate<CoAllocationPart> isSame) {
    if (id == null) {
      return;
    }
    if (!named.add(id)) {
      addViolation(field, "once", "part " + id + " is listed twice");
    }
    if (booking.parts().stream().noneMatch(part -> part.partId().equals(id) && isSame.test(part))) {
      addViolation(
          field,
          "known-part",
          "the booking has no such part "
              + id
              + " of this cluster or unit, or between these hosts; leave id out to add a part");
    }
  }

  private void validateResources(BookingRequest request) {
    requireAcceptors();
    requireNetworkRm(request);
    validateParts(request);
  }

  private void validateParts(BookingRequest request) {
    requireNotEmpty(request);
    for (var i = 0; i < request.compute().size(); i++) {
      validateNodes("compute[" + i + "].", request.compute().get(i));
    }
    for (var i = 0; i < request.lightpaths().size(); i++) {
      validateCircuit("lightpaths[" + i + "].", request.lightpaths().get(i));
    }
    requireDistinctClusters(request);
    var units = new HashSet<String>();
    for (var i = 0; i < request.units().size(); i++) {
      var requested = request.units().get(i);
      validateUnits("units[" + i + "].", requested);
      var name = requested.unit() + " of " + requested.resource();
      if (!units.add(name)) {
        addViolation(
            "units[" + i + "].unit",
            "once",
            name + " is listed twice; list it once with the total");
      }
    }
  }

  /** Returns true if no other time would help. An abandoned transaction may be retried. */
  public static boolean isPermanent(Refusal refusal) {
    return refusal.code().isPermanent() && refusal.code() != Refusal.Code.GIVEN_UP;
  }

  /**
   * Returns true if another booking held the resource at that moment, so that a retry may succeed.
   */
  public static boolean isTemporary(Refusal refusal) {
    return switch (refusal.code()) {
      case CAPACITY_BUSY, PORT_BUSY, LABEL_BUSY, ADDRESS_BUSY, NODES_BUSY -> true;
      case UNKNOWN_STP,
          NO_PATH,
          ABOVE_CAPACITY,
          BAD_SCHEDULE,
          BEYOND_HORIZON,
          LABEL_NOT_ALLOWED,
          MORE_THAN_MACHINE,
          UNKNOWN_APPLICATION,
          BAD_ARGUMENT,
          RUN_ACTIVE,
          LAUNCH_UNAVAILABLE,
          NOT_ALLOWED,
          GIVEN_UP,
          CUT,
          UNREACHABLE ->
          false;
    };
  }

  private void requireNotEmpty(BookingRequest request) {
    if (request.compute().isEmpty()
        && request.lightpaths().isEmpty()
        && request.units().isEmpty()) {
      addViolation("", "not-empty", "Choose a lightpath, a cluster, a facility, or several");
    }
  }

  private void validateTimes(RequestedSchedule schedule, Instant now) {
    switch (schedule) {
      case RequestedSchedule.Fixed(var start, var end) -> {
        requireNotPast("startTime", start == null ? now : start, now);
        requireAfter("endTime", end, "startTime", start == null ? now : start);
        requireWithinHorizon("endTime", end, now);
      }
      case RequestedSchedule.Window(var notBefore, var notAfter, var duration) -> {
        var from = notBefore == null ? now : notBefore;
        requireNotPast("notBefore", from, now);
        requireAfter("notAfter", notAfter, "notBefore", from);
        requireWithinHorizon("notAfter", notAfter, now);
        requireFittingDuration(duration, from, notAfter);
      }
    }
  }

  /** Validates a change's times. Unchanged times may be past; a start in the past cannot change. */
  private void validateTimes(
      @Nullable Instant newStart,
      @Nullable Instant newEnd,
      @Nullable WindowChange window,
      Schedule slot,
      Instant now) {
    if (window == null) {
      validateFixedTimes(newStart, newEnd, slot, now);
    } else if (slot.startTime().isAfter(now)) {
      validateTimes(window.of(slot), now);
    } else {
      addViolation(
          "schedule",
          "has-begun",
          "the booking started at " + slot.startTime() + "; only its end time can change");
    }
  }

  private void validateFixedTimes(
      @Nullable Instant newStart, @Nullable Instant newEnd, Schedule slot, Instant now) {
    var start = newStart == null ? slot.startTime() : newStart;
    var end = newEnd == null ? slot.endTime() : newEnd;
    if (!start.equals(slot.startTime()) && !slot.startTime().isAfter(now)) {
      addViolation(
          "schedule.startTime",
          "has-begun",
          "the booking started at " + slot.startTime() + "; its start time cannot change");
    } else if (!start.equals(slot.startTime())) {
      requireNotPast("startTime", start, now);
    }
    requireAfter("endTime", end, "startTime", start);
    if (!end.equals(slot.endTime())) {
      requireNotPast("endTime", end, now);
      requireWithinHorizon("endTime", end, now);
    }
  }

  private void requireNotPast(String field, Instant instant, Instant now) {
    if (instant.isBefore(now.minus(TOLERANCE))) {
      addViolation(
          "schedule." + field,
          "not-in-the-past",
          field + " " + instant + " is in the past; the time is " + now);
    }
  }

  private void requireAfter(String field, Instant end, String startField, Instant start) {
    if (!start.isBefore(end)) {
      addViolation(
          "schedule." + field,
          "after-start",
          field + " " + end + " is not after " + startField + " " + start);
    }
  }

  private void requireWithinHorizon(String field, Instant instant, Instant now) {
    if (instant.isAfter(now.plus(HORIZON))) {
      addViolation(
          "schedule." + field,
          "within-horizon",
          field + " is more than " + HORIZON.toDays() + " days ahead");
    }
  }

  private void requireFittingDuration(Duration duration, Instant from, Instant to) {
    if (duration.isNegative() || duration.isZero()) {
      addViolation("schedule.duration", "positive", "duration must be positive, not " + duration);
    } else if (from.isBefore(to) && duration.compareTo(Duration.between(from, to)) > 0) {
      addViolation(
          "schedule.duration",
          "fits-the-window",
          "duration " + duration + " is longer than the window from " + from + " to " + to);
    }
  }

  private void validateNodes(String field, Nodes requested) {
    if (requested.nodes() < 1) {
      addViolation(
          field + "nodes", "at-least-1", "nodes must be at least 1, not " + requested.nodes());
    }
    if (requested.run() != null && !requested.run().stop()) {
      validateRun(field + "run.", requested.run().spec());
    }
    var cluster = directory.cluster(requested.resource());
    if (cluster.isEmpty()) {
      addViolation(
          field + "resource",
          "known-cluster",
          "unknown cluster "
              + requested.resource()
              + "; known clusters: "
              + String.join(
                  ", ", directory.clusters().stream().map(Directory.Cluster::name).toList()));
    } else if (requested.nodes() > cluster.get().nodes()) {
      addViolation(
          field + "nodes",
          "at-most-the-machine",
          requested.resource()
              + " has "
              + cluster.get().nodes()
              + " nodes; requested: "
              + requested.nodes());
    }
  }

  /** What does not depend on the cluster. */
  private void validateRun(String field, JobSpec spec) {
    requireAtLeastOne(field + "resources.processesPerNode", spec.processesPerNode());
    requireAtLeastOne(field + "resources.cpuCoresPerProcess", spec.cpuCoresPerProcess());
    spec.environment().keySet().stream()
        .filter(name -> !ENVIRONMENT_NAME.matcher(name).matches())
        .forEach(name ->
            addViolation(
                field + "environment",
                "environment-name",
                "an environment variable has letters, digits and _ in its name, not " + name));
    if (spec.viewer() != null && directory.host(spec.viewer()).isEmpty()) {
      addUnknownHost(field + "viewer", spec.viewer());
    }
  }

  private void requireAtLeastOne(String field, @Nullable Integer value) {
    if (value != null && value < 1) {
      addViolation(field, "at-least-1", "it must be at least 1, not " + value);
    }
  }

  private void validateUnits(String field, UnitAmount requested) {
    if (requested.amount() < 1) {
      addViolation(
          field + "amount", "at-least-1", "amount must be at least 1, not " + requested.amount());
    }
    var facility = directory.facility(requested.resource());
    if (facility.isEmpty()) {
      addViolation(
          field + "resource",
          "known-facility",
          "unknown facility %s; known facilities: %s"
              .formatted(
                  requested.resource(),
                  String.join(
                      ", ",
                      directory.facilities().stream().map(Directory.Facility::name).toList())));
      return;
    }
    var capacity = facility.get().units().get(requested.unit());
    if (capacity == null) {
      addViolation(
          field + "unit",
          "known-unit",
          "%s has no %s; it has %s"
              .formatted(
                  requested.resource(),
                  requested.unit(),
                  String.join(", ", new TreeSet<>(facility.get().units().keySet()))));
    } else if (requested.amount() > capacity) {
      addViolation(
          field + "amount",
          "at-most-the-facility",
          "%s has %d %s; requested: %d"
              .formatted(requested.resource(), capacity, requested.unit(), requested.amount()));
    }
  }

  /** A broker without acceptors books only single lightpaths. */
  private void requireAcceptors() {
    if (directory.bar().acceptors().isEmpty()) {
      addViolation(
          "",
          "acceptors",
          "the broker of "
              + directory.campus()
              + " has no acceptors, so it books neither nodes nor units; book a lightpath alone (POST"
              + " /api/v1/reservations)");
    }
  }

  /** A broker without a network resource manager books only single lightpaths. */
  private void requireNetworkRm(BookingRequest request) {
    if (!request.lightpaths().isEmpty()
        && directory.bar().networkRm() == null
        && !directory.bar().acceptors().isEmpty()) {
      addViolation(
          "lightpaths",
          "network-rm",
          "the broker of "
              + directory.campus()
              + " has no network resource manager; use the broker at the other end, or book the"
              + " lightpath alone (POST /api/v1/reservations)");
    }
  }

  private void validateCircuit(String field, Circuit requested) {
    requireBandwidth(field, requested.bandwidthMbps());
    var source = validateEndpoint(field + "source", requested.source());
    var destination = validateEndpoint(field + "destination", requested.destination());
    if (requested.source().equals(requested.destination())) {
      addViolation(field + "destination", "two-ends", "source and destination must differ");
    } else if (source && destination) {
      foreign(field + "source", requested.source(), requested.destination(), directory)
          .ifPresent(violations::add);
    }
  }

  private void requireBandwidth(String field, int mbps) {
    if (mbps < 1) {
      addViolation(
          field + "bandwidthMbps", "at-least-1", "bandwidthMbps must be at least 1, not " + mbps);
    }
  }

  private void addUnknownHost(String field, String name) {
    addViolation(
        field,
        "known-host",
        "unknown host "
            + name
            + "; known hosts: "
            + String.join(", ", directory.hosts().stream().map(Directory.Host::name).toList()));
  }

  private boolean validateEndpoint(String field, String name) {
    var host = directory.host(name);
    if (host.isEmpty()) {
      addUnknownHost(field, name);
      return false;
    }
    if (!directory.isBookable(host.get())) {
      addViolation(
          field,
          "campus-with-a-broker",
          name + " is on a campus without a broker, so it cannot be booked");
      return false;
    }
    return true;
  }

  /** Names the broker to ask for a circuit that has no end on this campus. */
  public static Optional<FieldViolation> foreign(
      String field, String source, String destination, Directory directory) {
    return directory
        .host(source)
        .flatMap(from ->
            directory.host(destination).flatMap(to -> directory.responsibleElsewhere(from, to)))
        .map(responsible ->
            new FieldViolation(
                field,
                "at-home",
                "neither %s nor %s is at %s; %s"
                    .formatted(source, destination, directory.home().name(), responsible.advice()),
                responsible.url()));
  }

  private void requireDistinctClusters(BookingRequest request) {
    var clusters = new HashSet<String>();
    for (var i = 0; i < request.compute().size(); i++) {
      var resource = request.compute().get(i).resource();
      if (!clusters.add(resource)) {
        addViolation(
            "compute[" + i + "].resource",
            "once",
            resource + " is listed twice; list it once with the total number of nodes");
      }
    }
  }

  private void addViolation(String field, String rule, String message) {
    violations.add(new FieldViolation(field, rule, message));
  }
}

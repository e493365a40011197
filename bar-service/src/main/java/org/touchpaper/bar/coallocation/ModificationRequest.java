package org.touchpaper.bar.coallocation;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.BookingRequest.Circuit;
import org.touchpaper.bar.coallocation.request.BookingRequest.Nodes;
import org.touchpaper.bar.coallocation.request.BookingRequest.UnitAmount;
import org.touchpaper.bar.coallocation.request.EarliestSlotChange;
import org.touchpaper.bar.coallocation.request.RequestedSchedule;
import org.touchpaper.bar.coallocation.run.JobSpec;
import org.touchpaper.bar.coallocation.run.LaunchOrStopOrder;
import org.touchpaper.bar.coallocation.run.PartRun;
import org.touchpaper.segment.connection.Schedule;

/**
 * A requested change; null components stay unchanged.
 *
 * @param compute all nodes of the changed booking
 * @param lightpaths all lightpaths of the changed booking
 * @param units all units of the changed booking
 * @param window where the times are sought; start and end are then null until a slot is chosen
 * @param run a launch or a stop on one part
 */
public record ModificationRequest(
    @Nullable String description,
    @Nullable Instant startTime,
    @Nullable Instant endTime,
    @Nullable List<Nodes> compute,
    @Nullable List<Circuit> lightpaths,
    @Nullable List<UnitAmount> units,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable EarliestSlotChange window,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable RunChange run) {

  /**
   * A launch or a stop on a part.
   *
   * @param launch what to launch; null to stop what runs
   */
  public record RunChange(UUID part, @Nullable JobSpec launch) {}

  public ModificationRequest {
    compute = compute == null ? null : List.copyOf(compute);
    lightpaths = lightpaths == null ? null : List.copyOf(lightpaths);
    units = units == null ? null : List.copyOf(units);
  }

  public ModificationRequest(
      @Nullable Instant startTime,
      @Nullable Instant endTime,
      @Nullable List<Nodes> compute,
      @Nullable List<Circuit> lightpaths) {
    this(null, startTime, endTime, compute, lightpaths, null, null, null);
  }

  /** A launch or a stop, and nothing else. */
  public static ModificationRequest ofRun(RunChange change) {
    return new ModificationRequest(null, null, null, null, null, null, null, change);
  }

  /** Returns true if it changes nothing that resource managers know. */
  public boolean isDescriptionOnly() {
    return description != null
        && startTime == null
        && endTime == null
        && compute == null
        && lightpaths == null
        && units == null
        && window == null
        && run == null;
  }

  /** Returns the SHA-256 digest of the request. */
  public String digest() {
    return BookingRequest.digest(this);
  }

  /** Returns the change to a slot of its window. */
  public ModificationRequest at(Schedule slot) {
    return new ModificationRequest(
        description, slot.startTime(), slot.endTime(), compute, lightpaths, units, null, run);
  }

  /** Returns the change to the first slot of its window, if it has one that is valid. */
  public ModificationRequest atFirstSlot(Schedule current, Instant now) {
    if (window == null) {
      return this;
    }
    var slotWindow = window.of(current).toSlotWindow(now);
    return at(slotWindow.slotAt(slotWindow.earliestStart(now)));
  }

  /** Returns the booking as it would be after the change. */
  public BookingRequest applyTo(CoAllocation booking) {
    var schedule = booking.schedule();
    return new BookingRequest(
        Optional.ofNullable(description).orElse(booking.description()),
        new RequestedSchedule.Fixed(
            Optional.ofNullable(startTime).orElse(schedule.startTime()),
            Optional.ofNullable(endTime).orElse(schedule.endTime())),
        compute == null ? nodesOf(booking) : withoutKnownRuns(compute, booking),
        lightpaths == null ? circuitsOf(booking) : lightpaths,
        units == null ? unitsOf(booking) : units);
  }

  private List<Nodes> nodesOf(CoAllocation booking) {
    return computeParts(booking)
        .map(part -> new Nodes(part.partId(), part.resource(), part.nodes(), orderFor(part)))
        .toList();
  }

  /** Returns true if a launch or a stop has an effect on a booking. */
  public boolean hasEffectOn(CoAllocation booking) {
    return computeParts(booking).anyMatch(part -> orderFor(part) != null);
  }

  private @Nullable LaunchOrStopOrder orderFor(Compute part) {
    if (run == null || !run.part().equals(part.partId())) {
      return null;
    }
    var existing = part.run();
    if (run.launch() != null) {
      return existing != null && existing.isUnderWay(run.launch())
          ? null
          : LaunchOrStopOrder.launch(run.launch());
    }
    return existing == null || existing.isStoppedOrFinished()
        ? null
        : LaunchOrStopOrder.stop(existing.spec());
  }

  private record Known(String resource, @Nullable LaunchOrStopOrder order) {}

  /** A list of what is wanted launches nothing twice, as it books nothing twice. */
  private static List<Nodes> withoutKnownRuns(List<Nodes> compute, CoAllocation booking) {
    var known =
        computeParts(booking)
            .flatMap(part ->
                Stream.<PartRun>ofNullable(part.run())
                    .filter(existing -> !existing.stopped())
                    .map(existing ->
                        new Known(part.resource(), LaunchOrStopOrder.launch(existing.spec()))))
            .toList();
    return compute.stream()
        .map(nodes ->
            known.contains(new Known(nodes.resource(), nodes.run())) ? nodes.withRun(null) : nodes)
        .toList();
  }

  private static Stream<Compute> computeParts(CoAllocation booking) {
    return booking.parts().stream().filter(Compute.class::isInstance).map(Compute.class::cast);
  }

  private static List<Circuit> circuitsOf(CoAllocation booking) {
    return booking.parts().stream()
        .filter(Lightpath.class::isInstance)
        .map(Lightpath.class::cast)
        .map(part ->
            new Circuit(part.partId(), part.source(), part.destination(), part.bandwidthMbps()))
        .toList();
  }

  private static List<UnitAmount> unitsOf(CoAllocation booking) {
    return booking.parts().stream()
        .filter(Units.class::isInstance)
        .map(Units.class::cast)
        .map(part -> new UnitAmount(part.partId(), part.resource(), part.unit(), part.amount()))
        .toList();
  }
}

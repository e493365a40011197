package org.touchpaper.bar.coallocation;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.BookingRequest.Circuit;
import org.touchpaper.bar.coallocation.request.BookingRequest.Nodes;
import org.touchpaper.bar.coallocation.request.BookingRequest.UnitAmount;
import org.touchpaper.bar.coallocation.request.RequestedSchedule;
import org.touchpaper.bar.coallocation.request.WindowChange;
import org.touchpaper.segment.connection.Schedule;

/**
 * A requested change; null components stay unchanged.
 *
 * @param compute all nodes of the changed booking
 * @param lightpaths all lightpaths of the changed booking
 * @param units all units of the changed booking
 * @param window where the times are sought; start and end are then null until a slot is chosen
 */
public record Modification(
    @Nullable String description,
    @Nullable Instant startTime,
    @Nullable Instant endTime,
    @Nullable List<Nodes> compute,
    @Nullable List<Circuit> lightpaths,
    @Nullable List<UnitAmount> units,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable WindowChange window) {

  public Modification {
    compute = compute == null ? null : List.copyOf(compute);
    lightpaths = lightpaths == null ? null : List.copyOf(lightpaths);
    units = units == null ? null : List.copyOf(units);
  }

  public Modification(
      @Nullable Instant startTime,
      @Nullable Instant endTime,
      @Nullable List<Nodes> compute,
      @Nullable List<Circuit> lightpaths) {
    this(null, startTime, endTime, compute, lightpaths, null, null);
  }

  /** Returns true if it changes nothing that resource managers know. */
  public boolean isDescriptionOnly() {
    return description != null
        && startTime == null
        && endTime == null
        && compute == null
        && lightpaths == null
        && units == null
        && window == null;
  }

  /** Returns the SHA-256 digest of the request. */
  public String digest() {
    return BookingRequest.digest(this);
  }

  /** Returns the change to a slot of its window. */
  public Modification at(Schedule slot) {
    return new Modification(
        description, slot.startTime(), slot.endTime(), compute, lightpaths, units, null);
  }

  /** Returns the change to the first slot of its window, if it has one that is valid. */
  public Modification atFirstSlot(Schedule current, Instant now) {
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
        compute == null ? nodesOf(booking) : compute,
        lightpaths == null ? circuitsOf(booking) : lightpaths,
        units == null ? unitsOf(booking) : units);
  }

  private static List<Nodes> nodesOf(CoAllocation booking) {
    return booking.parts().stream()
        .filter(Compute.class::isInstance)
        .map(Compute.class::cast)
        .map(part -> new Nodes(part.partId(), part.resource(), part.nodes()))
        .toList();
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

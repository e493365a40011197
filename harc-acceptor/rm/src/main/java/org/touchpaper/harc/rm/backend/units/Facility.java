package org.touchpaper.harc.rm.backend.units;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.segment.connection.Refusal;

/**
 * A store or an instrument.
 *
 * @param name its resource name, such as {@code store}
 * @param units the capacity of each unit: {@code tape} 500, {@code microscope} 1
 * @param localSites the sites whose admins may change every booking
 */
public record Facility(String name, Map<String, Integer> units, Set<String> localSites) {
  public Facility {
    units = Map.copyOf(units);
    localSites = Set.copyOf(localSites);
    if (units.isEmpty() || units.values().stream().anyMatch(capacity -> capacity < 1)) {
      throw new IllegalArgumentException(
          "touchpaper.rm.generic.units must name at least one unit, each with a capacity of at least 1, not "
              + units);
    }
  }

  int capacityOf(String unit) {
    return units.getOrDefault(unit, 0);
  }

  /** The refusal of work that can never be booked here; empty if it can. */
  Optional<Refusal> permanentRefusal(ResourceRequest work) {
    return switch (work) {
      case ResourceRequest.Path _, ResourceRequest.Compute _ ->
          Optional.of(refusal(Refusal.Code.NOT_ALLOWED, "Work", name + " offers only units"));
      case ResourceRequest.Units(var resource, _, _) when !resource.equals(name) ->
          Optional.of(
              refusal(
                  Refusal.Code.NOT_ALLOWED,
                  "Resource",
                  "the resource is " + name + ", not " + resource));
      case ResourceRequest.Units(_, var unit, _) when !units.containsKey(unit) ->
          Optional.of(
              refusal(
                  Refusal.Code.NOT_ALLOWED,
                  "Unit",
                  name
                      + " has no "
                      + unit
                      + "; it has "
                      + String.join(", ", new TreeMap<>(units).keySet())));
      case ResourceRequest.Units(_, var unit, var amount) when amount > capacityOf(unit) ->
          Optional.of(
              refusal(
                  Refusal.Code.ABOVE_CAPACITY,
                  "Amount",
                  name
                      + " has "
                      + capacityOf(unit)
                      + " of "
                      + unit
                      + "; "
                      + amount
                      + " requested"));
      case ResourceRequest.Units _ -> Optional.empty();
    };
  }

  private Refusal refusal(Refusal.Code code, String field, String reason) {
    return new Refusal(code, name, field, reason, null);
  }
}

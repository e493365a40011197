package org.touchpaper.harc.rm.generic;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.segment.connection.Refusal;

/**
 * A store or an instrument.
 *
 * @param name such as {@code store}
 * @param units how much there is of what: {@code tape} 500, {@code microscope} 1
 * @param local the sites whose admins may change everybody's bookings
 */
public record Facility(String name, Map<String, Integer> units, Set<String> local) {
  public Facility {
    units = Map.copyOf(units);
    local = Set.copyOf(local);
    if (units.isEmpty() || units.values().stream().anyMatch(capacity -> capacity < 1)) {
      throw new IllegalArgumentException(
          "a facility has units, each with a capacity of at least 1, not " + units);
    }
  }

  int capacityOf(String unit) {
    return units.getOrDefault(unit, 0);
  }

  /** The rule that no free time could satisfy, if the work breaks one. */
  Optional<Refusal> neverFits(Work work) {
    return switch (work) {
      case Work.Path _, Work.Compute _ ->
          Optional.of(permanent(Refusal.Code.NOT_ALLOWED, "Work", name + " has units alone"));
      case Work.Units(var resource, _, _) when !resource.equals(name) ->
          Optional.of(
              permanent(
                  Refusal.Code.NOT_ALLOWED, "Resource", "this is " + name + ", not " + resource));
      case Work.Units(_, var unit, _) when !units.containsKey(unit) ->
          Optional.of(
              permanent(
                  Refusal.Code.NOT_ALLOWED,
                  "Unit",
                  name
                      + " has no "
                      + unit
                      + "; it has "
                      + String.join(", ", new TreeMap<>(units).keySet())));
      case Work.Units(_, var unit, var amount) when amount > capacityOf(unit) ->
          Optional.of(
              permanent(
                  Refusal.Code.ABOVE_CAPACITY,
                  "Amount",
                  name + " has " + capacityOf(unit) + " of " + unit + ", not " + amount));
      case Work.Units _ -> Optional.empty();
    };
  }

  private Refusal permanent(Refusal.Code code, String field, String reason) {
    return new Refusal(code, name, field, reason, null);
  }
}

package org.touchpaper.harc.rm.backend.units;

import java.time.Instant;
import org.touchpaper.timetable.Window;

/** Checks that configured capacities cover what is booked. */
record UnitSettingsGuard(UnitAssignmentRepository allocations, Instant now) {

  /**
   * Verifies the settings, in the database transaction that has locked the units.
   *
   * @throws IllegalStateException if more of a unit is booked, from now on, than the facility has
   */
  void verify(Facility facility) {
    allocations
        .listAllocatedCapacities(now)
        .forEach((unit, recordedCapacity) -> {
          var peak = peak(unit, recordedCapacity);
          if (peak > facility.capacityOf(unit)) {
            throw new IllegalStateException(
                ("bookings in this database that have not ended take up to %d of %s of %s at once, of a"
                        + " recorded capacity of %d. %s: set it to at least %d until they have ended or are"
                        + " cancelled, or give %s its own database")
                    .formatted(
                        peak,
                        unit,
                        facility.name(),
                        recordedCapacity,
                        setting(facility, unit),
                        peak,
                        facility.name()));
          }
        });
  }

  private long peak(String unit, int capacity) {
    var unitCapacityTimetable =
        UnitCapacityTimetable.of(
            capacity, allocations.listOfOthers("", unit, now, UnitCapacityTimetable.HORIZON_END));
    return capacity
        - unitCapacityTimetable
            .timetable()
            .free(new Window(now, UnitCapacityTimetable.HORIZON_END));
  }

  private static String setting(Facility facility, String unit) {
    var configured = facility.units().get(unit);
    return "touchpaper.rm.generic.units."
        + unit
        + " is "
        + (configured == null ? "missing" : configured);
  }
}

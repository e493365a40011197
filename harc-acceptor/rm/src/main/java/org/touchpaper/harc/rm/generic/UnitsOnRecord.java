package org.touchpaper.harc.rm.generic;

import java.time.Instant;
import org.touchpaper.timetable.Window;

/** What is promised of each unit, whatever there is of it by the settings of today. */
record UnitsOnRecord(UnitBookings bookings, Instant now) {

  /**
   * In the database transaction that has locked the units.
   *
   * @throws IllegalStateException if more of a unit is promised, from now on, than the facility has
   */
  void expect(Facility facility) {
    bookings
        .listPromised(now)
        .forEach((unit, before) -> {
          var peak = peak(unit, before);
          if (peak > facility.capacityOf(unit)) {
            throw new IllegalStateException(
                ("bookings of this database that are not over have up to %d of %s of %s at once, and"
                        + " there were %d. %s: set it to %d at least until those have ended or are"
                        + " cancelled, or give %s a database of its own")
                    .formatted(
                        peak,
                        unit,
                        facility.name(),
                        before,
                        setting(facility, unit),
                        peak,
                        facility.name()));
          }
        });
  }

  private long peak(String unit, int capacity) {
    var room = Room.of(capacity, bookings.listTakenBut("", unit, now, Room.LAST));
    return capacity - room.timetable().free(new Window(now, Room.LAST));
  }

  private static String setting(Facility facility, String unit) {
    var now = facility.units().get(unit);
    return "touchpaper.rm.generic.units."
        + unit
        + " is "
        + (now == null ? "missing" : now)
        + " now";
  }
}

package org.touchpaper.harc.rm.backend.units;

import static org.touchpaper.harc.rm.booking.BookingRepository.utc;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.booking.Allocation;
import org.touchpaper.harc.rm.booking.AssignmentRepository;
import org.touchpaper.harc.rm.booking.Booking;
import org.touchpaper.harc.rm.booking.BookingRepository;
import org.touchpaper.segment.connection.Schedule;

/** Stores what bookings, and held modifications of them, take of the units. */
final class UnitAssignmentRepository implements AssignmentRepository {

  /** What a booking, or a held modification of it, takes of a unit. */
  record UnitAllocation(String bookingId, int amount, Schedule during) {}

  private final JdbcClient jdbc;

  UnitAssignmentRepository(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Stores the capacities, which the database checks allocations against. */
  void recordCapacities(Facility facility) {
    facility
        .units()
        .forEach((name, capacity) ->
            jdbc.sql(
                    "insert into unit (name, capacity) values (?, ?)"
                        + " on conflict (name) do update set capacity = excluded.capacity")
                .param(name)
                .param(capacity)
                .update());
  }

  /** The recorded capacities of the units that are allocated now or later. */
  Map<String, Integer> listAllocatedCapacities(Instant now) {
    var capacities = new TreeMap<String, Integer>();
    jdbc.sql(
            "select name, capacity from unit where exists"
                + " (select from unit_allocation where unit = name and upper(during) > ?)")
        .param(utc(now))
        .query(row -> {
          capacities.put(row.getString("name"), row.getInt("capacity"));
        });
    return capacities;
  }

  /** What other bookings take of a unit; allocations of the same booking are adjacent. */
  List<UnitAllocation> listOfOthers(String bookingId, String unit, Instant from, Instant to) {
    return jdbc.sql(
            "select booking_id, amount, lower(during) as starts_at, upper(during) as ends_at"
                + " from unit_allocation where booking_id <> ? and unit = ?"
                + " and during && tstzrange(?, ?, '[)') order by booking_id")
        .param(bookingId)
        .param(unit)
        .param(utc(from))
        .param(utc(to))
        .query((row, _) ->
            new UnitAllocation(
                row.getString("booking_id"),
                row.getInt("amount"),
                BookingRepository.toSchedule(row)))
        .list();
  }

  @Override
  public void assign(Booking booking) {
    insert(booking.bookingId(), "", booking.allocation());
  }

  @Override
  public void holdAmendment(String bookingId, String transaction, Allocation amended) {
    insert(bookingId, transaction, amended);
  }

  /** Inserts an allocation; the database refuses one that exceeds the capacity. */
  private void insert(String bookingId, String amendedBy, Allocation allocation) {
    jdbc.sql(
            "insert into unit_allocation (booking_id, amended_by, unit, amount, during)"
                + " values (?, ?, ?, ?, tstzrange(?, ?, '[)'))")
        .param(bookingId)
        .param(amendedBy)
        .param(allocation.items().getFirst())
        .param(allocation.amount())
        .param(utc(allocation.schedule().startTime()))
        .param(utc(allocation.schedule().endTime()))
        .update();
  }

  @Override
  public void releaseAmendment(String bookingId) {
    jdbc.sql("delete from unit_allocation where booking_id = ? and amended_by <> ''")
        .param(bookingId)
        .update();
  }

  /** Replaces the present allocation by the held one, without a new check. */
  @Override
  public void replace(Booking modified) {
    jdbc.sql("delete from unit_allocation where booking_id = ? and amended_by = ''")
        .param(modified.bookingId())
        .update();
    jdbc.sql("update unit_allocation set amended_by = '' where booking_id = ?")
        .param(modified.bookingId())
        .update();
  }

  /** No backend follows, so nothing is given up late. */
  @Override
  public void releaseLeaving(String bookingId) {}

  @Override
  public void release(String bookingId) {
    jdbc.sql("delete from unit_allocation where booking_id = ?").param(bookingId).update();
  }
}

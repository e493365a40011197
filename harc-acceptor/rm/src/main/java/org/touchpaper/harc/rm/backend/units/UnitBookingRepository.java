package org.touchpaper.harc.rm.backend.units;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.backend.units.UnitBooking.State;
import org.touchpaper.harc.rm.backend.units.UnitBooking.UnitRequest;
import org.touchpaper.harc.rm.ownership.BookingOwnership;
import org.touchpaper.segment.connection.Schedule;

/** Stores the bookings and what they take of the units. */
final class UnitBookingRepository {

  /** What a booking, or a held change of it, takes of a unit. */
  record UnitAllocation(String bookingId, int amount, Schedule during) {}

  private final JdbcClient jdbc;
  private final BookingOwnership ownership;

  UnitBookingRepository(JdbcClient jdbc) {
    this.jdbc = jdbc;
    this.ownership = new BookingOwnership(jdbc);
  }

  BookingOwnership ownership() {
    return ownership;
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

  /** Locks all units until the database transaction ends. */
  void lock() {
    jdbc.sql("select name from unit order by name for update").query(String.class).list();
  }

  Optional<UnitBooking> find(String bookingId) {
    return jdbc.sql("select * from unit_booking where booking_id = ?")
        .param(bookingId)
        .query((row, _) -> toBooking(row))
        .optional();
  }

  List<UnitBooking> listByTransaction(String transaction) {
    return jdbc.sql("select * from unit_booking where transaction_id = ? order by action_index")
        .param(transaction)
        .query((row, _) -> toBooking(row))
        .list();
  }

  List<UnitBooking> listChangedBy(String transaction) {
    return jdbc.sql("select * from unit_booking where changed_by = ? order by booking_id")
        .param(transaction)
        .query((row, _) -> toBooking(row))
        .list();
  }

  /** What other bookings take of a unit; allocations of the same booking are adjacent. */
  List<UnitAllocation> listOtherAllocations(
      String bookingId, String unit, Instant from, Instant to) {
    return jdbc.sql(
            "select booking_id, amount, lower(during) as starts_at, upper(during) as ends_at"
                + " from unit_allocation where booking_id <> ? and unit = ?"
                + " and during && tstzrange(?, ?, '[)') order by booking_id")
        .param(bookingId)
        .param(unit)
        .param(utc(from))
        .param(utc(to))
        .query((row, _) ->
            new UnitAllocation(row.getString("booking_id"), row.getInt("amount"), toSchedule(row)))
        .list();
  }

  void add(UnitBooking booking) {
    var request = booking.request();
    jdbc.sql(
            "insert into unit_booking (booking_id, transaction_id, action_index, unit, amount,"
                + " starts_at, ends_at, state) values (?, ?, ?, ?, ?, ?, ?, ?)")
        .param(booking.bookingId())
        .param(booking.transaction())
        .param(booking.index())
        .param(request.unit())
        .param(request.amount())
        .param(utc(request.schedule().startTime()))
        .param(utc(request.schedule().endTime()))
        .param(booking.state().name())
        .update();
    allocate(booking.bookingId(), "", request);
  }

  /** Inserts an allocation; the database refuses one that exceeds the capacity. */
  private void allocate(String bookingId, String modifiedBy, UnitRequest request) {
    jdbc.sql(
            "insert into unit_allocation (booking_id, amended_by, unit, amount, during)"
                + " values (?, ?, ?, ?, tstzrange(?, ?, '[)'))")
        .param(bookingId)
        .param(modifiedBy)
        .param(request.unit())
        .param(request.amount())
        .param(utc(request.schedule().startTime()))
        .param(utc(request.schedule().endTime()))
        .update();
  }

  /** Records the transaction that holds a change of the booking. */
  void recordChangeHeldBy(String bookingId, String transaction) {
    jdbc.sql("update unit_booking set changed_by = ? where booking_id = ?")
        .param(transaction)
        .param(bookingId)
        .update();
  }

  /** Holds the modified allocation in addition to the present one. */
  void holdModification(String bookingId, String transaction, UnitRequest request) {
    recordChangeHeldBy(bookingId, transaction);
    allocate(bookingId, transaction, request);
  }

  Optional<UnitRequest> findModification(String bookingId, String transaction) {
    return jdbc.sql(
            "select unit, amount, lower(during) as starts_at, upper(during) as ends_at"
                + " from unit_allocation where booking_id = ? and amended_by = ?")
        .param(bookingId)
        .param(transaction)
        .query((row, _) -> toRequest(row))
        .optional();
  }

  /** Replaces the present allocation by the held one, without a new check. */
  void applyModification(String bookingId, String transaction, UnitRequest request) {
    release(bookingId, "");
    jdbc.sql("update unit_allocation set amended_by = '' where booking_id = ? and amended_by = ?")
        .param(bookingId)
        .param(transaction)
        .update();
    jdbc.sql(
            "update unit_booking set unit = ?, amount = ?, starts_at = ?, ends_at = ?,"
                + " changed_by = null where booking_id = ?")
        .param(request.unit())
        .param(request.amount())
        .param(utc(request.schedule().startTime()))
        .param(utc(request.schedule().endTime()))
        .param(bookingId)
        .update();
  }

  /** Releases a held change. */
  void dropModification(String bookingId, String transaction) {
    release(bookingId, transaction);
    jdbc.sql("update unit_booking set changed_by = null where booking_id =" + " ?")
        .param(bookingId)
        .update();
  }

  void updateState(String bookingId, State next) {
    jdbc.sql("update unit_booking set state = ? where booking_id = ?")
        .param(next.name())
        .param(bookingId)
        .update();
  }

  /** As {@link #updateState}, and releases its allocation. */
  void end(String bookingId, State next) {
    updateState(bookingId, next);
    release(bookingId, "");
  }

  /**
   * Purges the bookings that ended before the cutoff, unless a transaction about them is
   * unfinished.
   */
  void purge(Instant cutoff) {
    var purged =
        jdbc.sql(
                "select booking_id from unit_booking as past where ends_at < ?"
                    + " and state in ('ABORTED', 'COMMITTED', 'CANCELLED')"
                    + " and not exists (select from prepared_transaction"
                    + "   where transaction_id = past.changed_by and state <> 'COMMITTED')"
                    + " and not exists (select from vote_record where not carried_out"
                    + "   and transaction_id in (past.transaction_id, past.changed_by))")
            .param(utc(cutoff))
            .query((row, _) -> row.getString("booking_id"))
            .list();
    for (var table : List.of("unit_allocation", "unit_booking")) {
      jdbc.sql("delete from " + table + " where booking_id = any(?)")
          .param(purged.toArray(String[]::new))
          .update();
    }
    ownership.delete(purged);
  }

  private void release(String bookingId, String modifiedBy) {
    jdbc.sql("delete from unit_allocation where booking_id = ? and amended_by = ?")
        .param(bookingId)
        .param(modifiedBy)
        .update();
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static UnitBooking toBooking(ResultSet row) throws SQLException {
    return new UnitBooking(
        row.getString("booking_id"),
        row.getString("transaction_id"),
        row.getInt("action_index"),
        toRequest(row),
        State.valueOf(row.getString("state")),
        row.getString("changed_by"));
  }

  private static UnitRequest toRequest(ResultSet row) throws SQLException {
    return new UnitRequest(row.getString("unit"), row.getInt("amount"), toSchedule(row));
  }

  private static Schedule toSchedule(ResultSet row) throws SQLException {
    return new Schedule(
        row.getObject("starts_at", OffsetDateTime.class).toInstant(),
        row.getObject("ends_at", OffsetDateTime.class).toInstant());
  }
}

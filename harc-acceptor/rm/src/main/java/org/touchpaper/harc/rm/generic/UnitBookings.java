package org.touchpaper.harc.rm.generic;

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
import org.touchpaper.harc.rm.generic.UnitBooking.State;
import org.touchpaper.harc.rm.generic.UnitBooking.Wanted;
import org.touchpaper.harc.rm.owner.Owners;
import org.touchpaper.segment.connection.Schedule;

/** The bookings on record, and what they take of the units. */
final class UnitBookings {

  /** What one booking, or a held change of it, takes of a unit. */
  record Taken(String ident, int amount, Schedule during) {}

  private final JdbcClient jdbc;
  private final Owners owners;

  UnitBookings(JdbcClient jdbc) {
    this.jdbc = jdbc;
    this.owners = new Owners(jdbc);
  }

  Owners owners() {
    return owners;
  }

  /** Tells the database what it holds every promise to. */
  void record(Facility facility) {
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

  /** Of what there was when this was opened last, and is asked for now or later. */
  Map<String, Integer> listPromised(Instant now) {
    var capacities = new TreeMap<String, Integer>();
    jdbc.sql(
            "select name, capacity from unit where exists"
                + " (select from unit_taken where unit = name and upper(during) > ?)")
        .param(utc(now))
        .query(row -> {
          capacities.put(row.getString("name"), row.getInt("capacity"));
        });
    return capacities;
  }

  /** Until the database transaction ends, nobody else weighs or changes anything. */
  void lock() {
    jdbc.sql("select name from unit order by name for update").query(String.class).list();
  }

  Optional<UnitBooking> find(String ident) {
    return jdbc.sql("select * from unit_booking where ident = ?")
        .param(ident)
        .query((row, _) -> read(row))
        .optional();
  }

  List<UnitBooking> listOf(String transaction) {
    return jdbc.sql("select * from unit_booking where transaction_id = ? order by action_index")
        .param(transaction)
        .query((row, _) -> read(row))
        .list();
  }

  List<UnitBooking> listChangedBy(String transaction) {
    return jdbc.sql("select * from unit_booking where changed_by = ? order by ident")
        .param(transaction)
        .query((row, _) -> read(row))
        .list();
  }

  /** What others than one booking take of a unit, with those of a booking side by side. */
  List<Taken> listTakenBut(String ident, String unit, Instant from, Instant to) {
    return jdbc.sql(
            "select ident, amount, lower(during) as starts_at, upper(during) as ends_at"
                + " from unit_taken where ident <> ? and unit = ?"
                + " and during && tstzrange(?, ?, '[)') order by ident")
        .param(ident)
        .param(unit)
        .param(utc(from))
        .param(utc(to))
        .query((row, _) -> new Taken(row.getString("ident"), row.getInt("amount"), schedule(row)))
        .list();
  }

  void add(UnitBooking booking) {
    var wanted = booking.wanted();
    jdbc.sql(
            "insert into unit_booking (ident, transaction_id, action_index, unit, amount,"
                + " starts_at, ends_at, state) values (?, ?, ?, ?, ?, ?, ?, ?)")
        .param(booking.ident())
        .param(booking.transaction())
        .param(booking.index())
        .param(wanted.unit())
        .param(wanted.amount())
        .param(utc(wanted.schedule().startTime()))
        .param(utc(wanted.schedule().endTime()))
        .param(booking.state().name())
        .update();
    take(booking.ident(), "", wanted);
  }

  /** The database refuses what would be more than there is. */
  private void take(String ident, String amendedBy, Wanted wanted) {
    jdbc.sql(
            "insert into unit_taken (ident, amended_by, unit, amount, during)"
                + " values (?, ?, ?, ?, tstzrange(?, ?, '[)'))")
        .param(ident)
        .param(amendedBy)
        .param(wanted.unit())
        .param(wanted.amount())
        .param(utc(wanted.schedule().startTime()))
        .param(utc(wanted.schedule().endTime()))
        .update();
  }

  /** From here on a transaction, and no other, changes it. */
  void claim(String ident, String transaction) {
    jdbc.sql("update unit_booking set changed_by = ? where ident = ?")
        .param(transaction)
        .param(ident)
        .update();
  }

  /** Holds what it is to become, beside what it is. */
  void hold(String ident, String transaction, Wanted wanted) {
    claim(ident, transaction);
    take(ident, transaction, wanted);
  }

  Optional<Wanted> findAmendment(String ident, String transaction) {
    return jdbc.sql(
            "select unit, amount, lower(during) as starts_at, upper(during) as ends_at"
                + " from unit_taken where ident = ? and amended_by = ?")
        .param(ident)
        .param(transaction)
        .query((row, _) -> wanted(row))
        .optional();
  }

  /** What was held takes the place of what was; nothing is weighed again. */
  void amend(String ident, String transaction, Wanted wanted) {
    release(ident, "");
    jdbc.sql("update unit_taken set amended_by = '' where ident = ? and amended_by = ?")
        .param(ident)
        .param(transaction)
        .update();
    jdbc.sql(
            "update unit_booking set unit = ?, amount = ?, starts_at = ?, ends_at = ?,"
                + " changed_by = null where ident = ?")
        .param(wanted.unit())
        .param(wanted.amount())
        .param(utc(wanted.schedule().startTime()))
        .param(utc(wanted.schedule().endTime()))
        .param(ident)
        .update();
  }

  /** Lets go of a change that was held. */
  void drop(String ident, String transaction) {
    release(ident, transaction);
    jdbc.sql("update unit_booking set changed_by = null where ident = ?").param(ident).update();
  }

  void become(String ident, State next) {
    jdbc.sql("update unit_booking set state = ? where ident = ?")
        .param(next.name())
        .param(ident)
        .update();
  }

  /** As {@link #become}, and it takes nothing any more. */
  void end(String ident, State next) {
    become(ident, next);
    release(ident, "");
  }

  /** Forgets what ended before that, unless something may yet be done about it. */
  void forget(Instant before) {
    var past =
        jdbc.sql(
                "select ident from unit_booking as past where ends_at < ?"
                    + " and state in ('ABORTED', 'COMMITTED', 'CANCELLED')"
                    + " and not exists (select from answer"
                    + "   where transaction_id = past.changed_by and state <> 'COMMITTED')"
                    + " and not exists (select from ledger where not carried_out"
                    + "   and transaction_id in (past.transaction_id, past.changed_by))")
            .param(utc(before))
            .query((row, _) -> row.getString("ident"))
            .list();
    for (var table : List.of("unit_taken", "unit_booking")) {
      jdbc.sql("delete from " + table + " where ident = any(?)")
          .param(past.toArray(String[]::new))
          .update();
    }
    owners.forget(past);
  }

  private void release(String ident, String amendedBy) {
    jdbc.sql("delete from unit_taken where ident = ? and amended_by = ?")
        .param(ident)
        .param(amendedBy)
        .update();
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static UnitBooking read(ResultSet row) throws SQLException {
    return new UnitBooking(
        row.getString("ident"),
        row.getString("transaction_id"),
        row.getInt("action_index"),
        wanted(row),
        State.valueOf(row.getString("state")),
        row.getString("changed_by"));
  }

  private static Wanted wanted(ResultSet row) throws SQLException {
    return new Wanted(row.getString("unit"), row.getInt("amount"), schedule(row));
  }

  private static Schedule schedule(ResultSet row) throws SQLException {
    return new Schedule(
        row.getObject("starts_at", OffsetDateTime.class).toInstant(),
        row.getObject("ends_at", OffsetDateTime.class).toInstant());
  }
}

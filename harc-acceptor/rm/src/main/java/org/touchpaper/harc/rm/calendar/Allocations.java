package org.touchpaper.harc.rm.calendar;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.calendar.FreeNodes.Busy;
import org.touchpaper.segment.connection.Schedule;

/** The allocations on record, and the nodes they keep. */
final class Allocations {
  private static final String COLUMNS =
      "ident, transaction_id, action_index, holder, nodes, starts_at, ends_at, state, problem,"
          + " cancelled_by";

  private final JdbcClient jdbc;

  Allocations(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Until the database transaction ends, nobody else weighs or changes this machine's bookings. */
  void lock(Machine machine) {
    jdbc.sql("insert into machine (name) values (?) on conflict do nothing")
        .param(machine.name())
        .update();
    jdbc.sql("select name from machine where name = ? for update")
        .param(machine.name())
        .query((row, _) -> row.getString("name"))
        .single();
  }

  Optional<Allocation> find(String ident) {
    return jdbc.sql("select " + COLUMNS + " from allocation where ident = ?")
        .param(ident)
        .query((row, _) -> read(row))
        .optional();
  }

  /** As {@link #find}, and nobody else changes it until the database transaction ends. */
  Optional<Allocation> findForUpdate(String ident) {
    return jdbc.sql("select " + COLUMNS + " from allocation where ident = ? for update")
        .param(ident)
        .query((row, _) -> read(row))
        .optional();
  }

  List<Allocation> listOf(String transaction) {
    return jdbc.sql(
            "select "
                + COLUMNS
                + " from allocation where transaction_id = ? order by action_index for update")
        .param(transaction)
        .query((row, _) -> read(row))
        .list();
  }

  List<Allocation> listCancelledBy(String transaction) {
    return jdbc.sql(
            "select "
                + COLUMNS
                + " from allocation where cancelled_by = ? order by ident for update")
        .param(transaction)
        .query((row, _) -> read(row))
        .list();
  }

  /** The idents of all that may still need something done to the machine. */
  List<String> listPending() {
    return jdbc.sql(
            "select ident from allocation where state in"
                + " ('COMMITTED', 'STARTING', 'ACTIVE', 'ENDING', 'CANCELLING', 'FAILING')")
        .query((row, _) -> row.getString("ident"))
        .list();
  }

  List<Busy> listBusy(Instant from, Instant to) {
    return jdbc.sql(
            "select node, lower(during) as starts_at, upper(during) as ends_at from promised_node"
                + " where during && tstzrange(?, ?, '[)')")
        .param(utc(from))
        .param(utc(to))
        .query((row, _) -> new Busy(row.getInt("node"), schedule(row)))
        .list();
  }

  /** Records an allocation; its nodes are kept by the exclusion constraint from here on. */
  void add(Allocation allocation) {
    var schedule = allocation.schedule();
    jdbc.sql("insert into allocation (" + COLUMNS + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .param(allocation.ident())
        .param(allocation.transaction())
        .param(allocation.index())
        .param(allocation.holder())
        .param(allocation.nodes().toArray(Integer[]::new))
        .param(utc(schedule.startTime()))
        .param(utc(schedule.endTime()))
        .param(allocation.state().name())
        .param(allocation.problem())
        .param(allocation.cancelledBy())
        .update();
    jdbc.sql(
            "insert into promised_node (ident, node, during)"
                + " select ?, node, tstzrange(?, ?, '[)') from unnest(?) as node")
        .param(allocation.ident())
        .param(utc(schedule.startTime()))
        .param(utc(schedule.endTime()))
        .param(allocation.nodes().toArray(Integer[]::new))
        .update();
  }

  /** Records a change, unless the allocation has moved on from the state the change is based on. */
  boolean change(Allocation before, Allocation after) {
    return jdbc.sql("update allocation set state = ?, problem = ? where ident = ? and state = ?")
            .param(after.state().name())
            .param(after.problem())
            .param(before.ident())
            .param(before.state().name())
            .update()
        == 1;
  }

  /** Records which transaction holds its cancellation, or that none does. */
  void recordCancelHeldBy(String ident, @Nullable String transaction) {
    jdbc.sql("update allocation set cancelled_by = ? where ident = ?")
        .param(transaction)
        .param(ident)
        .update();
  }

  /** Gives its nodes back to everybody. */
  void freeNodes(String ident) {
    jdbc.sql("delete from promised_node where ident = ?").param(ident).update();
  }

  static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static Allocation read(ResultSet row) throws SQLException {
    var nodes = (Integer[]) row.getArray("nodes").getArray();
    return new Allocation(
        row.getString("ident"),
        row.getString("transaction_id"),
        row.getInt("action_index"),
        row.getString("holder"),
        Stream.of(nodes).toList(),
        schedule(row),
        AllocationState.valueOf(row.getString("state")),
        row.getString("problem"),
        row.getString("cancelled_by"));
  }

  private static Schedule schedule(ResultSet row) throws SQLException {
    return new Schedule(
        row.getObject("starts_at", OffsetDateTime.class).toInstant(),
        row.getObject("ends_at", OffsetDateTime.class).toInstant());
  }
}

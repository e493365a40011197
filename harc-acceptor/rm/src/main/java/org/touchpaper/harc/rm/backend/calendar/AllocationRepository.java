package org.touchpaper.harc.rm.backend.calendar;

import static org.touchpaper.harc.rm.backend.calendar.AllocationState.ACTIVE;
import static org.touchpaper.harc.rm.backend.calendar.AllocationState.AMENDING;
import static org.touchpaper.harc.rm.backend.calendar.AllocationState.COMMITTED;

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
import org.touchpaper.harc.rm.ownership.BookingOwnership;
import org.touchpaper.segment.connection.Schedule;

/** Stores the allocations and their {@link CalendarNodeAssignments}. */
final class AllocationRepository {
  private static final String COLUMNS =
      "booking_id, transaction_id, action_index, holder, nodes, starts_at, ends_at, state, problem,"
          + " changed_by, version";

  private final JdbcClient jdbc;
  private final BookingOwnership ownership;
  private final CalendarNodeAssignments nodeAssignments;

  AllocationRepository(JdbcClient jdbc) {
    this.jdbc = jdbc;
    this.ownership = new BookingOwnership(jdbc);
    this.nodeAssignments = new CalendarNodeAssignments(jdbc);
  }

  BookingOwnership ownership() {
    return ownership;
  }

  CalendarNodeAssignments nodeAssignments() {
    return nodeAssignments;
  }

  /** Locks the machine's bookings until the database transaction ends. */
  void lock(Machine machine) {
    jdbc.sql("insert into machine (name) values (?) on conflict do nothing")
        .param(machine.name())
        .update();
    jdbc.sql("select name from machine where name = ? for update")
        .param(machine.name())
        .query((row, _) -> row.getString("name"))
        .single();
  }

  Optional<Allocation> find(String bookingId) {
    return jdbc.sql("select " + COLUMNS + " from allocation where booking_id = ?")
        .param(bookingId)
        .query((row, _) -> toAllocation(row))
        .optional();
  }

  /** As {@link #find}, locked until the database transaction ends. */
  Optional<Allocation> findForUpdate(String bookingId) {
    return jdbc.sql("select " + COLUMNS + " from allocation where booking_id = ? for update")
        .param(bookingId)
        .query((row, _) -> toAllocation(row))
        .optional();
  }

  List<Allocation> listByTransaction(String transaction) {
    return jdbc.sql(
            "select "
                + COLUMNS
                + " from allocation where transaction_id = ? order by action_index for update")
        .param(transaction)
        .query((row, _) -> toAllocation(row))
        .list();
  }

  List<Allocation> listChangedBy(String transaction) {
    return jdbc.sql(
            "select"
                + " "
                + COLUMNS
                + " from allocation where changed_by = ? order by booking_id for update")
        .param(transaction)
        .query((row, _) -> toAllocation(row))
        .list();
  }

  /** The ids of the allocations that may still need work on the machine. */
  List<String> listPending() {
    return jdbc.sql(
            "select booking_id from allocation where state in"
                + " ('COMMITTED', 'AMENDING', 'STARTING', 'ACTIVE', 'ENDING', 'CANCELLING', 'FAILING')")
        .query((row, _) -> row.getString("booking_id"))
        .list();
  }

  /** The ids of the allocations that a problem keeps from becoming active. */
  List<String> listBlocked() {
    return jdbc.sql(
            "select booking_id from allocation where state in ('AMENDING', 'STARTING')"
                + " and problem is not null")
        .query((row, _) -> row.getString("booking_id"))
        .list();
  }

  /** Stores an allocation and assigns its nodes, under the exclusion constraint. */
  void add(Allocation allocation) {
    var schedule = allocation.schedule();
    jdbc.sql("insert into allocation (" + COLUMNS + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .param(allocation.bookingId())
        .param(allocation.transaction())
        .param(allocation.index())
        .param(allocation.account())
        .param(allocation.nodes().toArray(Integer[]::new))
        .param(utc(schedule.startTime()))
        .param(utc(schedule.endTime()))
        .param(allocation.state().name())
        .param(allocation.problem())
        .param(allocation.changedBy())
        .param(allocation.version())
        .update();
    nodeAssignments.assign(allocation);
  }

  /**
   * Stores a change, unless the allocation has left the state that the change is based on. Releases
   * its nodes once nothing of it can be on them.
   */
  boolean update(Allocation before, Allocation after) {
    var isChanged =
        jdbc.sql(
                    "update allocation set state = ?, problem = ?"
                        + " where booking_id = ? and state = ? and version = ?")
                .param(after.state().name())
                .param(after.problem())
                .param(before.bookingId())
                .param(before.state().name())
                .param(before.version())
                .update()
            == 1;
    if (isChanged && after.state().isClean()) {
      nodeAssignments.releaseUnlessModificationHeld(after.bookingId());
    } else if (isChanged && before.state() == AMENDING && isApplied(after)) {
      nodeAssignments.releaseLeaving(after.bookingId());
    }
    return isChanged;
  }

  /** Returns true if the machine has the modified allocation, or nothing of it. */
  private static boolean isApplied(Allocation modified) {
    return modified.state() == COMMITTED || modified.state() == ACTIVE;
  }

  /** Records the transaction that holds a change of it; null for none. */
  void recordChangeHeldBy(String bookingId, @Nullable String transaction) {
    jdbc.sql("update allocation set changed_by = ? where booking_id = ?")
        .param(transaction)
        .param(bookingId)
        .update();
  }

  /** Holds a modification and assigns the additional nodes, under the exclusion constraint. */
  void holdModification(AllocationModification modification) {
    var schedule = modification.schedule();
    jdbc.sql(
            "insert into amendment (booking_id, transaction_id, nodes, starts_at, ends_at)"
                + " values (?, ?, ?, ?, ?)")
        .param(modification.bookingId())
        .param(modification.transaction())
        .param(modification.nodes().toArray(Integer[]::new))
        .param(utc(schedule.startTime()))
        .param(utc(schedule.endTime()))
        .update();
    nodeAssignments.holdForModification(modification);
    recordChangeHeldBy(modification.bookingId(), modification.transaction());
  }

  Optional<AllocationModification> findModification(String bookingId, String transaction) {
    return jdbc.sql("select * from amendment where booking_id = ? and transaction_id = ?")
        .param(bookingId)
        .param(transaction)
        .query((row, _) ->
            new AllocationModification(
                row.getString("booking_id"),
                row.getString("transaction_id"),
                toNodes(row),
                toSchedule(row)))
        .optional();
  }

  /** Stores a modified allocation. */
  void saveModified(Allocation modified) {
    var schedule = modified.schedule();
    jdbc.sql(
            "update allocation set nodes = ?, starts_at = ?, ends_at = ?, state = ?, problem = ?,"
                + " version = ? where booking_id = ?")
        .param(modified.nodes().toArray(Integer[]::new))
        .param(utc(schedule.startTime()))
        .param(utc(schedule.endTime()))
        .param(modified.state().name())
        .param(modified.problem())
        .param(modified.version())
        .param(modified.bookingId())
        .update();
    dropModification(modified.bookingId());
    nodeAssignments.replace(modified);
  }

  /**
   * Purges the allocations that ended before the cutoff, unless a transaction about them is
   * unfinished.
   */
  void purge(Instant cutoff) {
    ownership.delete(
        jdbc.sql(
                "delete from allocation as past where ends_at < ?"
                    + " and state in ('ABORTED', 'ENDED', 'CANCELLED', 'FAILED')"
                    + " and not exists (select from node_assignment where booking_id ="
                    + " past.booking_id)"
                    + " and not exists (select from amendment where booking_id = past.booking_id)"
                    + " and not exists (select from prepared_transaction"
                    + "   where transaction_id = past.changed_by and state <> 'COMMITTED')"
                    + " and not exists (select from vote_record where not carried_out"
                    + "   and transaction_id in (past.transaction_id, past.changed_by))"
                    + " returning booking_id")
            .param(utc(cutoff))
            .query((row, _) -> row.getString("booking_id"))
            .list());
  }

  /** Releases a held change. */
  void dropModification(String bookingId) {
    nodeAssignments.releaseHeld(bookingId);
    jdbc.sql("delete from amendment where booking_id = ?").param(bookingId).update();
    recordChangeHeldBy(bookingId, null);
    find(bookingId)
        .filter(allocation -> allocation.state().isClean())
        .ifPresent(_ -> nodeAssignments.releaseUnlessModificationHeld(bookingId));
  }

  static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static Allocation toAllocation(ResultSet row) throws SQLException {
    return new Allocation(
        row.getString("booking_id"),
        row.getString("transaction_id"),
        row.getInt("action_index"),
        row.getString("holder"),
        toNodes(row),
        toSchedule(row),
        AllocationState.valueOf(row.getString("state")),
        row.getString("problem"),
        row.getString("changed_by"),
        row.getInt("version"));
  }

  static List<Integer> toNodes(ResultSet row) throws SQLException {
    return Stream.of((Integer[]) row.getArray("nodes").getArray()).toList();
  }

  static Schedule toSchedule(ResultSet row) throws SQLException {
    return new Schedule(
        row.getObject("starts_at", OffsetDateTime.class).toInstant(),
        row.getObject("ends_at", OffsetDateTime.class).toInstant());
  }
}

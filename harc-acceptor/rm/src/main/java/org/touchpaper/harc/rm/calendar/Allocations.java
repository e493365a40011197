package org.touchpaper.harc.rm.calendar;

import static org.touchpaper.harc.rm.calendar.AllocationState.ACTIVE;
import static org.touchpaper.harc.rm.calendar.AllocationState.AMENDING;
import static org.touchpaper.harc.rm.calendar.AllocationState.COMMITTED;

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
import org.touchpaper.harc.rm.owner.Owners;
import org.touchpaper.segment.connection.Schedule;

/** The allocations on record, and the {@link PromisedNodes} they keep. */
final class Allocations {
  private static final String COLUMNS =
      "ident, transaction_id, action_index, holder, nodes, starts_at, ends_at, state, problem,"
          + " changed_by, version";

  private final JdbcClient jdbc;
  private final Owners owners;
  private final PromisedNodes promised;

  Allocations(JdbcClient jdbc) {
    this.jdbc = jdbc;
    this.owners = new Owners(jdbc);
    this.promised = new PromisedNodes(jdbc);
  }

  Owners owners() {
    return owners;
  }

  PromisedNodes promised() {
    return promised;
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

  List<Allocation> listChangedBy(String transaction) {
    return jdbc.sql(
            "select " + COLUMNS + " from allocation where changed_by = ? order by ident for update")
        .param(transaction)
        .query((row, _) -> read(row))
        .list();
  }

  /** The idents of all that may still need something done to the machine. */
  List<String> listPending() {
    return jdbc.sql(
            "select ident from allocation where state in"
                + " ('COMMITTED', 'AMENDING', 'STARTING', 'ACTIVE', 'ENDING', 'CANCELLING', 'FAILING')")
        .query((row, _) -> row.getString("ident"))
        .list();
  }

  /** The idents of all that something keeps from being up. */
  List<String> listHindered() {
    return jdbc.sql(
            "select ident from allocation where state in ('AMENDING', 'STARTING')"
                + " and problem is not null")
        .query((row, _) -> row.getString("ident"))
        .list();
  }

  /** Records an allocation; its nodes are kept by the exclusion constraint from here on. */
  void add(Allocation allocation) {
    var schedule = allocation.schedule();
    jdbc.sql("insert into allocation (" + COLUMNS + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .param(allocation.ident())
        .param(allocation.transaction())
        .param(allocation.index())
        .param(allocation.holder())
        .param(allocation.nodes().toArray(Integer[]::new))
        .param(utc(schedule.startTime()))
        .param(utc(schedule.endTime()))
        .param(allocation.state().name())
        .param(allocation.problem())
        .param(allocation.changedBy())
        .param(allocation.version())
        .update();
    promised.promise(allocation);
  }

  /**
   * Records a change, unless the allocation has moved on from the state the change is based on;
   * gives nodes back to everybody once nothing of it can be on them any more.
   */
  boolean change(Allocation before, Allocation after) {
    var isChanged =
        jdbc.sql(
                    "update allocation set state = ?, problem = ?"
                        + " where ident = ? and state = ? and version = ?")
                .param(after.state().name())
                .param(after.problem())
                .param(before.ident())
                .param(before.state().name())
                .param(before.version())
                .update()
            == 1;
    if (isChanged && after.state().isClean()) {
      promised.freeUnlessWanted(after.ident());
    } else if (isChanged && before.state() == AMENDING && isTold(after)) {
      promised.leave(after.ident());
    }
    return isChanged;
  }

  /** What was modified is off the machine, or on it as it is to be. */
  private static boolean isTold(Allocation amended) {
    return amended.state() == COMMITTED || amended.state() == ACTIVE;
  }

  /** Records which transaction holds a change of it, or that none does. */
  void recordChangeHeldBy(String ident, @Nullable String transaction) {
    jdbc.sql("update allocation set changed_by = ? where ident = ?")
        .param(transaction)
        .param(ident)
        .update();
  }

  /** Holds a change: what it needs beyond what its allocation has is kept by the constraint. */
  void hold(Amendment amendment) {
    var schedule = amendment.schedule();
    jdbc.sql(
            "insert into amendment (ident, transaction_id, nodes, starts_at, ends_at)"
                + " values (?, ?, ?, ?, ?)")
        .param(amendment.ident())
        .param(amendment.transaction())
        .param(amendment.nodes().toArray(Integer[]::new))
        .param(utc(schedule.startTime()))
        .param(utc(schedule.endTime()))
        .update();
    promised.hold(amendment);
    recordChangeHeldBy(amendment.ident(), amendment.transaction());
  }

  Optional<Amendment> findAmendment(String ident, String transaction) {
    return jdbc.sql("select * from amendment where ident = ? and transaction_id = ?")
        .param(ident)
        .param(transaction)
        .query((row, _) ->
            new Amendment(
                row.getString("ident"), row.getString("transaction_id"), nodes(row), schedule(row)))
        .optional();
  }

  /** Records what a change made of it. */
  void amend(Allocation after) {
    var schedule = after.schedule();
    jdbc.sql(
            "update allocation set nodes = ?, starts_at = ?, ends_at = ?, state = ?, problem = ?,"
                + " version = ? where ident = ?")
        .param(after.nodes().toArray(Integer[]::new))
        .param(utc(schedule.startTime()))
        .param(utc(schedule.endTime()))
        .param(after.state().name())
        .param(after.problem())
        .param(after.version())
        .param(after.ident())
        .update();
    drop(after.ident());
    promised.replace(after);
  }

  /** Forgets what ended before that, unless something may yet be done about it. */
  void forget(Instant before) {
    owners.forget(
        jdbc.sql(
                "delete from allocation as past where ends_at < ?"
                    + " and state in ('ABORTED', 'ENDED', 'CANCELLED', 'FAILED')"
                    + " and not exists (select from promised_node where ident = past.ident)"
                    + " and not exists (select from amendment where ident = past.ident)"
                    + " and not exists (select from answer"
                    + "   where transaction_id = past.changed_by and state <> 'COMMITTED')"
                    + " and not exists (select from ledger where not carried_out"
                    + "   and transaction_id in (past.transaction_id, past.changed_by))"
                    + " returning ident")
            .param(utc(before))
            .query((row, _) -> row.getString("ident"))
            .list());
  }

  /** Lets go of a change that was held. */
  void drop(String ident) {
    promised.letGo(ident);
    jdbc.sql("delete from amendment where ident = ?").param(ident).update();
    recordChangeHeldBy(ident, null);
    find(ident)
        .filter(allocation -> allocation.state().isClean())
        .ifPresent(_ -> promised.freeUnlessWanted(ident));
  }

  static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static Allocation read(ResultSet row) throws SQLException {
    return new Allocation(
        row.getString("ident"),
        row.getString("transaction_id"),
        row.getInt("action_index"),
        row.getString("holder"),
        nodes(row),
        schedule(row),
        AllocationState.valueOf(row.getString("state")),
        row.getString("problem"),
        row.getString("changed_by"),
        row.getInt("version"));
  }

  static List<Integer> nodes(ResultSet row) throws SQLException {
    return Stream.of((Integer[]) row.getArray("nodes").getArray()).toList();
  }

  static Schedule schedule(ResultSet row) throws SQLException {
    return new Schedule(
        row.getObject("starts_at", OffsetDateTime.class).toInstant(),
        row.getObject("ends_at", OffsetDateTime.class).toInstant());
  }
}

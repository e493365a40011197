package org.touchpaper.harc.rm.backend.calendar;

import static org.touchpaper.harc.rm.backend.calendar.AllocationRepository.toNodes;
import static org.touchpaper.harc.rm.backend.calendar.AllocationRepository.toSchedule;
import static org.touchpaper.harc.rm.backend.calendar.AllocationRepository.utc;

import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.booking.NodeAvailability.BusyNode;
import org.touchpaper.segment.connection.Schedule;

/**
 * Stores who has which node when, under an exclusion constraint: what an allocation has, what a
 * held modification needs in addition, and what the allocation gave up while the machine is not
 * updated yet.
 */
final class CalendarNodeAssignments {
  /** The states in which the machine may have something of an allocation, whatever the time. */
  private static final String MAY_BE_UP =
      "state in ('AMENDING', 'STARTING', 'ACTIVE', 'ENDING', 'CANCELLING', 'FAILING')";

  private final JdbcClient jdbc;

  CalendarNodeAssignments(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * The periods in which nodes are busy, without one booking's own. An allocation that is not
   * cleared by its end because of a problem keeps its nodes for at least the next minute.
   */
  List<BusyNode> listBusyOfOthers(String bookingId, Instant from, Instant to, Instant now) {
    return jdbc.sql(
            "select node, starts_at, ends_at from ("
                + " select node, lower(during) as starts_at,"
                + " case when upper(during) <= :now and problem is not null and amended_by is null"
                + "  and (leaving or "
                + MAY_BE_UP
                + ") then cast(:now as timestamptz) + interval '1 minute'"
                + "  else upper(during) end as ends_at"
                + " from node_assignment join allocation using (booking_id) where booking_id <>"
                + " :booking_id"
                + "  and (during && tstzrange(:from, :to, '[)')"
                + "   or during << tstzrange(:now, 'infinity', '[]'))) as kept"
                + " where tstzrange(starts_at, ends_at, '[)') && tstzrange(:from, :to, '[)')")
        .param("booking_id", bookingId)
        .param("from", utc(from))
        .param("to", utc(to))
        .param("now", utc(now))
        .query((row, _) -> new BusyNode(row.getInt("node"), toSchedule(row)))
        .list();
  }

  /** Other allocations that may still be on these nodes although their time there has passed. */
  List<String> listBlockersOf(Allocation starting, Instant now) {
    return jdbc.sql(
            "select distinct booking_id from unnest(:nodes) as wanted (node)"
                + " join node_assignment using (node) join allocation using (booking_id)"
                + " where booking_id <> :booking_id and amended_by is null"
                + " and (leaving or "
                + MAY_BE_UP
                + ") and lower(during) < :end and (leaving or state not in"
                + " ('AMENDING', 'STARTING', 'ACTIVE') or ends_at <= :now) order by booking_id")
        .param("booking_id", starting.bookingId())
        .param("nodes", starting.nodes().toArray(Integer[]::new))
        .param("end", utc(starting.schedule().endTime()))
        .param("now", utc(now))
        .query((row, _) -> row.getString("booking_id"))
        .list();
  }

  /** Returns true if nodes that it gave up may still be open to it. */
  boolean isLeavingNodes(Allocation allocation) {
    return jdbc.sql(
            "select exists (select from node_assignment"
                + " where booking_id = ? and leaving and node <> all(?))")
        .param(allocation.bookingId())
        .param(allocation.nodes().toArray(Integer[]::new))
        .query(Boolean.class)
        .single();
  }

  void assign(Allocation allocation) {
    insert(allocation.bookingId(), allocation.nodes(), allocation.schedule(), false);
  }

  private void insert(String bookingId, List<Integer> nodes, Schedule during, boolean leaving) {
    jdbc.sql(
            "insert into node_assignment (booking_id, node, during, leaving)"
                + " select ?, node, tstzrange(?, ?, '[)'), ? from unnest(?) as node")
        .param(bookingId)
        .param(utc(during.startTime()))
        .param(utc(during.endTime()))
        .param(leaving)
        .param(nodes.toArray(Integer[]::new))
        .update();
  }

  /** Assigns what a modification needs beyond its allocation's nodes and time. */
  void holdForModification(AllocationModification modification) {
    var schedule = modification.schedule();
    jdbc.sql(
            "insert into node_assignment (booking_id, node, during, amended_by)"
                + " select :booking_id, wanted.node, piece, :transaction"
                + " from unnest(:nodes) as wanted (node), unnest("
                + "   tstzmultirange(tstzrange(:from, :to, '[)')) - coalesce("
                + "     (select range_agg(has.during) from node_assignment as has"
                + "       where has.booking_id = :booking_id and has.node = wanted.node),"
                + "     '{}')) as piece")
        .param("booking_id", modification.bookingId())
        .param("transaction", modification.transaction())
        .param("nodes", modification.nodes().toArray(Integer[]::new))
        .param("from", utc(schedule.startTime()))
        .param("to", utc(schedule.endTime()))
        .update();
  }

  /** Releases what a held modification needed. */
  void releaseHeld(String bookingId) {
    jdbc.sql("delete from node_assignment where booking_id = ? and amended_by is not null")
        .param(bookingId)
        .update();
  }

  /**
   * Assigns what the allocation was modified into; what it gave up stays assigned until the machine
   * is updated.
   */
  void replace(Allocation modified) {
    var previous = listAssigned(modified.bookingId());
    jdbc.sql("delete from node_assignment where booking_id =" + " ?")
        .param(modified.bookingId())
        .update();
    assign(modified);
    if (modified.state() == AllocationState.AMENDING) {
      previous.forEach(period -> recordLeaving(modified, period));
    }
  }

  private record AssignedPeriod(List<Integer> nodes, Schedule during) {}

  private List<AssignedPeriod> listAssigned(String bookingId) {
    return jdbc.sql(
            "select array_agg(node) as nodes, lower(during) as starts_at, upper(during) as ends_at"
                + " from node_assignment where booking_id = ? and amended_by is null group by"
                + " during")
        .param(bookingId)
        .query((row, _) -> new AssignedPeriod(toNodes(row), toSchedule(row)))
        .list();
  }

  private void recordLeaving(Allocation modified, AssignedPeriod previous) {
    previous.nodes().stream()
        .filter(node -> !modified.nodes().contains(node))
        .forEach(node -> insert(modified.bookingId(), List.of(node), previous.during(), true));
    var kept = previous.nodes().stream().filter(modified.nodes()::contains).toList();
    previous
        .during()
        .minus(modified.schedule())
        .forEach(during -> insert(modified.bookingId(), kept, during, true));
  }

  /** Releases what it gave up: the machine is updated. */
  void releaseLeaving(String bookingId) {
    jdbc.sql("delete from node_assignment where booking_id = ? and" + " leaving")
        .param(bookingId)
        .update();
  }

  /** Releases its nodes, unless a held modification may need them, because that cannot fail. */
  void releaseUnlessModificationHeld(String bookingId) {
    jdbc.sql(
            "delete from node_assignment where booking_id = :booking_id"
                + " and not exists (select from amendment where booking_id = :booking_id)")
        .param("booking_id", bookingId)
        .update();
  }
}

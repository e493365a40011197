package org.touchpaper.harc.rm.calendar;

import static org.touchpaper.harc.rm.calendar.Allocations.nodes;
import static org.touchpaper.harc.rm.calendar.Allocations.schedule;
import static org.touchpaper.harc.rm.calendar.Allocations.utc;

import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.nodes.FreeNodes.Busy;
import org.touchpaper.segment.connection.Schedule;

/**
 * Which node is whose and when, kept apart by an exclusion constraint: what an allocation has, what
 * a held modification of it needs beyond that, and what it leaves and the machine does not know
 * yet.
 */
final class PromisedNodes {
  /** Something of these may be on the machine, whatever the time. */
  private static final String MAY_BE_UP =
      "state in ('AMENDING', 'STARTING', 'ACTIVE', 'ENDING', 'CANCELLING', 'FAILING')";

  private final JdbcClient jdbc;

  PromisedNodes(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * What keeps nodes busy, beside one booking's own. What is not cleared by its end, because that
   * goes wrong, keeps its nodes for the next minute at least.
   */
  List<Busy> listBusyBut(String ident, Instant from, Instant to, Instant now) {
    return jdbc.sql(
            "select node, starts_at, ends_at from ("
                + " select node, lower(during) as starts_at,"
                + " case when upper(during) <= :now and problem is not null and amended_by is null"
                + "  and (leaving or "
                + MAY_BE_UP
                + ") then cast(:now as timestamptz) + interval '1 minute'"
                + "  else upper(during) end as ends_at"
                + " from promised_node join allocation using (ident) where ident <> :ident"
                + "  and (during && tstzrange(:from, :to, '[)')"
                + "   or during << tstzrange(:now, 'infinity', '[]'))) as kept"
                + " where tstzrange(starts_at, ends_at, '[)') && tstzrange(:from, :to, '[)')")
        .param("ident", ident)
        .param("from", utc(from))
        .param("to", utc(to))
        .param("now", utc(now))
        .query((row, _) -> new Busy(row.getInt("node"), schedule(row)))
        .list();
  }

  /** Others that may still be on these nodes though their time there is over. */
  List<String> listInTheWayOf(Allocation starting, Instant now) {
    return jdbc.sql(
            "select distinct ident from unnest(:nodes) as wanted (node)"
                + " join promised_node using (node) join allocation using (ident)"
                + " where ident <> :ident and amended_by is null"
                + " and (leaving or "
                + MAY_BE_UP
                + ") and lower(during) < :end and (leaving or state not in"
                + " ('AMENDING', 'STARTING', 'ACTIVE') or ends_at <= :now) order by ident")
        .param("ident", starting.ident())
        .param("nodes", starting.nodes().toArray(Integer[]::new))
        .param("end", utc(starting.schedule().endTime()))
        .param("now", utc(now))
        .query((row, _) -> row.getString("ident"))
        .list();
  }

  /** True if nodes that are not its own any more may still be open to it. */
  boolean isLeavingNodes(Allocation allocation) {
    return jdbc.sql(
            "select exists (select from promised_node"
                + " where ident = ? and leaving and node <> all(?))")
        .param(allocation.ident())
        .param(allocation.nodes().toArray(Integer[]::new))
        .query(Boolean.class)
        .single();
  }

  void promise(Allocation allocation) {
    insert(allocation.ident(), allocation.nodes(), allocation.schedule(), false);
  }

  private void insert(String ident, List<Integer> nodes, Schedule during, boolean leaving) {
    jdbc.sql(
            "insert into promised_node (ident, node, during, leaving)"
                + " select ?, node, tstzrange(?, ?, '[)'), ? from unnest(?) as node")
        .param(ident)
        .param(utc(during.startTime()))
        .param(utc(during.endTime()))
        .param(leaving)
        .param(nodes.toArray(Integer[]::new))
        .update();
  }

  /** Holds what a change needs beyond what its allocation has. */
  void hold(Amendment amendment) {
    var schedule = amendment.schedule();
    jdbc.sql(
            "insert into promised_node (ident, node, during, amended_by)"
                + " select :ident, wanted.node, piece, :transaction"
                + " from unnest(:nodes) as wanted (node), unnest("
                + "   tstzmultirange(tstzrange(:from, :to, '[)')) - coalesce("
                + "     (select range_agg(has.during) from promised_node as has"
                + "       where has.ident = :ident and has.node = wanted.node),"
                + "     '{}')) as piece")
        .param("ident", amendment.ident())
        .param("transaction", amendment.transaction())
        .param("nodes", amendment.nodes().toArray(Integer[]::new))
        .param("from", utc(schedule.startTime()))
        .param("to", utc(schedule.endTime()))
        .update();
  }

  /** Lets go of what a change needed beyond it. */
  void letGo(String ident) {
    jdbc.sql("delete from promised_node where ident = ? and amended_by is not null")
        .param(ident)
        .update();
  }

  /** It has what it was changed into; what it had stays taken until the machine is told. */
  void replace(Allocation after) {
    var had = listHad(after.ident());
    jdbc.sql("delete from promised_node where ident = ?").param(after.ident()).update();
    promise(after);
    if (after.state() == AllocationState.AMENDING) {
      had.forEach(stretch -> leave(after, stretch));
    }
  }

  private record Stretch(List<Integer> nodes, Schedule during) {}

  private List<Stretch> listHad(String ident) {
    return jdbc.sql(
            "select array_agg(node) as nodes, lower(during) as starts_at, upper(during) as ends_at"
                + " from promised_node where ident = ? and amended_by is null group by during")
        .param(ident)
        .query((row, _) -> new Stretch(nodes(row), schedule(row)))
        .list();
  }

  private void leave(Allocation after, Stretch had) {
    had.nodes().stream()
        .filter(node -> !after.nodes().contains(node))
        .forEach(node -> insert(after.ident(), List.of(node), had.during(), true));
    var kept = had.nodes().stream().filter(after.nodes()::contains).toList();
    had.during()
        .without(after.schedule())
        .forEach(during -> insert(after.ident(), kept, during, true));
  }

  /** The machine knows what it has become. */
  void leave(String ident) {
    jdbc.sql("delete from promised_node where ident = ? and leaving").param(ident).update();
  }

  /** Gives its nodes back to everybody, unless a change may yet want them: it cannot fail. */
  void freeUnlessWanted(String ident) {
    jdbc.sql(
            "delete from promised_node where ident = :ident"
                + " and not exists (select from amendment where ident = :ident)")
        .param("ident", ident)
        .update();
  }
}

package org.touchpaper.harc.rm.slurm;

import static org.touchpaper.harc.rm.slurm.BookingRow.schedule;
import static org.touchpaper.harc.rm.slurm.BookingRow.utc;

import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.Schedule;

/**
 * Which node is whose and when, kept apart by an exclusion constraint: what a booking has, and what
 * it leaves and Slurm does not know yet.
 */
final class PromisedNodes {
  private final JdbcClient jdbc;

  PromisedNodes(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** One node, kept for a stretch of time. */
  record Promise(String node, Schedule during) {}

  List<Promise> list(Instant from, Instant to) {
    return listBut("", from, to);
  }

  /** As {@link #list}, without what one booking itself keeps. */
  List<Promise> listBut(String ident, Instant from, Instant to) {
    return jdbc.sql(
            "select node, lower(during) as starts_at, upper(during) as ends_at"
                + " from slurm_promised_node where ident <> ? and during && tstzrange(?, ?, '[)')")
        .param(ident)
        .param(utc(from))
        .param(utc(to))
        .query((row, _) -> new Promise(row.getString("node"), schedule(row)))
        .list();
  }

  void promise(Booking booking) {
    insert(booking.ident(), booking.nodes(), booking.schedule(), false);
  }

  private void insert(String ident, List<String> nodes, Schedule during, boolean leaving) {
    jdbc.sql(
            "insert into slurm_promised_node (ident, node, during, leaving)"
                + " select ?, node, tstzrange(?, ?, '[)'), ? from unnest(?) as node")
        .param(ident)
        .param(utc(during.startTime()))
        .param(utc(during.endTime()))
        .param(leaving)
        .param(nodes.toArray(String[]::new))
        .update();
  }

  /** It has what it was modified into; what it had stays taken until Slurm is told. */
  void replace(Booking amended) {
    var had = listHad(amended.ident());
    free(amended.ident());
    promise(amended);
    had.forEach(promise -> leave(amended, promise));
  }

  private List<Promise> listHad(String ident) {
    return jdbc.sql(
            "select node, lower(during) as starts_at, upper(during) as ends_at"
                + " from slurm_promised_node where ident = ?")
        .param(ident)
        .query((row, _) -> new Promise(row.getString("node"), schedule(row)))
        .list();
  }

  private void leave(Booking amended, Promise had) {
    var left =
        amended.nodes().contains(had.node())
            ? had.during().without(amended.schedule())
            : List.of(had.during());
    left.forEach(during -> insert(amended.ident(), List.of(had.node()), during, true));
  }

  /** Slurm knows what it has become. */
  void leave(String ident) {
    jdbc.sql("delete from slurm_promised_node where ident = ? and leaving").param(ident).update();
  }

  /** What ended while a modification of it is undecided may yet begin again on its nodes. */
  void freeUnlessWanted(String ident) {
    jdbc.sql(
            "delete from slurm_promised_node where ident = :ident"
                + " and not exists (select from slurm_amendment where ident = :ident)")
        .param("ident", ident)
        .update();
  }

  void free(String ident) {
    jdbc.sql("delete from slurm_promised_node where ident = ?").param(ident).update();
  }
}

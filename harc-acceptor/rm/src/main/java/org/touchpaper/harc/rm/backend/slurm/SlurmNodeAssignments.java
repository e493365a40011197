package org.touchpaper.harc.rm.backend.slurm;

import static org.touchpaper.harc.rm.backend.slurm.StoredBooking.toSchedule;
import static org.touchpaper.harc.rm.backend.slurm.StoredBooking.utc;

import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.Schedule;

/**
 * Stores who has which node when, under an exclusion constraint: what a booking has, and what it
 * gave up while Slurm is not updated yet.
 */
final class SlurmNodeAssignments {
  private final JdbcClient jdbc;

  SlurmNodeAssignments(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** A node that is assigned for a period. */
  record NodeAssignment(String node, Schedule during) {}

  List<NodeAssignment> list(Instant from, Instant to) {
    return listOfOthers("", from, to);
  }

  /** As {@link #list}, without one booking's own. */
  List<NodeAssignment> listOfOthers(String bookingId, Instant from, Instant to) {
    return jdbc.sql(
            "select node, lower(during) as starts_at, upper(during) as ends_at"
                + " from slurm_node_assignment where booking_id <> ? and during && tstzrange(?,"
                + " ?, '[)')")
        .param(bookingId)
        .param(utc(from))
        .param(utc(to))
        .query((row, _) -> new NodeAssignment(row.getString("node"), toSchedule(row)))
        .list();
  }

  void assign(SlurmBooking booking) {
    insert(booking.bookingId(), booking.nodes(), booking.schedule(), false);
  }

  private void insert(String bookingId, List<String> nodes, Schedule during, boolean leaving) {
    jdbc.sql(
            "insert into slurm_node_assignment (booking_id, node, during, leaving)"
                + " select ?, node, tstzrange(?, ?, '[)'), ? from unnest(?) as node")
        .param(bookingId)
        .param(utc(during.startTime()))
        .param(utc(during.endTime()))
        .param(leaving)
        .param(nodes.toArray(String[]::new))
        .update();
  }

  /**
   * Assigns what the booking was modified into; what it gave up stays assigned until Slurm is
   * updated.
   */
  void replace(SlurmBooking modified) {
    var previous = listAssigned(modified.bookingId());
    release(modified.bookingId());
    assign(modified);
    previous.forEach(assignment -> recordLeaving(modified, assignment));
  }

  private List<NodeAssignment> listAssigned(String bookingId) {
    return jdbc.sql(
            "select node, lower(during) as starts_at, upper(during) as ends_at"
                + " from slurm_node_assignment where booking_id = ?")
        .param(bookingId)
        .query((row, _) -> new NodeAssignment(row.getString("node"), toSchedule(row)))
        .list();
  }

  private void recordLeaving(SlurmBooking modified, NodeAssignment previous) {
    var periods =
        modified.nodes().contains(previous.node())
            ? previous.during().minus(modified.schedule())
            : List.of(previous.during());
    periods.forEach(during -> insert(modified.bookingId(), List.of(previous.node()), during, true));
  }

  /** Releases what it gave up: Slurm is updated. */
  void releaseLeaving(String bookingId) {
    jdbc.sql("delete from slurm_node_assignment where booking_id = ? and leaving")
        .param(bookingId)
        .update();
  }

  /** Releases its nodes, unless a held modification may restart it on them. */
  void releaseUnlessModificationHeld(String bookingId) {
    jdbc.sql(
            "delete from slurm_node_assignment where booking_id = :booking_id"
                + " and not exists (select from slurm_amendment where booking_id = :booking_id)")
        .param("booking_id", bookingId)
        .update();
  }

  void release(String bookingId) {
    jdbc.sql("delete from slurm_node_assignment where booking_id = ?").param(bookingId).update();
  }
}

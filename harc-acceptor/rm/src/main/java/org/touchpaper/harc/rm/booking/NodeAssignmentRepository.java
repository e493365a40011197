package org.touchpaper.harc.rm.booking;

import static org.touchpaper.harc.rm.booking.BookingRepository.utc;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.booking.NodeCapacityTimetable.BusyNode;
import org.touchpaper.segment.connection.Schedule;

/**
 * Stores who has which node when, under an exclusion constraint: what a booking has, what a held
 * modification needs in addition, and what the booking gave up while the backend is not updated
 * yet.
 */
public final class NodeAssignmentRepository implements AssignmentRepository {
  private final JdbcClient jdbc;

  public NodeAssignmentRepository(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** What all bookings but one have in a window. */
  public List<BusyNode> listOfOthers(String bookingId, Schedule window) {
    return jdbc.sql(
            "select node, lower(during) as starts_at, upper(during) as ends_at from node_assignment"
                + " where booking_id <> ? and during && tstzrange(?, ?, '[)')")
        .param(bookingId)
        .param(utc(window.startTime()))
        .param(utc(window.endTime()))
        .query((row, _) -> new BusyNode(row.getString("node"), BookingRepository.toSchedule(row)))
        .list();
  }

  @Override
  public void assign(Booking booking) {
    var during = booking.schedule();
    insert(
        booking.bookingId(),
        booking.items().stream().map(node -> new BusyNode(node, during)).toList(),
        false);
  }

  private void insert(String bookingId, List<BusyNode> assigned, boolean leaving) {
    jdbc.sql(
            "insert into node_assignment (booking_id, node, during, leaving)"
                + " select ?, node, tstzrange(from_time, to_time, '[)'), ?"
                + " from unnest(?, ?::timestamptz[], ?::timestamptz[]) as assigned (node, from_time, to_time)")
        .param(bookingId)
        .param(leaving)
        .param(assigned.stream().map(BusyNode::node).toArray(String[]::new))
        .param(texts(assigned, Schedule::startTime))
        .param(texts(assigned, Schedule::endTime))
        .update();
  }

  private static String[] texts(List<BusyNode> assigned, Function<Schedule, Instant> time) {
    return assigned.stream()
        .map(busy -> time.apply(busy.during()).toString())
        .toArray(String[]::new);
  }

  @Override
  public void holdAmendment(String bookingId, String transaction, Allocation amended) {
    jdbc.sql(
            "insert into node_assignment (booking_id, node, during, amended_by)"
                + " select :booking_id, wanted.node, piece, :transaction"
                + " from unnest(:nodes) as wanted (node), unnest("
                + "   tstzmultirange(tstzrange(:from, :to, '[)')) - coalesce("
                + "     (select range_agg(has.during) from node_assignment as has"
                + "       where has.booking_id = :booking_id and has.node = wanted.node),"
                + "     '{}')) as piece")
        .param("booking_id", bookingId)
        .param("transaction", transaction)
        .param("nodes", amended.items().toArray(String[]::new))
        .param("from", utc(amended.schedule().startTime()))
        .param("to", utc(amended.schedule().endTime()))
        .update();
  }

  @Override
  public void releaseAmendment(String bookingId) {
    jdbc.sql("delete from node_assignment where booking_id = ? and amended_by is not null")
        .param(bookingId)
        .update();
  }

  @Override
  public void replace(Booking modified) {
    releaseAmendment(modified.bookingId());
    var previous =
        jdbc.sql(
                "delete from node_assignment where booking_id = ?"
                    + " returning node, lower(during) as starts_at, upper(during) as ends_at")
            .param(modified.bookingId())
            .query(
                (row, _) -> new BusyNode(row.getString("node"), BookingRepository.toSchedule(row)))
            .list();
    assign(modified);
    if (modified.state().isAmending()) {
      insert(modified.bookingId(), notIn(modified, previous), true);
    }
  }

  private static List<BusyNode> notIn(Booking modified, List<BusyNode> previous) {
    var leaving = new ArrayList<BusyNode>();
    for (var busy : previous) {
      var periods =
          modified.items().contains(busy.node())
              ? busy.during().minus(modified.schedule())
              : List.of(busy.during());
      periods.forEach(during -> leaving.add(new BusyNode(busy.node(), during)));
    }
    return leaving;
  }

  @Override
  public void releaseLeaving(String bookingId) {
    jdbc.sql("delete from node_assignment where booking_id = ? and leaving")
        .param(bookingId)
        .update();
  }

  @Override
  public void release(String bookingId) {
    jdbc.sql("delete from node_assignment where booking_id = ?").param(bookingId).update();
  }
}

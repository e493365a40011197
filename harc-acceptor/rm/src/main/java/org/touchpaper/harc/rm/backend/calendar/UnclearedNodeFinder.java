package org.touchpaper.harc.rm.backend.calendar;

import static org.touchpaper.harc.rm.booking.BookingRepository.utc;

import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.booking.Booking;
import org.touchpaper.harc.rm.booking.BookingRepository;
import org.touchpaper.harc.rm.booking.NodeCapacityTimetable.BusyNode;
import org.touchpaper.segment.connection.Schedule;

/** Finds the nodes of which the machine may still have an allocation that is over. */
final class UnclearedNodeFinder {
  /** The states in which the machine may have something of a booking, whatever the time. */
  private static final String MAY_BE_UP =
      "state in ('AMENDING', 'AMENDING_ACTIVE', 'STARTING', 'ACTIVE', 'ENDING', 'CANCELLING', 'FAILING')";

  private final JdbcClient jdbc;

  UnclearedNodeFinder(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * The periods in which nodes are busy, without one booking's own. A booking that is not cleared
   * by its end because of a problem keeps its nodes for at least the next minute.
   */
  List<BusyNode> listBusyOfOthers(String bookingId, Schedule window, Instant now) {
    return jdbc.sql(
            "select node, starts_at, ends_at from ("
                + " select node, lower(during) as starts_at,"
                + " case when upper(during) <= :now and problem is not null and amended_by is null"
                + "  and (leaving or "
                + MAY_BE_UP
                + ") then cast(:now as timestamptz) + interval '1 minute'"
                + "  else upper(during) end as ends_at"
                + " from node_assignment join booking using (booking_id) where booking_id <>"
                + " :booking_id"
                + "  and (during && tstzrange(:from, :to, '[)')"
                + "   or during << tstzrange(:now, 'infinity', '[]'))) as kept"
                + " where tstzrange(starts_at, ends_at, '[)') && tstzrange(:from, :to, '[)')")
        .param("booking_id", bookingId)
        .param("from", utc(window.startTime()))
        .param("to", utc(window.endTime()))
        .param("now", utc(now))
        .query((row, _) -> new BusyNode(row.getString("node"), BookingRepository.toSchedule(row)))
        .list();
  }

  /** Other bookings that may still be on these nodes although their time there has passed. */
  List<String> listBlockersOf(Booking starting, Instant now) {
    return jdbc.sql(
            "select distinct booking_id from unnest(:nodes) as wanted (node)"
                + " join node_assignment using (node) join booking using (booking_id)"
                + " where booking_id <> :booking_id and amended_by is null"
                + " and (leaving or "
                + MAY_BE_UP
                + ") and lower(during) < :end and (leaving or state not in"
                + " ('AMENDING', 'AMENDING_ACTIVE', 'STARTING', 'ACTIVE') or ends_at <= :now) order by booking_id")
        .param("booking_id", starting.bookingId())
        .param("nodes", starting.items().toArray(String[]::new))
        .param("end", utc(starting.schedule().endTime()))
        .param("now", utc(now))
        .query((row, _) -> row.getString("booking_id"))
        .list();
  }

  /** Returns true if nodes that it gave up may still be open to it. */
  boolean isLeavingNodes(Booking booking) {
    return jdbc.sql(
            "select exists (select from node_assignment"
                + " where booking_id = ? and leaving and node <> all(?))")
        .param(booking.bookingId())
        .param(booking.items().toArray(String[]::new))
        .query(Boolean.class)
        .single();
  }
}

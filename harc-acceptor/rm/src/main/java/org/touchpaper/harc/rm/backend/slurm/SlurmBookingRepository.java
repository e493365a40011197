package org.touchpaper.harc.rm.backend.slurm;

import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.ACTIVE;
import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.AMENDING;
import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.COMMITTED;
import static org.touchpaper.harc.rm.backend.slurm.StoredBooking.COLUMNS;
import static org.touchpaper.harc.rm.backend.slurm.StoredBooking.toBooking;
import static org.touchpaper.harc.rm.backend.slurm.StoredBooking.toNodes;
import static org.touchpaper.harc.rm.backend.slurm.StoredBooking.toSchedule;
import static org.touchpaper.harc.rm.backend.slurm.StoredBooking.utc;
import static org.touchpaper.harc.rm.backend.slurm.StoredBooking.utcOrNull;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.ownership.BookingOwnership;

/** Stores the bookings and their {@link SlurmNodeAssignments}. */
final class SlurmBookingRepository {
  private static final String SELECT = "select " + COLUMNS + " from slurm_booking where ";

  private final JdbcClient jdbc;
  private final BookingOwnership ownership;
  private final SlurmNodeAssignments nodeAssignments;

  SlurmBookingRepository(JdbcClient jdbc) {
    this.jdbc = jdbc;
    this.ownership = new BookingOwnership(jdbc);
    this.nodeAssignments = new SlurmNodeAssignments(jdbc);
  }

  BookingOwnership ownership() {
    return ownership;
  }

  SlurmNodeAssignments nodeAssignments() {
    return nodeAssignments;
  }

  /** Locks the machine's bookings until the database transaction ends. */
  void lock(Cluster cluster) {
    jdbc.sql("insert into machine (name) values (?) on conflict do nothing")
        .param(cluster.name())
        .update();
    jdbc.sql("select name from machine where name = ? for update")
        .param(cluster.name())
        .query((row, _) -> row.getString("name"))
        .single();
  }

  Optional<SlurmBooking> find(String bookingId) {
    return jdbc.sql(SELECT + "booking_id = ?")
        .param(bookingId)
        .query((row, _) -> toBooking(row))
        .optional();
  }

  /** As {@link #find}, locked until the database transaction ends. */
  Optional<SlurmBooking> findForUpdate(String bookingId) {
    return jdbc.sql(SELECT + "booking_id = ? for update")
        .param(bookingId)
        .query((row, _) -> toBooking(row))
        .optional();
  }

  /**
   * The bookings with these reservation names, whatever the prefix is now. An unreadable row does
   * not keep the others from being read.
   */
  List<StoredBooking> listByReservations(Collection<String> names) {
    return jdbc.sql(
            "select "
                + COLUMNS
                + ", exists (select from slurm_node_assignment as kept"
                + "   where kept.booking_id = booked.booking_id) as keeps_nodes"
                + " from slurm_booking as booked where reservation = any(?)")
        .param(names.toArray(String[]::new))
        .query((row, _) -> StoredBooking.readLeniently(row))
        .list();
  }

  /** The bookings that the transaction makes, locked until the database transaction ends. */
  List<SlurmBooking> listByTransaction(String transaction) {
    return jdbc.sql(SELECT + "transaction_id = ? order by action_index for update")
        .param(transaction)
        .query((row, _) -> toBooking(row))
        .list();
  }

  /** The pieces that a decided modification of it needs until it is applied. */
  List<SlurmBooking> listPiecesOf(String bookingId) {
    return jdbc.sql(SELECT + "part_of = ? and state = 'MERGING' order by booking_id")
        .param(bookingId)
        .query((row, _) -> toBooking(row))
        .list();
  }

  /** As {@link #listByTransaction}, the bookings of which the transaction holds a change. */
  List<SlurmBooking> listChangedBy(String transaction) {
    return jdbc.sql(SELECT + "changed_by = ? order by booking_id for update")
        .param(transaction)
        .query((row, _) -> toBooking(row))
        .list();
  }

  /** The ids of the bookings that have, or are to have, something in Slurm. */
  List<String> listUnfinished() {
    return jdbc.sql(
            "select booking_id from slurm_booking"
                + " where state not in ('ABORTED', 'ENDED', 'CANCELLED', 'FAILED')"
                + " order by starts_at")
        .query((row, _) -> row.getString("booking_id"))
        .list();
  }

  /** Stores a booking and assigns its nodes, under the exclusion constraint. */
  void add(SlurmBooking booking) {
    var schedule = booking.schedule();
    jdbc.sql(
            "insert into slurm_booking ("
                + COLUMNS
                + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .param(booking.bookingId())
        .param(booking.transaction())
        .param(booking.index())
        .param(booking.parentId())
        .param(booking.version())
        .param(booking.reservation())
        .param(booking.account())
        .param(booking.nodes().toArray(String[]::new))
        .param(utc(schedule.startTime()))
        .param(utc(schedule.endTime()))
        .param(booking.state().name())
        .param(booking.problem())
        .param(booking.changedBy())
        .param(utcOrNull(booking.seenBootTime()))
        .param(utcOrNull(booking.reservedUntil()))
        .param(booking.holdAccount())
        .update();
    nodeAssignments.assign(booking);
  }

  /**
   * Stores a change, unless the booking has left the state that the change is based on. Releases
   * nodes that Slurm no longer keeps for it.
   */
  boolean update(SlurmBooking before, SlurmBooking after) {
    var isChanged =
        jdbc.sql(
                    "update slurm_booking set state = ?, problem = ?, seen_boot = ?"
                        + " where booking_id = ? and state = ? and version = ?")
                .param(after.state().name())
                .param(after.problem())
                .param(utcOrNull(after.seenBootTime()))
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

  /** Returns true if Slurm has the modified reservation. */
  private static boolean isApplied(SlurmBooking modified) {
    return modified.state() == COMMITTED || modified.state() == ACTIVE;
  }

  /**
   * Stores a decision about a booking that was read for update, so that nothing can have come
   * between.
   */
  void recordDecision(SlurmBooking before, SlurmBooking after) {
    if (!update(before, after)) {
      throw new IllegalStateException(
          "booking " + before.bookingId() + " is no longer " + before.state());
    }
  }

  /** Holds a modification. */
  void holdModification(SlurmBookingModification modification) {
    jdbc.sql(
            "insert into slurm_amendment (booking_id, transaction_id, nodes, starts_at, ends_at)"
                + " values (?, ?, ?, ?, ?)")
        .param(modification.bookingId())
        .param(modification.transaction())
        .param(modification.nodes().toArray(String[]::new))
        .param(utc(modification.schedule().startTime()))
        .param(utc(modification.schedule().endTime()))
        .update();
    recordChangeHeldBy(modification.bookingId(), modification.transaction());
  }

  Optional<SlurmBookingModification> findModification(String bookingId, String transaction) {
    return jdbc.sql("select * from slurm_amendment where booking_id = ? and transaction_id = ?")
        .param(bookingId)
        .param(transaction)
        .query((row, _) ->
            new SlurmBookingModification(
                row.getString("booking_id"),
                row.getString("transaction_id"),
                toNodes(row),
                toSchedule(row)))
        .optional();
  }

  /** Removes a held change that was applied or aborted. */
  void dropModification(String bookingId) {
    jdbc.sql("delete from slurm_amendment where booking_id = ?").param(bookingId).update();
    recordChangeHeldBy(bookingId, null);
    find(bookingId)
        .filter(booking -> booking.state().isClean())
        .ifPresent(booking -> nodeAssignments.release(booking.bookingId()));
  }

  /** Stores a modified booking, which takes over the nodes of its pieces. */
  void saveModified(SlurmBooking modified) {
    var schedule = modified.schedule();
    dropModification(modified.bookingId());
    jdbc.sql(
            "update slurm_booking set nodes = ?, starts_at = ?, ends_at = ?, state = ?,"
                + " problem = null, version = ?, seen_boot = ?, stands_until = ? where"
                + " booking_id = ?")
        .param(modified.nodes().toArray(String[]::new))
        .param(utc(schedule.startTime()))
        .param(utc(schedule.endTime()))
        .param(modified.state().name())
        .param(modified.version())
        .param(utcOrNull(modified.seenBootTime()))
        .param(utcOrNull(modified.reservedUntil()))
        .param(modified.bookingId())
        .update();
    listPiecesOf(modified.bookingId()).forEach(piece -> nodeAssignments.release(piece.bookingId()));
    nodeAssignments.replace(modified);
  }

  /**
   * Purges the bookings that ended before the cutoff, unless a transaction about them is
   * unfinished.
   */
  void purge(Instant cutoff) {
    purge(cutoff, "part_of is not null");
    ownership.delete(
        purge(
            cutoff,
            "part_of is null"
                + " and not exists (select from slurm_booking where part_of = past.booking_id)"));
  }

  private List<String> purge(Instant cutoff, String condition) {
    return jdbc.sql(
            "delete from slurm_booking as past where ends_at < ?"
                + " and state in ('ABORTED', 'ENDED', 'CANCELLED', 'FAILED')"
                + " and not exists (select from slurm_node_assignment where booking_id ="
                + " past.booking_id)"
                + " and not exists (select from slurm_amendment where booking_id = past.booking_id)"
                + " and not exists (select from prepared_transaction"
                + "   where transaction_id = past.changed_by and state <> 'COMMITTED')"
                + " and not exists (select from vote_record where not carried_out"
                + "   and transaction_id in (past.transaction_id, past.changed_by))"
                + " and "
                + condition
                + " returning booking_id")
        .param(utc(cutoff))
        .query((row, _) -> row.getString("booking_id"))
        .list();
  }

  /** Records the transaction that holds a change of it; null for none. */
  void recordChangeHeldBy(String bookingId, @Nullable String transaction) {
    jdbc.sql("update slurm_booking set changed_by = ? where booking_id = ?")
        .param(transaction)
        .param(bookingId)
        .update();
  }
}

package org.touchpaper.harc.rm.booking;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.ownership.BookingOwnershipService;
import org.touchpaper.segment.connection.Schedule;

/** Stores the bookings, their held modifications and what they take of the capacity. */
public final class BookingRepository {
  private static final String COLUMNS =
      "booking_id, transaction_id, action_index, part_of, version, account, items, amount, starts_at,"
          + " ends_at, state, problem, changed_by, reservation, hold_account, seen_boot,"
          + " reserved_until";
  private static final String SELECT = "select " + COLUMNS + " from booking where ";

  private final JdbcClient jdbc;
  private final BackendPresenceMode projection;
  private final AssignmentRepository assignments;
  private final BookingOwnershipService ownership;

  public BookingRepository(
      JdbcClient jdbc, BackendPresenceMode projection, AssignmentRepository assignments) {
    this.jdbc = jdbc;
    this.projection = projection;
    this.assignments = assignments;
    this.ownership = new BookingOwnershipService(jdbc);
  }

  BackendPresenceMode projection() {
    return projection;
  }

  BookingOwnershipService ownership() {
    return ownership;
  }

  /** Locks the resource's bookings until the database transaction ends. */
  void lock(String resource) {
    jdbc.sql("insert into resource (name) values (?) on conflict do nothing")
        .param(resource)
        .update();
    jdbc.sql("select name from resource where name = ? for update")
        .param(resource)
        .query(String.class)
        .single();
  }

  public Optional<Booking> find(String bookingId) {
    return list(SELECT + "booking_id = ?", bookingId).stream().findFirst();
  }

  /** As {@link #find}, locked until the database transaction ends. */
  Optional<Booking> findForUpdate(String bookingId) {
    return list(SELECT + "booking_id = ? for update", bookingId).stream().findFirst();
  }

  /** The bookings that the transaction makes, locked until the database transaction ends. */
  public List<Booking> listByTransaction(String transaction) {
    return list(
        SELECT + "transaction_id = ? order by action_index, booking_id for update", transaction);
  }

  /** As {@link #listByTransaction}, the bookings of which the transaction holds a change. */
  List<Booking> listChangedBy(String transaction) {
    return list(SELECT + "changed_by = ? order by booking_id for update", transaction);
  }

  /** The pieces that a decided modification of it needs until it is applied. */
  public List<Booking> listPiecesOf(String bookingId) {
    return list(SELECT + "part_of = ? and state = 'MERGING' order by booking_id", bookingId);
  }

  /** The bookings with these reservation names, whatever the names of new ones are. */
  public List<Booking> listByReservations(Collection<String> names) {
    return list(SELECT + "reservation = any(?)", names.toArray(String[]::new));
  }

  private List<Booking> list(String sql, Object parameter) {
    return jdbc.sql(sql).param(parameter).query((row, _) -> toBooking(row)).list();
  }

  /** The ids of the bookings of which the backend has something, or is to have. */
  public List<String> listUnfinished() {
    return jdbc.sql(
            "select booking_id from booking"
                + " where state not in ('ABORTED', 'ENDED', 'CANCELLED', 'FAILED')"
                + " order by starts_at")
        .query((row, _) -> row.getString("booking_id"))
        .list();
  }

  /** The ids of the bookings that a problem keeps from becoming active. */
  List<String> listBlocked() {
    return jdbc.sql(
            "select booking_id from booking where state in ('AMENDING', 'AMENDING_ACTIVE', 'STARTING')"
                + " and problem is not null")
        .query((row, _) -> row.getString("booking_id"))
        .list();
  }

  /** Stores a booking and assigns its capacity, under the constraint of the database. */
  public void add(Booking booking) {
    var external = booking.external();
    jdbc.sql(
            "insert into booking ("
                + COLUMNS
                + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ''), ?, ?, ?)")
        .param(booking.bookingId())
        .param(booking.transaction())
        .param(booking.index())
        .param(booking.parentId())
        .param(booking.version())
        .param(booking.account())
        .param(booking.items().toArray(String[]::new))
        .param(booking.allocation().amount())
        .param(utc(booking.schedule().startTime()))
        .param(utc(booking.schedule().endTime()))
        .param(booking.state().name())
        .param(booking.problem())
        .param(booking.changedBy())
        .param(external.name())
        .param(external.holdAccount())
        .param(utcOrNull(external.seenBootTime()))
        .param(utcOrNull(external.reservedUntil()))
        .update();
    assignments.assign(booking);
  }

  /**
   * Stores a change, unless the booking has left the state that the change is based on. Releases
   * capacity on which nothing of it can be, unless a held modification may need it, because that
   * cannot fail.
   */
  public boolean update(Booking before, Booking after) {
    var isChanged =
        jdbc.sql(
                    "update booking set state = ?, problem = ?, seen_boot = ?"
                        + " where booking_id = ? and state = ? and version = ?")
                .param(after.state().name())
                .param(after.problem())
                .param(utcOrNull(after.external().seenBootTime()))
                .param(before.bookingId())
                .param(before.state().name())
                .param(before.version())
                .update()
            == 1;
    if (isChanged && after.state().isClean()) {
      if (!hasAmendment(after.bookingId())) {
        assignments.release(after.bookingId());
      }
    } else if (isChanged && before.state().isAmending() && isApplied(after)) {
      assignments.releaseLeaving(after.bookingId());
    }
    return isChanged;
  }

  /** Returns true if the backend has the modified booking, or nothing of it. */
  private static boolean isApplied(Booking modified) {
    return modified.state() == BookingState.COMMITTED || modified.state() == BookingState.ACTIVE;
  }

  /**
   * Stores a decision about a booking that was read for update, so that nothing can have come
   * between.
   */
  void recordDecision(Booking before, Booking after) {
    if (!update(before, after)) {
      throw new IllegalStateException(
          "booking " + before.bookingId() + " is no longer " + before.state());
    }
  }

  /** Records the transaction that holds a change of it; null for none. */
  void recordChangeHeldBy(String bookingId, @Nullable String transaction) {
    jdbc.sql("update booking set changed_by = ? where booking_id = ?")
        .param(transaction)
        .param(bookingId)
        .update();
  }

  /**
   * Holds a modification. What it needs in addition is assigned to it, but where the pieces that it
   * needs are bookings of their own.
   */
  public void holdAmendment(String bookingId, String transaction, Allocation amended) {
    jdbc.sql(
            "insert into amendment (booking_id, transaction_id, items, amount, starts_at, ends_at)"
                + " values (?, ?, ?, ?, ?, ?)")
        .param(bookingId)
        .param(transaction)
        .param(amended.items().toArray(String[]::new))
        .param(amended.amount())
        .param(utc(amended.schedule().startTime()))
        .param(utc(amended.schedule().endTime()))
        .update();
    recordChangeHeldBy(bookingId, transaction);
    if (projection != BackendPresenceMode.FROM_HOLD) {
      assignments.holdAmendment(bookingId, transaction, amended);
    }
  }

  /** What the booking becomes if that transaction, which holds a modification, commits. */
  Optional<Allocation> findAmendment(String bookingId, String transaction) {
    return jdbc.sql("select * from amendment where booking_id = ? and transaction_id = ?")
        .param(bookingId)
        .param(transaction)
        .query((row, _) -> toAllocation(row))
        .optional();
  }

  private boolean hasAmendment(String bookingId) {
    return jdbc.sql("select exists (select from amendment where booking_id = ?)")
        .param(bookingId)
        .query(Boolean.class)
        .single();
  }

  /** Releases a held change. */
  void dropChange(String bookingId) {
    deleteAmendment(bookingId);
    assignments.releaseAmendment(bookingId);
    find(bookingId)
        .filter(booking -> booking.state().isClean())
        .ifPresent(_ -> assignments.release(bookingId));
  }

  private void deleteAmendment(String bookingId) {
    jdbc.sql("delete from amendment where booking_id = ?").param(bookingId).update();
    recordChangeHeldBy(bookingId, null);
  }

  /** Stores a modified booking, which takes over the capacity of its pieces. */
  void saveModified(Booking modified) {
    var external = modified.external();
    jdbc.sql(
            "update booking set items = ?, amount = ?, starts_at = ?, ends_at = ?, state = ?,"
                + " problem = null, version = ?, seen_boot = ?, reserved_until = ?"
                + " where booking_id = ?")
        .param(modified.items().toArray(String[]::new))
        .param(modified.allocation().amount())
        .param(utc(modified.schedule().startTime()))
        .param(utc(modified.schedule().endTime()))
        .param(modified.state().name())
        .param(modified.version())
        .param(utcOrNull(external.seenBootTime()))
        .param(utcOrNull(external.reservedUntil()))
        .param(modified.bookingId())
        .update();
    listPiecesOf(modified.bookingId()).forEach(piece -> assignments.release(piece.bookingId()));
    assignments.replace(modified);
    deleteAmendment(modified.bookingId());
  }

  /**
   * Purges the bookings that ended before the cutoff, unless a transaction about them is
   * unfinished.
   */
  void purge(Instant cutoff, Instant now) {
    // no due work has ended these
    if (projection == BackendPresenceMode.NONE) {
      list(SELECT + "state = 'COMMITTED' and ends_at < ?", utc(cutoff))
          .forEach(booking -> update(booking, booking.dueAt(now)));
    }
    purge(cutoff, "part_of is not null");
    ownership.delete(
        purge(
            cutoff,
            "part_of is null"
                + " and not exists (select from booking where part_of = past.booking_id)"));
  }

  private List<String> purge(Instant cutoff, String condition) {
    return jdbc.sql(
            "delete from booking as past where ends_at < ?"
                + " and state in ('ABORTED', 'ENDED', 'CANCELLED', 'FAILED')"
                + " and not exists (select from amendment where booking_id = past.booking_id)"
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

  private Booking toBooking(ResultSet row) throws SQLException {
    var reservation = row.getString("reservation");
    return new Booking(
        row.getString("booking_id"),
        row.getString("transaction_id"),
        row.getInt("action_index"),
        row.getString("part_of"),
        row.getInt("version"),
        row.getString("account"),
        toAllocation(row),
        BookingState.valueOf(row.getString("state")),
        row.getString("problem"),
        row.getString("changed_by"),
        projection,
        reservation == null
            ? RequiredBackendReservation.NONE
            : new RequiredBackendReservation(
                reservation,
                row.getString("hold_account"),
                instantOrNull(row, "seen_boot"),
                instantOrNull(row, "reserved_until")));
  }

  private static Allocation toAllocation(ResultSet row) throws SQLException {
    return new Allocation(
        List.of((String[]) row.getArray("items").getArray()),
        row.getInt("amount"),
        toSchedule(row));
  }

  public static Schedule toSchedule(ResultSet row) throws SQLException {
    return new Schedule(
        row.getObject("starts_at", OffsetDateTime.class).toInstant(),
        row.getObject("ends_at", OffsetDateTime.class).toInstant());
  }

  private static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
    var time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  public static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static @Nullable OffsetDateTime utcOrNull(@Nullable Instant instant) {
    return instant == null ? null : utc(instant);
  }
}

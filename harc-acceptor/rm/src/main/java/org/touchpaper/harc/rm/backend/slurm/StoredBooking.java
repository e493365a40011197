package org.touchpaper.harc.rm.backend.slurm;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Schedule;

/** A stored booking that may be unreadable for this build. */
sealed interface StoredBooking {
  /** The columns of a booking, in the order in which they are written. */
  String COLUMNS =
      "booking_id, transaction_id, action_index, part_of, version, reservation, holder, nodes,"
          + " starts_at, ends_at, state, problem, changed_by, seen_boot, stands_until, hold_account";

  /** Its name in Slurm. */
  String reservation();

  /** A readable booking. */
  record DecodedBooking(SlurmBooking booking) implements StoredBooking {
    @Override
    public String reservation() {
      return booking.reservation();
    }
  }

  /**
   * An unreadable booking, as after a downgrade.
   *
   * @param holdsNodes whether nodes are assigned to it
   * @param reason why it is unreadable
   */
  record UndecodableBooking(String bookingId, String reservation, boolean holdsNodes, String reason)
      implements StoredBooking {}

  /** Reads a row that may be unreadable, with {@code keeps_nodes} in addition to the columns. */
  static StoredBooking readLeniently(ResultSet row) throws SQLException {
    try {
      return new DecodedBooking(toBooking(row));
    } catch (RuntimeException e) {
      return new UndecodableBooking(
          row.getString("booking_id"),
          row.getString("reservation"),
          row.getBoolean("keeps_nodes"),
          e.toString());
    }
  }

  static SlurmBooking toBooking(ResultSet row) throws SQLException {
    return new SlurmBooking(
        row.getString("booking_id"),
        row.getString("transaction_id"),
        row.getInt("action_index"),
        row.getString("part_of"),
        row.getInt("version"),
        row.getString("reservation"),
        row.getString("holder"),
        toNodes(row),
        toSchedule(row),
        SlurmBookingState.valueOf(row.getString("state")),
        row.getString("problem"),
        row.getString("changed_by"),
        instant(row, "seen_boot"),
        instant(row, "stands_until"),
        row.getString("hold_account"));
  }

  static List<String> toNodes(ResultSet row) throws SQLException {
    return List.of((String[]) row.getArray("nodes").getArray());
  }

  static Schedule toSchedule(ResultSet row) throws SQLException {
    return new Schedule(
        row.getObject("starts_at", OffsetDateTime.class).toInstant(),
        row.getObject("ends_at", OffsetDateTime.class).toInstant());
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    var time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  static @Nullable OffsetDateTime utcOrNull(@Nullable Instant instant) {
    return instant == null ? null : utc(instant);
  }
}

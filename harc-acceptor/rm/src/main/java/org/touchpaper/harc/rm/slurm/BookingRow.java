package org.touchpaper.harc.rm.slurm;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Schedule;

/** A row that says which booking it is, and may say nothing more that this build can read. */
sealed interface BookingRow {
  /** All of a booking, in the order in which it is written. */
  String COLUMNS =
      "ident, transaction_id, action_index, part_of, version, reservation, holder, nodes, starts_at,"
          + " ends_at, state, problem, changed_by, seen_boot, stands_until, hold_account";

  /** Its name in Slurm. */
  String reservation();

  /** One that can be read. */
  record Read(Booking booking) implements BookingRow {
    @Override
    public String reservation() {
      return booking.reservation();
    }
  }

  /**
   * One that cannot, as after a downgrade.
   *
   * @param keepsNodes whether nodes are promised to it
   * @param why it cannot
   */
  record Unreadable(String ident, String reservation, boolean keepsNodes, String why)
      implements BookingRow {}

  /** One that may be unreadable; with {@code keeps_nodes} beside the others' columns. */
  static BookingRow readAlone(ResultSet row) throws SQLException {
    try {
      return new Read(read(row));
    } catch (RuntimeException e) {
      return new Unreadable(
          row.getString("ident"),
          row.getString("reservation"),
          row.getBoolean("keeps_nodes"),
          e.toString());
    }
  }

  static Booking read(ResultSet row) throws SQLException {
    return new Booking(
        row.getString("ident"),
        row.getString("transaction_id"),
        row.getInt("action_index"),
        row.getString("part_of"),
        row.getInt("version"),
        row.getString("reservation"),
        row.getString("holder"),
        nodes(row),
        schedule(row),
        BookingState.valueOf(row.getString("state")),
        row.getString("problem"),
        row.getString("changed_by"),
        instant(row, "seen_boot"),
        instant(row, "stands_until"),
        row.getString("hold_account"));
  }

  static List<String> nodes(ResultSet row) throws SQLException {
    return List.of((String[]) row.getArray("nodes").getArray());
  }

  static Schedule schedule(ResultSet row) throws SQLException {
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

package org.touchpaper.bar.notification;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.event.EventPosition;

/** The rows of users' choices, and of the position up to which events were read. */
@Component
class NotificationStore {

  private final JdbcClient sql;

  NotificationStore(JdbcClient sql) {
    this.sql = sql;
  }

  Optional<NotificationSettings> find(String owner) {
    return sql.sql("select * from notification_settings where owner = ?")
        .param(owner)
        .query((row, _) -> settings(row))
        .optional();
  }

  /** Lists the choices of all who want mail. */
  List<NotificationSettings> listWithMail() {
    return sql.sql("select * from notification_settings where address is not null and kinds <> ''")
        .query((row, _) -> settings(row))
        .list();
  }

  void save(NotificationSettings settings) {
    sql.sql(
            """
            insert into notification_settings (owner, address, kinds, minutes_before, all_bookings)
            values (:owner, :address, :kinds, :minutes, :all)
            on conflict (owner) do update set address = :address, kinds = :kinds,
              minutes_before = :minutes, all_bookings = :all
            """)
        .param("owner", settings.owner())
        .param("address", settings.address(), Types.VARCHAR)
        .param(
            "kinds",
            settings.kinds().stream().map(Enum::name).sorted().collect(Collectors.joining(",")))
        .param("minutes", settings.minutesBefore())
        .param("all", settings.allBookings())
        .update();
  }

  private static NotificationSettings settings(ResultSet row) throws SQLException {
    return new NotificationSettings(
        row.getString("owner"),
        row.getString("address"),
        Arrays.stream(row.getString("kinds").split(","))
            .filter(name -> !name.isEmpty())
            .map(NotificationKind::valueOf)
            .collect(Collectors.toSet()),
        row.getInt("minutes_before"),
        row.getBoolean("all_bookings"));
  }

  /** Returns the position up to which events were read; empty at first. */
  Optional<EventPosition> position() {
    return sql.sql("select * from notification_position")
        .query((row, _) -> new EventPosition(row.getLong("xid"), row.getLong("id")))
        .optional();
  }

  void moveTo(EventPosition position) {
    sql.sql(
            """
            insert into notification_position (xid, id) values (:xid, :row)
            on conflict (is_only) do update set xid = :xid, id = :row
            """)
        .param("xid", position.transaction())
        .param("row", position.row())
        .update();
  }
}

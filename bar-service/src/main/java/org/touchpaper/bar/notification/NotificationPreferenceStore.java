package org.touchpaper.bar.notification;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.event.EventPosition;

/** The rows of users' choices, and of the position up to which events were read. */
@Component
class NotificationPreferenceStore {

  private final JdbcClient sql;

  NotificationPreferenceStore(JdbcClient sql) {
    this.sql = sql;
  }

  Optional<NotificationPreferences> find(String owner) {
    return sql.sql("select * from notification_settings where owner = ?")
        .param(owner)
        .query((row, _) -> settings(row))
        .optional();
  }

  /** Lists the choices of all who want mail. */
  List<NotificationPreferences> listWithMail() {
    return sql.sql("select * from notification_settings where address is not null and kinds <> ''")
        .query((row, _) -> settings(row))
        .list();
  }

  /**
   * Saves a user's choice, in one statement, so that requests at once do not exceed the limit.
   *
   * @param now when; a change to another address counts from then on
   * @param since only later changes count
   * @param maxChanges how many count at most
   * @return false if the address has been changed too often since then, and nothing is saved
   */
  boolean save(NotificationPreferences settings, Instant now, Instant since, int maxChanges) {
    return sql.sql(
                """
                insert into notification_settings as old
                  (owner, address, kinds, minutes_before, all_bookings, address_changes)
                values (:owner, cast(:address as text), :kinds, :minutes, :all,
                  case when cast(:address as text) is null then '{}' else array[:now] end)
                on conflict (owner) do update set address = excluded.address, kinds = excluded.kinds,
                  minutes_before = excluded.minutes_before, all_bookings = excluded.all_bookings,
                  address_changes = case
                    when excluded.address is null or excluded.address is not distinct from old.address
                    then old.address_changes
                    else array(select at from unnest(old.address_changes) at where at > :since)
                      || excluded.address_changes end
                where excluded.address is null or excluded.address is not distinct from old.address
                  or :max > (select count(*) from unnest(old.address_changes) at where at > :since)
                """)
            .param("owner", settings.owner())
            .param("address", settings.address(), Types.VARCHAR)
            .param("now", now.atOffset(ZoneOffset.UTC))
            .param("since", since.atOffset(ZoneOffset.UTC))
            .param("max", maxChanges)
            .param(
                "kinds",
                settings.kinds().stream().map(Enum::name).sorted().collect(Collectors.joining(",")))
            .param("minutes", settings.minutesBefore())
            .param("all", settings.allBookings())
            .update()
        == 1;
  }

  private static NotificationPreferences settings(ResultSet row) throws SQLException {
    return new NotificationPreferences(
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

package org.touchpaper.segment.provider;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Notification.Alarm;
import org.touchpaper.segment.connection.Notification.DataPlaneChanged;
import org.touchpaper.segment.connection.Notification.ForcedEnd;
import org.touchpaper.segment.connection.Requester;

/**
 * The outbox upward: written with the change it tells of, in one transaction, and repeated until
 * the holder has acknowledged it.
 */
final class Notices {

  private final JdbcClient sql;
  private final DueRows due;
  private final Holders holders;
  private final Clock clock;
  private final String ourName;
  private final Turns turns = new Turns();

  Notices(JdbcClient sql, DueRows due, Holders holders, Clock clock, String ourName) {
    this.sql = sql;
    this.due = due;
    this.holders = holders;
    this.clock = clock;
    this.ourName = ourName;
  }

  private record Notice(long id, Version version, Notification notification) {}

  /** Puts a notification into the outbox; a hold that only lapses has nobody to be told. */
  void tell(Connection it, Notification notification) {
    var version = it.isCommitted() ? it.version : it.heldVersion;
    insert(it.id, version, notification)
        .ifPresent(notice -> due.notice(it.id, notice, clock.instant()));
  }

  private Optional<Long> insert(ConnectionId connection, int version, Notification notification) {
    return sql.sql(
            """
            insert into segment_notice (connection_id, version, kind, at, data_plane, detail)
            select connection_id, version, ?, ?, cast(? as text), ? from segment_version
            where connection_id = ? and version = ? and holder_kind = ?
            returning notice_id
            """)
        .param(kind(notification))
        .param(Columns.time(notification.at()))
        .param(notification instanceof DataPlaneChanged it ? it.dataPlane().name() : null)
        .param(detail(notification))
        .param(connection.value())
        .param(version)
        .param(Versions.ASKER)
        .query(Long.class)
        .optional();
  }

  /**
   * Delivers a connection's notices in order, up to this one.
   *
   * @throws RuntimeException if the holder does not acknowledge; all not delivered is kept
   */
  void deliver(DueRows.DueNotice upTo) {
    turns.inTurn(
        new ConnectionId(upTo.connection()),
        () -> {
          deliverInOrder(upTo);
          return Boolean.TRUE;
        });
  }

  /** Two who deliver at once would tell the earlier again after the later. */
  private void deliverInOrder(DueRows.DueNotice upTo) {
    for (var notice : listWaiting(upTo)) {
      if (notice.version().holder() instanceof Holder.Asker asker) {
        holders.reach(asker).notify(from(notice.version()), notice.notification());
      }
      delivered(notice.id());
    }
  }

  /** Ourselves, on behalf of whoever asked for this version. */
  Requester from(Version version) {
    var asked = version.requester();
    return new Requester(ourName, asked.onBehalfOf(), asked.correlationId());
  }

  private List<Notice> listWaiting(DueRows.DueNotice upTo) {
    return sql.sql(
            """
            select * from segment_notice join segment_version using (connection_id, version)
            where connection_id = ? and notice_id <= ? and delivered_at is null order by notice_id
            """)
        .param(upTo.connection())
        .param(upTo.notice())
        .query(Notices::read)
        .list();
  }

  private void delivered(long notice) {
    sql.sql("update segment_notice set delivered_at = ? where notice_id = ?")
        .param(Columns.time(clock.instant()))
        .param(notice)
        .update();
  }

  private static String kind(Notification notification) {
    return switch (notification) {
      case DataPlaneChanged _ -> "DATA_PLANE";
      case Alarm _ -> "ALARM";
      case ForcedEnd _ -> "FORCED_END";
    };
  }

  private static String detail(Notification notification) {
    return switch (notification) {
      case DataPlaneChanged changed -> changed.detail();
      case Alarm alarm -> alarm.detail();
      case ForcedEnd end -> end.reason();
    };
  }

  private static Notice read(ResultSet row, int number) throws SQLException {
    return new Notice(row.getLong("notice_id"), Versions.read(row, number), notification(row));
  }

  private static Notification notification(ResultSet row) throws SQLException {
    var connection = new ConnectionId(row.getObject("connection_id", UUID.class));
    Instant at = Optional.ofNullable(Columns.instant(row, "at")).orElseThrow();
    var detail = row.getString("detail");
    var kind = row.getString("kind");
    return switch (kind) {
      case "DATA_PLANE" ->
          new DataPlaneChanged(
              connection, at, DataPlane.valueOf(row.getString("data_plane")), detail);
      case "ALARM" -> new Alarm(connection, at, detail);
      case "FORCED_END" -> new ForcedEnd(connection, at, detail);
      default -> throw new IllegalStateException("unknown kind of notice: " + kind);
    };
  }
}

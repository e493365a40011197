package org.touchpaper.segment.reservation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Notification.Alarm;
import org.touchpaper.segment.connection.Notification.DataPlaneChanged;
import org.touchpaper.segment.connection.Notification.ForcedEnd;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.persistence.ColumnMapping;
import tools.jackson.databind.json.JsonMapper;

/**
 * The transactional outbox for notifications to holders: an entry is written in the transaction of
 * the change it reports, and delivered repeatedly until the holder acknowledges it.
 */
public final class NotificationOutbox {

  private static final JsonMapper JSON = JsonMapper.shared();

  private final JdbcClient sql;
  private final SegmentTaskScheduler taskScheduler;
  private final HolderClientRegistry holders;
  private final Clock clock;
  private final String serviceName;
  private final ConnectionLocks locks = new ConnectionLocks();

  public NotificationOutbox(
      JdbcClient sql,
      SegmentTaskScheduler taskScheduler,
      HolderClientRegistry holders,
      Clock clock,
      TouchpaperProperties service) {
    this.sql = sql;
    this.taskScheduler = taskScheduler;
    this.holders = holders;
    this.clock = clock;
    this.serviceName = service.name();
  }

  private record OutboxEntry(long id, ConnectionVersionRecord version, Notification notification) {}

  /** Enqueues a notification. A hold that lapses by time has no holder to notify. */
  public void enqueue(SegmentConnection connection, Notification notification) {
    var version = connection.isCommitted() ? connection.version : connection.heldVersion;
    insert(connection.id, version, notification)
        .ifPresent(notificationId ->
            taskScheduler.scheduleNotification(connection.id, notificationId, clock.instant()));
  }

  private Optional<Long> insert(ConnectionId connection, int version, Notification notification) {
    return sql.sql(
            """
            insert into segment_notification (
              connection_id, version, kind, at, data_plane, detail, cut)
            select connection_id, version, ?, ?, cast(? as text), ?, cast(? as text) from segment_version
            where connection_id = ? and version = ? and holder_kind = ?
            returning notification_id
            """)
        .param(kind(notification))
        .param(ColumnMapping.toColumn(notification.at()))
        .param(notification instanceof DataPlaneChanged changed ? changed.dataPlane().name() : null)
        .param(detail(notification))
        .param(
            notification instanceof ForcedEnd(_, _, _, var cut) && cut != null
                ? JSON.writeValueAsString(cut)
                : null)
        .param(connection.value())
        .param(version)
        .param(VersionRepository.PEER_SERVICE_KIND)
        .query(Long.class)
        .optional();
  }

  /**
   * Delivers the notifications of a connection in order, up to this one.
   *
   * @throws RuntimeException if the holder does not acknowledge; undelivered entries are kept
   */
  public void deliver(SegmentTaskScheduler.DueNotification last) {
    locks.withLock(
        new ConnectionId(last.connection()),
        () -> {
          deliverInOrder(last);
          return Boolean.TRUE;
        });
  }

  /**
   * Under the lock: two concurrent deliveries would repeat an earlier notification after a later
   * one.
   */
  private void deliverInOrder(SegmentTaskScheduler.DueNotification last) {
    for (var entry : listUndelivered(last)) {
      if (entry.version().holder() instanceof Holder.PeerService peerService) {
        holders.clientFor(peerService).notify(requesterFor(entry.version()), entry.notification());
      }
      markDelivered(entry.id());
    }
  }

  /** This service as requester, for the person who requested this version. */
  RequesterIdentity requesterFor(ConnectionVersionRecord version) {
    var original = version.requester();
    return new RequesterIdentity(serviceName, original.onBehalfOf(), original.correlationId());
  }

  private List<OutboxEntry> listUndelivered(SegmentTaskScheduler.DueNotification last) {
    return sql.sql(
            """
            select * from segment_notification join segment_version using (connection_id, version)
            where connection_id = ? and notification_id <= ? and delivered_at is null
            order by notification_id
            """)
        .param(last.connection())
        .param(last.notificationId())
        .query(NotificationOutbox::read)
        .list();
  }

  private void markDelivered(long notificationId) {
    sql.sql("update segment_notification set delivered_at = ? where notification_id = ?")
        .param(ColumnMapping.toColumn(clock.instant()))
        .param(notificationId)
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

  private static OutboxEntry read(ResultSet row, int number) throws SQLException {
    return new OutboxEntry(
        row.getLong("notification_id"), VersionRepository.read(row, number), notification(row));
  }

  private static @Nullable CutNotice cut(ResultSet row) throws SQLException {
    var cut = row.getString("cut");
    return cut == null ? null : JSON.readValue(cut, CutNotice.class);
  }

  private static Notification notification(ResultSet row) throws SQLException {
    var connection = new ConnectionId(row.getObject("connection_id", UUID.class));
    Instant at = Optional.ofNullable(ColumnMapping.instant(row, "at")).orElseThrow();
    var detail = row.getString("detail");
    var kind = row.getString("kind");
    return switch (kind) {
      case "DATA_PLANE" ->
          new DataPlaneChanged(
              connection, at, DataPlaneState.valueOf(row.getString("data_plane")), detail);
      case "ALARM" -> new Alarm(connection, at, detail);
      case "FORCED_END" -> new ForcedEnd(connection, at, detail, cut(row));
      default -> throw new IllegalStateException("unknown kind of notification: " + kind);
    };
  }
}

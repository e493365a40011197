package org.touchpaper.bar.webhook;

import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.event.EventPosition;
import org.touchpaper.bar.event.EventType;

/** The webhooks' rows. */
@Component
class WebhookStore {

  private final JdbcClient sql;

  WebhookStore(JdbcClient sql) {
    this.sql = sql;
  }

  /** Locks a user's webhooks until the transaction ends. */
  void lockOwner(String owner) {
    sql.sql("select 1 from (select pg_advisory_xact_lock(hashtextextended(?, 25))) as locked")
        .param("webhooks of " + owner)
        .query(Integer.class)
        .single();
  }

  void insert(Webhook webhook) {
    sql.sql(
            """
            insert into webhook (id, owner, url, types, booking, secret, created_at, state,
              position_xid, position_id, failures)
            values (:id, :owner, :url, :types, :booking, :secret, :createdAt, :state, :xid, :row, 0)
            """)
        .param("id", webhook.id())
        .param("owner", webhook.owner())
        .param("url", webhook.url().toString())
        .param(
            "types",
            webhook.types().stream().map(EventType::name).sorted().collect(Collectors.joining(",")))
        .param("booking", webhook.booking(), Types.OTHER)
        .param("secret", webhook.secret())
        .param("createdAt", utc(webhook.createdAt()))
        .param("state", webhook.state().name())
        .param("xid", webhook.position().transaction())
        .param("row", webhook.position().row())
        .update();
  }

  /**
   * Stores what a delivery changes, but neither a state nor a count of failures over one that was
   * changed meanwhile, such as by an owner who paused or resumed it; returns whether deliveries may
   * go on.
   */
  boolean update(Webhook before, Webhook after) {
    return sql.sql(
            """
            update webhook set state = :state, position_xid = :xid, position_id = :row,
              failures = :failures, last_failure = :lastFailure, failing_since = :failingSince,
              retry_at = :retryAt, last_delivery_at = :lastDeliveryAt
            where id = :id and state = :before and failures = :failuresBefore
            returning state = 'ACTIVE'
            """)
        .param("id", after.id())
        .param("before", before.state().name())
        .param("failuresBefore", before.failures())
        .param("state", after.state().name())
        .param("xid", after.position().transaction())
        .param("row", after.position().row())
        .param("failures", after.failures())
        .param("lastFailure", after.lastFailure(), Types.VARCHAR)
        .param("failingSince", utc(after.failingSince()), Types.TIMESTAMP_WITH_TIMEZONE)
        .param("retryAt", utc(after.retryAt()), Types.TIMESTAMP_WITH_TIMEZONE)
        .param("lastDeliveryAt", utc(after.lastDeliveryAt()), Types.TIMESTAMP_WITH_TIMEZONE)
        .query(Boolean.class)
        .optional()
        .orElseGet(() -> move(after));
  }

  /** What was delivered is not delivered again, whatever else has changed. */
  private boolean move(Webhook webhook) {
    return sql.sql(
            """
            update webhook set position_xid = :xid, position_id = :row
            where id = :id and (position_xid, position_id) <= (:xid, :row)
            returning state = 'ACTIVE'
            """)
        .param("id", webhook.id())
        .param("xid", webhook.position().transaction())
        .param("row", webhook.position().row())
        .query(Boolean.class)
        .optional()
        .orElse(false);
  }

  void pause(UUID id) {
    sql.sql("update webhook set state = 'PAUSED', retry_at = null where id = ?").param(id).update();
  }

  /** Begins to count failures anew. */
  void resume(UUID id) {
    sql.sql(
            """
            update webhook set state = 'ACTIVE', failures = 0, last_failure = null,
              failing_since = null, retry_at = null where id = ?
            """)
        .param(id)
        .update();
  }

  /** A position ahead of the log is of a database that was restored since. */
  void resetPositionsAfter(EventPosition end) {
    sql.sql("update webhook set position_xid = :xid, position_id = 0 where position_xid > :xid")
        .param("xid", end.transaction())
        .update();
  }

  boolean delete(UUID id) {
    return sql.sql("delete from webhook where id = ?").param(id).update() > 0;
  }

  Optional<Webhook> find(UUID id) {
    return sql.sql("select * from webhook where id = ?")
        .param(id)
        .query((row, _) -> webhook(row))
        .optional();
  }

  List<Webhook> listByOwner(String owner) {
    return sql.sql("select * from webhook where owner = ? order by created_at, id")
        .param(owner)
        .query((row, _) -> webhook(row))
        .list();
  }

  List<Webhook> listActive() {
    return sql.sql("select * from webhook where state = 'ACTIVE'")
        .query((row, _) -> webhook(row))
        .list();
  }

  private static Webhook webhook(ResultSet row) throws SQLException {
    return new Webhook(
        row.getObject("id", UUID.class),
        row.getString("owner"),
        URI.create(row.getString("url")),
        Arrays.stream(row.getString("types").split(","))
            .filter(name -> !name.isEmpty())
            .map(EventType::valueOf)
            .collect(Collectors.toSet()),
        row.getObject("booking", UUID.class),
        row.getString("secret"),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        Webhook.State.valueOf(row.getString("state")),
        new EventPosition(row.getLong("position_xid"), row.getLong("position_id")),
        row.getInt("failures"),
        row.getString("last_failure"),
        instant(row, "failing_since"),
        instant(row, "retry_at"),
        instant(row, "last_delivery_at"));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    var time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  private static @Nullable OffsetDateTime utc(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }
}

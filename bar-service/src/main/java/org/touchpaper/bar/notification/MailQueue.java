package org.touchpaper.bar.notification;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of mails. */
@Component
class MailQueue {

  private final JdbcClient sql;

  MailQueue(JdbcClient sql) {
    this.sql = sql;
  }

  /** Adds a mail, unless there is one for the same event and recipient. */
  void add(QueuedMail mail) {
    sql.sql(
            """
            insert into mail (id, event_id, recipient, address, booking_owner, subject, text,
              created_at, expires_at, state, attempts, retry_at)
            values (:id, :eventId, :recipient, :address, :bookingOwner, :subject, :text,
              :createdAt, :expiresAt, :state, :attempts, :retryAt)
            on conflict (event_id, recipient) do nothing
            """)
        .param("id", mail.id())
        .param("eventId", mail.eventId())
        .param("recipient", mail.recipient())
        .param("address", mail.address())
        .param("bookingOwner", mail.bookingOwner())
        .param("subject", mail.subject())
        .param("text", mail.text())
        .param("createdAt", utc(mail.createdAt()))
        .param("expiresAt", utc(mail.expiresAt()))
        .param("state", mail.state().name())
        .param("attempts", mail.attempts())
        .param("retryAt", utc(mail.retryAt()))
        .update();
  }

  void update(QueuedMail mail) {
    sql.sql(
            """
            update mail set state = :state, attempts = :attempts, retry_at = :retryAt,
              last_failure = :lastFailure where id = :id
            """)
        .param("state", mail.state().name())
        .param("attempts", mail.attempts())
        .param("retryAt", utc(mail.retryAt()))
        .param("lastFailure", mail.lastFailure(), Types.VARCHAR)
        .param("id", mail.id())
        .update();
  }

  Optional<QueuedMail> findDue(Instant now) {
    return sql.sql(
            """
            select * from mail where state = 'QUEUED' and retry_at <= ?
            order by retry_at, created_at, id limit 1
            """)
        .param(utc(now))
        .query((row, _) -> mail(row))
        .optional();
  }

  /** Lists a user's newest mails. */
  List<QueuedMail> listNewest(String recipient, int limit) {
    return sql.sql("select * from mail where recipient = ? order by created_at desc, id limit ?")
        .param(recipient)
        .param(limit)
        .query((row, _) -> mail(row))
        .list();
  }

  /** Counts mails of a user since an instant, of one event. */
  int countSince(String recipient, String eventPrefix, Instant since) {
    return sql.sql(
            """
            select count(*) from mail
            where recipient = ? and starts_with(event_id, ?) and created_at > ?
            """)
        .param(recipient)
        .param(eventPrefix)
        .param(utc(since))
        .query(Integer.class)
        .single();
  }

  /** A mail to an address that the user has left. */
  void deleteQueued(String recipient) {
    sql.sql("delete from mail where recipient = ? and state = 'QUEUED'").param(recipient).update();
  }

  int deleteCreatedBefore(Instant instant) {
    return sql.sql("delete from mail where created_at < ? and state <> 'QUEUED'")
        .param(utc(instant))
        .update();
  }

  private static QueuedMail mail(ResultSet row) throws SQLException {
    return new QueuedMail(
        row.getObject("id", UUID.class),
        row.getString("event_id"),
        row.getString("recipient"),
        row.getString("address"),
        row.getString("booking_owner"),
        row.getString("subject"),
        row.getString("text"),
        instant(row, "created_at"),
        instant(row, "expires_at"),
        QueuedMail.State.valueOf(row.getString("state")),
        row.getInt("attempts"),
        instant(row, "retry_at"),
        row.getString("last_failure"));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}

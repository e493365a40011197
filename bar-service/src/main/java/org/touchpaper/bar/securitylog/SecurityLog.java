package org.touchpaper.bar.securitylog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.touchpaper.bar.history.BookingOrderAuditEvent;
import org.touchpaper.platform.SettingValueRange;

/** The log's rows, newest first. */
@Service
public class SecurityLog {

  private static final SettingValueRange<Duration> RETENTION_RANGE =
      new SettingValueRange<>(Duration.ofDays(1), Duration.ofDays(3650));

  private static final int MAX_TEXT = 500;
  private static final int EXPORT_BATCH = 1000;

  private final JdbcClient sql;
  private final Clock clock;
  private final Duration retention;

  SecurityLog(
      JdbcClient sql,
      Clock clock,
      @Value("${touchpaper.bar.security-log.retention:400d}") Duration retention) {
    RETENTION_RANGE.check("touchpaper.bar.security-log.retention", retention);
    this.sql = sql;
    this.clock = clock;
    this.retention = retention;
  }

  /** Adds a line, in the transaction of the caller if there is one. */
  public void add(
      SecurityLogEntry.Kind kind,
      String who,
      @Nullable String address,
      @Nullable String subject,
      String detail) {
    sql.sql(
            """
            insert into security_log (at, kind, who, address, subject, detail)
            values (?, ?, ?, cast(? as text), cast(? as text), ?)
            """)
        .param(clock.instant().atOffset(ZoneOffset.UTC))
        .param(kind.name())
        .param(clean(who))
        .param(address)
        .param(subject)
        .param(clean(detail))
        .update();
  }

  /** Names come from whoever tries to sign in. */
  private static String clean(String text) {
    var visible = text.replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
    return visible.substring(0, Math.min(visible.length(), MAX_TEXT));
  }

  @EventListener
  void onOrder(BookingOrderAuditEvent order) {
    var kind =
        switch (order.kind()) {
          case BOOKED -> SecurityLogEntry.Kind.BOOKED;
          case CHANGED -> SecurityLogEntry.Kind.CHANGED;
          case ENDED -> SecurityLogEntry.Kind.ENDED;
          case CUT -> SecurityLogEntry.Kind.CUT;
        };
    add(kind, order.who(), null, order.booking().toString(), order.detail());
  }

  /** Returns at most so many lines, newest first. */
  public List<SecurityLogEntry> list(SecurityLogQuery query, int limit) {
    var conditions = new ArrayList<String>();
    var parameters = new ArrayList<Object>();
    if (!query.text().isBlank()) {
      conditions.add("security_log_text(who, address, subject, detail) ilike ?");
      parameters.add("%" + query.text().strip().replaceAll("([\\\\%_])", "\\\\$1") + "%");
    }
    if (query.kind() != null) {
      conditions.add("kind = ?");
      parameters.add(query.kind().name());
    }
    if (query.from() != null) {
      conditions.add("at >= ?");
      parameters.add(query.from().atOffset(ZoneOffset.UTC));
    }
    if (query.until() != null) {
      conditions.add("at < ?");
      parameters.add(query.until().atOffset(ZoneOffset.UTC));
    }
    if (query.before() != null) {
      conditions.add("id < ?");
      parameters.add(query.before());
    }
    var where = conditions.isEmpty() ? "" : " where " + String.join(" and ", conditions);
    parameters.add(limit);
    return sql.sql("select * from security_log" + where + " order by id desc limit ?")
        .params(parameters)
        .query(SecurityLog::read)
        .list();
  }

  /** Passes all lines that match, newest first, in batches: none is kept in memory. */
  public void export(SecurityLogQuery query, Consumer<SecurityLogEntry> receiver) {
    var page = list(query, EXPORT_BATCH);
    while (!page.isEmpty()) {
      page.forEach(receiver);
      var last = page.getLast().id();
      page =
          page.size() < EXPORT_BATCH
              ? List.of()
              : list(
                  new SecurityLogQuery(
                      query.text(), query.kind(), query.from(), query.until(), last),
                  EXPORT_BATCH);
    }
  }

  /** Deletes lines that are older than the retention. */
  public void prune() {
    sql.sql("delete from security_log where at < ?")
        .param(clock.instant().minus(retention).atOffset(ZoneOffset.UTC))
        .update();
  }

  private static SecurityLogEntry read(ResultSet row, int number) throws SQLException {
    return new SecurityLogEntry(
        row.getLong("id"),
        row.getObject("at", OffsetDateTime.class).toInstant(),
        SecurityLogEntry.Kind.valueOf(row.getString("kind")),
        row.getString("who"),
        row.getString("address"),
        row.getString("subject"),
        row.getString("detail"));
  }
}

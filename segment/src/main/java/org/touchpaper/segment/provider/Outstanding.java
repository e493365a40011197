package org.touchpaper.segment.provider;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.element.Item;

/**
 * What an earlier life of this service was at work on, or in doubt about, when it ended: its
 * elements may yet carry out what they were sent. Asked before the first work of this life.
 */
public final class Outstanding {

  private final JdbcClient sql;
  private final Clock clock;
  private final Duration inDoubtFor;

  Outstanding(JdbcClient sql, Clock clock, Duration inDoubtFor) {
    this.sql = sql;
    this.clock = clock;
    this.inDoubtFor = inDoubtFor;
  }

  /**
   * An item that may yet be made or taken away.
   *
   * @param until after which nothing can come of it any more
   */
  public record Edit(Item item, Instant until) {}

  /** All on an element. */
  public List<Edit> listOn(String element) {
    return sql.sql(
            """
            select i.*, c.working, c.settle_until
            from segment_item i join segment_connection c using (connection_id)
            where i.element = ? and (c.working or c.settle_until > ?)
            order by connection_id, ordinal
            """)
        .param(element)
        .param(Columns.time(clock.instant()))
        .query(this::read)
        .list();
  }

  /** Of what it was at work on nobody knows when it was sent: it may have been just now. */
  private Edit read(ResultSet row, int number) throws SQLException {
    var sentByNow = row.getBoolean("working") ? clock.instant().plus(inDoubtFor) : null;
    return new Edit(
        Items.read(row, number).item(),
        Stream.of(Columns.instant(row, "settle_until"), sentByNow)
            .filter(Objects::nonNull)
            .max(Instant::compareTo)
            .orElseThrow());
  }
}

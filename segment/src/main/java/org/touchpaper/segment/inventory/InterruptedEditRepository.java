package org.touchpaper.segment.inventory;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.persistence.ColumnMapping;

/**
 * Edits that an earlier run of this service left in flight or uncertain: elements may still carry
 * them out. Queried before the first work of this run.
 */
public record InterruptedEditRepository(
    JdbcClient sql, Clock clock, Duration uncertainEffectTimeout) {

  /**
   * An item that may still be created or deleted.
   *
   * @param until after which no effect can come
   */
  public record UncertainEdit(ConfigItem item, Instant until) {}

  public List<UncertainEdit> listByElement(String element) {
    return sql.sql(
            """
            select i.*, c.commands_in_flight, c.uncertain_until
            from segment_item i join segment_connection c using (connection_id)
            where i.element = ? and (c.commands_in_flight or c.uncertain_until > ?)
            order by connection_id, ordinal
            """)
        .param(element)
        .param(ColumnMapping.toColumn(clock.instant()))
        .query(this::read)
        .list();
  }

  /** If commands were in flight, the time they were sent is unknown; it may be just now. */
  private UncertainEdit read(ResultSet row, int number) throws SQLException {
    var latestEffect =
        row.getBoolean("commands_in_flight") ? clock.instant().plus(uncertainEffectTimeout) : null;
    return new UncertainEdit(
        ConfigItemRepository.read(row, number).item(),
        Stream.of(ColumnMapping.instant(row, "uncertain_until"), latestEffect)
            .filter(Objects::nonNull)
            .max(Instant::compareTo)
            .orElseThrow());
  }
}

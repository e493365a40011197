package org.touchpaper.segment.provider;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.Item;

/** What elements should hold according to our books, for whoever only looks. */
public final class Holdings {

  private final JdbcClient sql;

  public Holdings(JdbcClient sql) {
    this.sql = sql;
  }

  /**
   * One item of one circuit.
   *
   * @param wanted false if it may be there yet and is to go
   */
  public record Holding(ConnectionId connection, Item item, boolean wanted) {}

  /**
   * How many circuits each element should hold items of; those that should hold none are left out.
   */
  public Map<String, Integer> countCircuits() {
    return sql
        .sql(
            """
            select element, count(distinct connection_id) as circuits from segment_item
            where wanted group by element
            """)
        .query((row, _) -> Map.entry(row.getString("element"), row.getInt("circuits")))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** All that concerns an element, circuit by circuit, in the order it is created. */
  public List<Holding> listOn(String element) {
    return sql.sql("select * from segment_item where element = ? order by connection_id, ordinal")
        .param(element)
        .query((row, number) -> {
          var recorded = Items.read(row, number);
          var connection = new ConnectionId(row.getObject("connection_id", UUID.class));
          return new Holding(connection, recorded.item(), recorded.wanted());
        })
        .list();
  }
}

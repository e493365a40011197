package org.touchpaper.segment.inventory;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.ConfigItem;

/** Read-only access to the items that elements should hold according to the database. */
public record ExpectedItemRepository(JdbcClient sql) {

  /**
   * An item of a circuit.
   *
   * @param wanted false if it may still be present and is to be removed
   * @param active whether the circuit is up; until then an item may be absent
   */
  public record ExpectedItem(
      ConnectionId connection, ConfigItem item, boolean wanted, boolean active) {

    /** An item of an active circuit. */
    public ExpectedItem(ConnectionId connection, ConfigItem item, boolean wanted) {
      this(connection, item, wanted, true);
    }
  }

  /** The number of circuits with items on each element; elements without circuits are left out. */
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

  /** All items of an element, by circuit, in the order of creation. */
  public List<ExpectedItem> listByElement(String element) {
    return sql.sql(
            """
            select i.*, c.data_plane = 'ACTIVE' as is_active
            from segment_item i join segment_connection c using (connection_id)
            where i.element = ? order by connection_id, ordinal
            """)
        .param(element)
        .query((row, number) -> {
          var recorded = ConfigItemRepository.read(row, number);
          var connection = new ConnectionId(row.getObject("connection_id", UUID.class));
          return new ExpectedItem(
              connection, recorded.item(), recorded.wanted(), row.getBoolean("is_active"));
        })
        .list();
  }
}

package org.touchpaper.segment.inventory;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.persistence.ColumnMapping;

/**
 * Stores the items that may be on the elements for each connection, in the order of creation. They
 * are written before an element is edited, so that a crash leaves no unknown items.
 */
public record ConfigItemRepository(JdbcClient sql) {

  /** An item, whether it is still wanted, and the incarnation of its element when it was read. */
  public record RecordedItem(ConfigItem item, boolean wanted, String incarnation) {}

  public List<RecordedItem> list(ConnectionId connection) {
    return sql.sql("select * from segment_item where connection_id = ? order by ordinal")
        .param(connection.value())
        .query(ConfigItemRepository::read)
        .list();
  }

  /** The wanted items of active circuits on these elements. */
  public Map<ConnectionId, List<RecordedItem>> listActive(Collection<String> elements) {
    var active = new LinkedHashMap<ConnectionId, List<RecordedItem>>();
    sql.sql(
            """
            select i.* from segment_item i join segment_connection c using (connection_id)
            where c.data_plane = 'ACTIVE' and i.wanted and i.element = any(?)
            order by connection_id, ordinal
            """)
        .param(ColumnMapping.array(List.copyOf(elements)))
        .query((row, number) ->
            active
                .computeIfAbsent(
                    new ConnectionId(row.getObject("connection_id", UUID.class)),
                    _ -> new ArrayList<>())
                .add(read(row, number)))
        .list();
    return active;
  }

  public Set<String> listOwners(String element) {
    return sql.sql("select distinct owner from segment_item where element = ?")
        .param(element)
        .query((row, _) -> row.getString(1))
        .set();
  }

  /** The elements that may hold items. */
  public List<String> listElements() {
    return sql.sql("select distinct element from segment_item")
        .query((row, _) -> row.getString(1))
        .list();
  }

  public List<String> listElements(ConnectionId connection) {
    return list(connection).stream().map(recorded -> recorded.item().element()).distinct().toList();
  }

  public void replace(ConnectionId connection, List<RecordedItem> items) {
    sql.sql("delete from segment_item where connection_id = ?").param(connection.value()).update();
    if (!items.isEmpty()) {
      insert(connection, items);
    }
  }

  /**
   * Confirms that all wanted items read as wanted, in these incarnations, and that all others are
   * gone.
   */
  public void confirmWanted(ConnectionId connection, Map<String, String> incarnations) {
    sql.sql("delete from segment_item where connection_id = ? and not wanted")
        .param(connection.value())
        .update();
    updateIncarnations(connection, incarnations);
  }

  /**
   * Updates incarnations, for elements that restarted and kept their configuration. The query finds
   * rows by connection only: a join with the elements would read the items of all other connections
   * too.
   *
   * @param incarnations of each element, as read
   */
  public void updateIncarnations(ConnectionId connection, Map<String, String> incarnations) {
    var elements = List.copyOf(incarnations.keySet());
    sql.sql(
            """
            update segment_item
            set incarnation = read.incarnations[array_position(read.elements, element)]
            from (select cast(? as text[]) as elements, cast(? as text[]) as incarnations) as read
            where connection_id = ?
              and incarnation <> read.incarnations[array_position(read.elements, element)]
            """)
        .param(ColumnMapping.array(elements))
        .param(ColumnMapping.array(elements.stream().map(incarnations::get).toList()))
        .param(connection.value())
        .update();
  }

  /** Inserts all items in one statement. */
  private void insert(ConnectionId connection, List<RecordedItem> items) {
    var rows = String.join(", ", Collections.nCopies(items.size(), "(?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    var insert =
        sql.sql(
            "insert into segment_item (connection_id, ordinal, element, kind, item_key, owner,"
                + " attributes, wanted, incarnation) values "
                + rows);
    for (var ordinal = 0; ordinal < items.size(); ordinal++) {
      var recorded = items.get(ordinal);
      var item = recorded.item();
      insert =
          insert
              .param(connection.value())
              .param(ordinal)
              .param(item.element())
              .param(item.kind())
              .param(item.key())
              .param(item.owner())
              .param(flatten(item.attributes()))
              .param(recorded.wanted())
              .param(recorded.incarnation());
    }
    insert.update();
  }

  private static String[] flatten(Map<String, String> attributes) {
    var flattened = new ArrayList<String>();
    attributes.forEach((name, value) -> {
      flattened.add(name);
      flattened.add(value);
    });
    return ColumnMapping.array(flattened);
  }

  static RecordedItem read(ResultSet row, int number) throws SQLException {
    var flattened = ColumnMapping.strings(row, "attributes");
    var attributes = new HashMap<String, String>();
    for (var i = 0; i < flattened.size(); i += 2) {
      attributes.put(flattened.get(i), flattened.get(i + 1));
    }
    return new RecordedItem(
        new ConfigItem(
            row.getString("element"),
            row.getString("kind"),
            row.getString("item_key"),
            row.getString("owner"),
            attributes),
        row.getBoolean("wanted"),
        row.getString("incarnation"));
  }
}

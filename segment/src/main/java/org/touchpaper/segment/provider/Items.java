package org.touchpaper.segment.provider;

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
import org.touchpaper.segment.element.Item;

/**
 * What may be on the elements for each connection, in the order it was created. Written before an
 * element is touched, so that after a crash we know where to look.
 */
final class Items {

  private final JdbcClient sql;

  Items(JdbcClient sql) {
    this.sql = sql;
  }

  /** An item and whether it is still wanted, with its element's incarnation when it was read. */
  record Recorded(Item item, boolean wanted, String incarnation) {}

  List<Recorded> list(ConnectionId connection) {
    return sql.sql("select * from segment_item where connection_id = ? order by ordinal")
        .param(connection.value())
        .query(Items::read)
        .list();
  }

  /** What is to be on these elements for circuits that are up. */
  Map<ConnectionId, List<Recorded>> listStanding(Collection<String> elements) {
    var standing = new LinkedHashMap<ConnectionId, List<Recorded>>();
    sql.sql(
            """
            select i.* from segment_item i join segment_connection c using (connection_id)
            where c.data_plane = 'ACTIVE' and i.wanted and i.element = any(?)
            order by connection_id, ordinal
            """)
        .param(Columns.array(List.copyOf(elements)))
        .query((row, number) ->
            standing
                .computeIfAbsent(
                    new ConnectionId(row.getObject("connection_id", UUID.class)),
                    _ -> new ArrayList<>())
                .add(read(row, number)))
        .list();
    return standing;
  }

  /** The names that what may be on an element by our doing bears. */
  Set<String> listOwners(String element) {
    return sql.sql("select distinct owner from segment_item where element = ?")
        .param(element)
        .query((row, _) -> row.getString(1))
        .set();
  }

  /** The elements on which something of ours may be. */
  List<String> listElements() {
    return sql.sql("select distinct element from segment_item")
        .query((row, _) -> row.getString(1))
        .list();
  }

  List<String> listElements(ConnectionId connection) {
    return list(connection).stream().map(it -> it.item().element()).distinct().toList();
  }

  void replace(ConnectionId connection, List<Recorded> items) {
    sql.sql("delete from segment_item where connection_id = ?").param(connection.value()).update();
    if (!items.isEmpty()) {
      insert(connection, items);
    }
  }

  /** All that is wanted reads as wanted, in these lives of their elements; all else is gone. */
  void stand(ConnectionId connection, Map<String, String> incarnations) {
    sql.sql("delete from segment_item where connection_id = ? and not wanted")
        .param(connection.value())
        .update();
    livesAs(connection, incarnations);
  }

  /**
   * Elements that restarted and kept what they hold have another life to lose it in. Finds its rows
   * by the connection alone: joined with the elements, all that others have on these was read too.
   *
   * @param incarnations of each element, as it was read
   */
  void livesAs(ConnectionId connection, Map<String, String> incarnations) {
    var elements = List.copyOf(incarnations.keySet());
    sql.sql(
            """
            update segment_item
            set incarnation = read.lives[array_position(read.elements, element)]
            from (select cast(? as text[]) as elements, cast(? as text[]) as lives) as read
            where connection_id = ?
              and incarnation <> read.lives[array_position(read.elements, element)]
            """)
        .param(Columns.array(elements))
        .param(Columns.array(elements.stream().map(incarnations::get).toList()))
        .param(connection.value())
        .update();
  }

  /** In one statement, however many they are. */
  private void insert(ConnectionId connection, List<Recorded> items) {
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
              .param(flat(item.attributes()))
              .param(recorded.wanted())
              .param(recorded.incarnation());
    }
    insert.update();
  }

  private static String[] flat(Map<String, String> attributes) {
    var flat = new ArrayList<String>();
    attributes.forEach((name, value) -> {
      flat.add(name);
      flat.add(value);
    });
    return Columns.array(flat);
  }

  static Recorded read(ResultSet row, int number) throws SQLException {
    var flat = Columns.texts(row, "attributes");
    var attributes = new HashMap<String, String>();
    for (var i = 0; i < flat.size(); i += 2) {
      attributes.put(flat.get(i), flat.get(i + 1));
    }
    return new Recorded(
        new Item(
            row.getString("element"),
            row.getString("kind"),
            row.getString("item_key"),
            row.getString("owner"),
            attributes),
        row.getBoolean("wanted"),
        row.getString("incarnation"));
  }
}

package org.touchpaper.segment.inventory;

import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Notes about the items of one element, such as the owner of a patch on a switch that stores no
 * names, in PostgreSQL; each statement is its own transaction. A note is written before the element
 * is edited, and removed only when the element shows that the item does not exist.
 */
public record DriverItemNoteRepository(JdbcClient sql, Clock clock, String element) {

  /** The time after which a command surely has taken effect, however slow the element. */
  public static final Duration MAX_EDIT_DURATION = Duration.ofMinutes(10);

  /** All notes of a kind, by item. */
  public Map<String, String> list(String kind) {
    var notes = new LinkedHashMap<String, String>();
    sql.sql("select item, note from element_note where element = ? and kind = ? order by item")
        .param(element)
        .param(kind)
        .query(row -> {
          notes.put(row.getString(1), row.getString(2));
        });
    return notes;
  }

  /** Writes a note about an item; replaces an earlier one. */
  public void put(String kind, String subject, String text) {
    sql.sql(
            """
            insert into element_note (element, kind, item, note, recorded_at)
            values (?, ?, ?, ?, ?)
            on conflict (element, kind, item)
              do update set note = excluded.note, recorded_at = excluded.recorded_at
            """)
        .param(element)
        .param(kind)
        .param(subject)
        .param(text)
        .param(Timestamp.from(clock.instant()))
        .update();
  }

  public void remove(String kind, String subject) {
    sql.sql("delete from element_note where element = ? and kind = ? and item = ?")
        .param(element)
        .param(kind)
        .param(subject)
        .update();
  }

  /**
   * Removes the note about an item that the element does not have, if the note is older than {@link
   * #MAX_EDIT_DURATION}: a younger one may belong to a command in progress.
   */
  public void removeIfStale(String kind, String subject) {
    sql.sql(
            """
            delete from element_note
            where element = ? and kind = ? and item = ? and recorded_at < ?
            """)
        .param(element)
        .param(kind)
        .param(subject)
        .param(Timestamp.from(clock.instant().minus(MAX_EDIT_DURATION)))
        .update();
  }
}

package org.touchpaper.nsap.element;

import java.sql.Timestamp;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The {@link ElementNotes} of one element in PostgreSQL; each statement is its own transaction. */
public final class JdbcElementNotes implements ElementNotes {

  private final JdbcClient sql;
  private final Clock clock;
  private final String element;

  public JdbcElementNotes(JdbcClient sql, Clock clock, String element) {
    this.sql = sql;
    this.clock = clock;
    this.element = element;
  }

  @Override
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

  @Override
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

  @Override
  public void remove(String kind, String subject) {
    sql.sql("delete from element_note where element = ? and kind = ? and item = ?")
        .param(element)
        .param(kind)
        .param(subject)
        .update();
  }

  @Override
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

package org.touchpaper.nsap.element;

import java.sql.Timestamp;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The {@link Marks} of one element in PostgreSQL, each statement a transaction of its own. */
public final class MarkRows implements Marks {

  private final JdbcClient sql;
  private final Clock clock;
  private final String element;

  public MarkRows(JdbcClient sql, Clock clock, String element) {
    this.sql = sql;
    this.clock = clock;
    this.element = element;
  }

  @Override
  public Map<String, String> list(String kind) {
    var marks = new LinkedHashMap<String, String>();
    sql.sql("select thing, words from nsap_mark where element = ? and kind = ? order by thing")
        .param(element)
        .param(kind)
        .query(row -> {
          marks.put(row.getString(1), row.getString(2));
        });
    return marks;
  }

  @Override
  public void put(String kind, String thing, String words) {
    sql.sql(
            """
            insert into nsap_mark (element, kind, thing, words, marked_at)
            values (?, ?, ?, ?, ?)
            on conflict (element, kind, thing)
              do update set words = excluded.words, marked_at = excluded.marked_at
            """)
        .param(element)
        .param(kind)
        .param(thing)
        .param(words)
        .param(Timestamp.from(clock.instant()))
        .update();
  }

  @Override
  public void forget(String kind, String thing) {
    sql.sql("delete from nsap_mark where element = ? and kind = ? and thing = ?")
        .param(element)
        .param(kind)
        .param(thing)
        .update();
  }

  @Override
  public void forgetGone(String kind, String thing) {
    sql.sql(
            """
            delete from nsap_mark
            where element = ? and kind = ? and thing = ? and marked_at < ?
            """)
        .param(element)
        .param(kind)
        .param(thing)
        .param(Timestamp.from(clock.instant().minus(LONGEST_EDIT)))
        .update();
  }
}

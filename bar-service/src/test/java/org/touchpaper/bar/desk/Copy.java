package org.touchpaper.bar.desk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The broker's co-allocations as they were at some time, to be put back over what came since. */
public final class Copy {

  private final Desk desk;
  private final List<@Nullable String> rows;

  private Copy(Desk desk) {
    this.desk = desk;
    this.rows =
        desk.jdbc().queryForList("select to_jsonb(b)::text from co_allocation b", String.class);
  }

  public static Copy of(Desk desk) {
    return new Copy(desk);
  }

  public void putBack() {
    desk.jdbc().update("delete from co_allocation");
    rows.forEach(row ->
        desk.jdbc()
            .update(
                "insert into co_allocation select * from"
                    + " jsonb_populate_record(null::co_allocation, ?::jsonb)",
                row));
  }
}

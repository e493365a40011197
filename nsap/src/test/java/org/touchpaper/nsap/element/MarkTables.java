package org.touchpaper.nsap.element;

import java.time.Duration;
import java.time.Instant;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.time.SettableClock;

/** What the NSAP remembers of elements, on a database of its own, by a clock that stands still. */
public final class MarkTables {

  private final JdbcClient sql;
  private final SettableClock clock = SettableClock.at(Instant.parse("2026-12-01T21:00:00Z"));

  private MarkTables(JdbcClient sql) {
    this.sql = sql;
  }

  public static MarkTables create() {
    var database = TestDatabases.fresh().pool();
    Flyway.configure()
        .dataSource(database)
        .locations(
            "classpath:platform/db/migration",
            "classpath:segment/db/migration",
            "classpath:nsap/db/migration")
        .load()
        .migrate();
    return new MarkTables(JdbcClient.create(database));
  }

  /** Nothing is remembered any more. */
  public void empty() {
    sql.sql("truncate nsap_mark").update();
  }

  public Marks of(String element) {
    return new MarkRows(sql, clock, element);
  }

  public Marks emptyFor(String element) {
    empty();
    return of(element);
  }

  /** All that was marked before was marked so long ago. */
  public void grow(Duration older) {
    clock.advance(older);
  }
}

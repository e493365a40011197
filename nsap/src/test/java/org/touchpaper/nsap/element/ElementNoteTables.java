package org.touchpaper.nsap.element;

import java.time.Duration;
import java.time.Instant;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;

/** Element notes in a database of their own, with a clock that stands still. */
public final class ElementNoteTables {

  private final JdbcClient sql;
  private final SettableClock clock = SettableClock.at(Instant.parse("2026-12-01T21:00:00Z"));

  private ElementNoteTables(JdbcClient sql) {
    this.sql = sql;
  }

  public static ElementNoteTables create() {
    var database = TestDatabases.fresh().pool();
    Flyway.configure()
        .dataSource(database)
        .locations("classpath:platform/db/migration", "classpath:segment/db/migration")
        .load()
        .migrate();
    return new ElementNoteTables(JdbcClient.create(database));
  }

  /** Deletes all notes. */
  public void empty() {
    sql.sql("truncate element_note").update();
  }

  public DriverItemNoteRepository of(String element) {
    return new DriverItemNoteRepository(sql, clock, element);
  }

  public DriverItemNoteRepository emptyFor(String element) {
    empty();
    return of(element);
  }

  /** Makes all existing notes older. */
  public void advanceAge(Duration older) {
    clock.advance(older);
  }
}

package org.touchpaper.lnsap.element;

import java.time.Clock;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.postgres.TestDatabases;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;

/** An L-NSAP's VLAN claims in a database of their own. */
final class VlanClaimTables {

  private final JdbcClient sql;

  private VlanClaimTables(JdbcClient sql) {
    this.sql = sql;
  }

  static VlanClaimTables create() {
    var database = TestDatabases.fresh().dataSource();
    Flyway.configure()
        .dataSource(database)
        .locations("classpath:platform/db/migration", "classpath:segment/db/migration")
        .load()
        .migrate();
    return new VlanClaimTables(JdbcClient.create(database));
  }

  DriverItemNoteRepository emptyFor(String element) {
    sql.sql("truncate element_note").update();
    return new DriverItemNoteRepository(sql, Clock.systemUTC(), element);
  }
}

package org.touchpaper.lnsap.element;

import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.postgres.TestDatabases;

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
        .locations("classpath:lnsap/db/migration")
        .load()
        .migrate();
    return new VlanClaimTables(JdbcClient.create(database));
  }

  VlanClaims emptyFor(String element) {
    sql.sql("truncate lnsap_vlan_claim").update();
    return new JdbcVlanClaims(sql, element);
  }
}

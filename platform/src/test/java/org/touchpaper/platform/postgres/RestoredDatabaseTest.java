package org.touchpaper.platform.postgres;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A service does not start on a database that was restored. */
class RestoredDatabaseTest {

  private final TestDatabase database = TestDatabases.fresh();
  private final JdbcClient sql = JdbcClient.create(database.dataSource());

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Service {}

  private void startAndStop() {
    new SpringApplicationBuilder(Service.class)
        .web(WebApplicationType.NONE)
        .properties(
            "spring.config.name=restored",
            "spring.flyway.locations=classpath:platform/db/migration",
            "touchpaper.name=restored",
            "touchpaper.profile=demo")
        .run(database.args())
        .close();
  }

  @Test
  void aServiceStartsOnItsOwnDatabaseAgain() {
    startAndStop();
    sql.sql("vacuum full database_identity").update();
    assertThatCode(this::startAndStop).doesNotThrowAnyException();
  }

  /** A dump is restored by another transaction than the one that wrote the row. */
  @Test
  void aRestoredDumpIsRefusedUntilTheOperatorAcceptsIt() {
    startAndStop();
    sql.sql("create table dump as select * from database_identity").update();
    sql.sql("truncate database_identity").update();
    sql.sql("insert into database_identity select * from dump").update();
    assertThatThrownBy(this::startAndStop)
        .hasRootCauseInstanceOf(RestoredDatabaseException.class)
        .hasStackTraceContaining("was restored from a backup");
    sql.sql("delete from database_identity").update();
    assertThatCode(this::startAndStop).doesNotThrowAnyException();
  }

  @Test
  void aRecoveryToAnEarlierTimeIsRefused() {
    startAndStop();
    sql.sql("truncate database_identity").update();
    sql.sql(
            "insert into database_identity (written_by, timeline)"
                + " values (pg_current_xact_id()::xid::text, '00000000')")
        .update();
    assertThatThrownBy(this::startAndStop).hasRootCauseInstanceOf(RestoredDatabaseException.class);
  }
}

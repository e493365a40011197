package org.touchpaper.nsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.postgres.TestDatabases;

/**
 * What is remembered of elements, and how those that were up before there were marks get theirs.
 */
class MarksTest {

  @Test
  void eachElementHasItsOwn() {
    var tables = MarkTables.create();
    var one = tables.of("ONE");
    one.put("PATCH", "3,17", "A");
    one.put("PATCH", "3,17", "B");
    one.put("PORT", "3,17", "C");
    tables.of("TWO").put("PATCH", "4,5", "D");
    assertThat(one.list("PATCH")).containsOnly(Map.entry("3,17", "B"));
    one.forget("PATCH", "3,17");
    one.forget("PATCH", "3,17");
    assertThat(one.list("PATCH")).isEmpty();
    assertThat(one.list("PORT")).hasSize(1);
    assertThat(tables.of("TWO").list("PATCH")).hasSize(1);
  }

  @Test
  void onlyAnOldMarkIsForgottenBecauseItsThingIsGone() {
    var tables = MarkTables.create();
    var one = tables.of("ONE");
    one.put("PATCH", "3,17", "A");
    tables.grow(Marks.LONGEST_EDIT);
    one.forgetGone("PATCH", "3,17");
    assertThat(one.list("PATCH")).hasSize(1);
    tables.grow(Duration.ofSeconds(1));
    one.forgetGone("PATCH", "3,17");
    assertThat(one.list("PATCH")).isEmpty();
  }

  @Test
  void anElementThatNeedsNoneIsNotAskedForThem() {
    assertThatThrownBy(() -> Marks.NONE.list("PATCH")).isInstanceOf(IllegalStateException.class);
  }

  /** An NSAP that is upgraded while circuits are up takes none of them down. */
  @Test
  void whatWasUpBeforeThereWereMarksIsMarked() {
    var database = TestDatabases.fresh().pool();
    var flyway =
        Flyway.configure()
            .dataSource(database)
            .locations(
                "classpath:platform/db/migration",
                "classpath:segment/db/migration",
                "classpath:nsap/db/migration");
    flyway.target("180").load().migrate();
    var sql = JdbcClient.create(database);
    sql.sql(
            """
            insert into segment_connection values ('0193b1d0-0000-7000-8000-000000000001', 'bar', 1, 1,
              'RESERVE_START', 'PROVISIONED', 'CREATED', 'ACTIVE', null, null, null, true, true, 0, 0)
            """)
        .update();
    sql.sql(
            """
            insert into segment_item (connection_id, ordinal, element, kind, item_key, owner,
              attributes, wanted, incarnation)
            values
              ('0193b1d0-0000-7000-8000-000000000001', 0, 'POL', 'PATCH', '3,17 TP-A', 'TP-A',
                '{PORTS,"3,17"}', true, ''),
              ('0193b1d0-0000-7000-8000-000000000001', 1, 'ONS', 'PORT', 'FAC-6-1 TP-A', 'TP-A',
                '{STATE,IS}', true, '')
            """)
        .update();
    flyway.target("latest").load().migrate();
    var clock = Clock.systemUTC();
    assertThat(new MarkRows(sql, clock, "POL").list("PATCH")).containsEntry("3,17", "TP-A");
    assertThat(new MarkRows(sql, clock, "ONS").list("HOLD")).containsKey("FAC-6-1 TP-A");
    assertThat(
            sql.sql("select item_key from segment_item order by ordinal")
                .query(String.class)
                .list())
        .containsExactly("3,17", "FAC-6-1 TP-A");
  }
}

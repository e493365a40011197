package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.postgres.TestDatabases;

/** What builds before left of a cancel that was decided after the end. */
class CancelledAfterTheEndTest {

  /** Whoever asked to cancel it again was told that somebody is about to change it. */
  @ParameterizedTest
  @CsvSource({
    "ENDED,     COMMITTED,",
    "ENDING,    COMMITTED,",
    "FAILED,    COMMITTED,",
    "ENDED,     HELD,      t.2",
    "COMMITTED, HELD,      t.2",
    "CANCELLED, COMMITTED, t.2",
  })
  void afterAnUpgradeNobodyIsAboutToChangeWhatIsOver(
      String state, String answer, @Nullable String changedBy) {
    var old = TestDatabases.fresh().dataSource();
    var flyway = Flyway.configure().dataSource(old).locations("classpath:rm/db/migration");
    flyway.target("340").load().migrate();
    var jdbc = JdbcClient.create(old);
    jdbc.sql(
            "insert into answer (transaction_id, state, refusals, since) values ('t.2', ?, '[]', now())")
        .param(answer)
        .update();
    jdbc.sql(
            "insert into allocation (ident, transaction_id, action_index, holder, nodes, starts_at,"
                + " ends_at, state, changed_by) values ('run', 't.1', 0, 'aa1', '{1}', now(),"
                + " now() + interval '1 hour', ?, 't.2')")
        .param(state)
        .update();
    jdbc.sql(
            "insert into slurm_booking (ident, transaction_id, action_index, version, reservation,"
                + " holder, nodes, starts_at, ends_at, state, changed_by) values ('run', 't.1', 0, 1,"
                + " 'tp-1', 'aa1', '{man1}', now(), now() + interval '1 hour', ?, 't.2')")
        .param(state)
        .update();
    // A unit's booking that is over is one that is committed, and whose end has passed.
    jdbc.sql("insert into unit (name, capacity) values ('store', 1)").update();
    jdbc.sql(
            "insert into unit_booking (ident, transaction_id, action_index, unit, amount, starts_at,"
                + " ends_at, state, changed_by) values ('run', 't.1', 0, 'store', 1, now(),"
                + " now() + interval '1 hour', ?, 't.2')")
        .param(state.equals("CANCELLED") ? state : "COMMITTED")
        .update();
    flyway.target("latest").load().migrate();
    for (var table : new String[] {"allocation", "slurm_booking", "unit_booking"}) {
      assertThat(
              jdbc.sql("select changed_by from " + table + " where changed_by is not null")
                  .query(String.class)
                  .optional())
          .as(table)
          .isEqualTo(Optional.ofNullable(changedBy));
    }
  }
}

package org.touchpaper.harc.rm.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import tools.jackson.databind.json.JsonMapper;

/** What a vote asks about the launches of earlier bookings. */
class RunRepositoryTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final JdbcClient jdbc = JdbcClient.create(STORE.database());

  @Test
  void theLastUseOfEachPortIsFoundWithoutReadingTheOthers() {
    storeEndedRuns(20_000, 8901, 8902);
    assertThat(new RunRepository(jdbc, JsonMapper.shared()).findLastUses(8901, 8903))
        .isEqualTo(
            Map.of(
                8901, Instant.parse("2026-01-01T05:33:18Z"),
                8902, Instant.parse("2026-01-01T05:33:19Z")));
    jdbc.sql("analyze run").update();
    jdbc.sql("vacuum run").update();
    var plan =
        String.join(
            "\n",
            jdbc.sql("explain (analyze, timing off) " + RunRepository.LAST_USES)
                .param(8901)
                .param(8903)
                .query(String.class)
                .list());
    assertThat(plan)
        .contains("Index Only Scan Backward using run_port on run")
        .doesNotContain("Seq Scan");
  }

  /** Each second after the start of 2026 one of them ended, on one port after the other. */
  private void storeEndedRuns(int count, int firstPort, int lastPort) {
    jdbc.sql(
            """
            insert into booking (booking_id, transaction_id, action_index, version, account, items,
                amount, starts_at, ends_at, state, hold_account)
            values ('b', 't', 0, 1, 'anne', '{newton001}', 1, '2026-01-01Z', '2026-02-01Z', 'ENDED', '')
            """)
        .update();
    jdbc.sql(
            """
            insert into run (booking_id, number, transaction_id, account, job, port, state, since,
                status, version, decided)
            select 'b', n + 1, 't', 'anne', 'unread', ? + n % (1 + ? - ?), 'COMPLETED',
                timestamptz '2026-01-01Z' + n * interval '1 second', 'unread', 1, true
            from generate_series(0, ? - 1) as n
            """)
        .param(firstPort)
        .param(lastPort)
        .param(firstPort)
        .param(count)
        .update();
  }
}

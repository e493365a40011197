package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.platform.postgres.TestDatabases;

/** What was booked before bookings could be changed is read as what it is. */
class UpgradeTest {

  private static final String PARTS =
      """
      [{"kind":"lightpath","ident":"5f0b44ce-3b0e-5a4c-9d5d-2f3a7e1c9b02","rm":"rm-network",
        "source":"a","destination":"b","bandwidthMbps":300,
        "standing":{"state":"ACTIVE","reference":"r","path":["a","b"],"problem":null,
          "released":false}},
       {"kind":"compute","ident":"5f0b44ce-3b0e-5a4c-9d5d-2f3a7e1c9b03","rm":"rm-newton",
        "resource":"newton","nodes":4,
        "standing":{"state":"ACTIVE","reference":"n","path":[],"problem":null,"released":false}}]
      """;

  private final DataSource database = TestDatabases.fresh().dataSource();
  private final JdbcTemplate rows = new JdbcTemplate(database);

  @BeforeEach
  void itIsOfAnOldBuild() {
    migrate("253");
  }

  private void migrate(String target) {
    Flyway.configure()
        .dataSource(database)
        .locations("classpath:platform/db/migration", "classpath:bar/db/migration")
        .target(target)
        .load()
        .migrate();
  }

  @Test
  void partsAreOfTheTransactionThatMadeThemAndWhatFollowedWasACancel() {
    add("019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10", 2);
    add("019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b11", 3);
    migrate("254");

    var found = rows.queryForList("select * from co_allocation order by id");
    assertThat(found.stream().map(UpgradeTest::purpose))
        .containsExactly(new Purpose.Making(), new Purpose.Cancelling());
    for (var row : found) {
      var parts = new Texts.PartsText().convertToEntityAttribute(String.valueOf(row.get("parts")));
      assertThat(parts)
          .extracting(Part::booked)
          .containsOnly(new Part.Booked(2, Instant.parse("2026-12-01T21:00:00.123456Z")));
      assertThat(new Parts(parts).words()).isEqualTo("300 Mbit/s a to b, 4 nodes of newton");
      assertThat(
              new Texts.ChangesText().convertToEntityAttribute(String.valueOf(row.get("changes"))))
          .isEqualTo(Changes.NONE);
    }
  }

  @Test
  void whatWasCancelledWasGivenUp() {
    add("019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10", 2);
    add("019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b11", 2);
    rows.update("update co_allocation set state = 'CANCELLED' where id::text like '%11'");
    migrate("latest");
    assertThat(rows.queryForList("select given_up from co_allocation order by id", Boolean.class))
        .containsExactly(false, true);
  }

  private static Purpose purpose(Map<String, Object> row) {
    return new Texts.PurposeText().convertToEntityAttribute(String.valueOf(row.get("purpose")));
  }

  private void add(String id, int transaction) {
    rows.update(
        """
        insert into co_allocation (id, owner, owner_name, description, created_at, start_time,
          end_time, digest, state, parts, transaction_no, make_attempt, request, decided, started,
          refusals, alternatives, row_version, not_before, not_after, tried, asked)
        values (?::uuid, '{}', 'anne', '', now(), '2026-12-01T21:00:00.123456Z',
          '2026-12-01T22:00:00Z', '', 'ACTIVE', ?, ?, 2, '{}', true, true,
          '[]', '[]', 0, now(), now(), '[]', 1)
        """,
        id,
        PARTS,
        transaction);
  }
}

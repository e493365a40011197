package org.touchpaper.bar.web.bookings;

import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.touchpaper.bar.fixture.BarFixture;

/**
 * Copies of a booking in the tables, because many are needed: an hour long, each starting a minute
 * after the one before, from 2026-11-20 on.
 */
final class StoredBookings {

  private StoredBookings() {}

  /** Copies a co-allocation under the descriptions {@code old <first>} to {@code old <last>}. */
  static void copyCoAllocation(JdbcTemplate jdbc, UUID booking, int first, int last) {
    copy(jdbc, "co_allocation", "id", "state", booking, first, last);
  }

  /** Copies a lightpath alone like {@link #copyCoAllocation}. */
  static void copyLightpath(JdbcTemplate jdbc, UUID connection, int first, int last) {
    copy(jdbc, "reservation", "connection_id", "phase", connection, first, last);
  }

  private static void copy(
      JdbcTemplate jdbc, String table, String id, String state, UUID booking, int first, int last) {
    jdbc.update(
        """
        insert into %1$s (%4$s) select %4$s from (
        select (jsonb_populate_record(original, jsonb_build_object(
                 '%2$s', gen_random_uuid(), '%3$s', 'ENDED', 'description', 'old ' || n,
                 'created_at', starts, 'start_time', starts, 'end_time', starts + interval '1 hour',
                 'idempotency_key', null, 'due_at', null, 'path_check_due_at', null))).*
          from %1$s original, generate_series(?, ?) as n,
               lateral (select timestamptz '2026-11-20T00:00:00Z' + n * interval '1 minute')
                 as t(starts)
         where original.%2$s = ?) as copies
        """
            .formatted(table, id, state, BarFixture.columnsOf(jdbc, table)),
        first,
        last,
        booking);
  }
}

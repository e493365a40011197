package org.touchpaper.bar.listing;

import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.reservation.BookingPhase;

/**
 * Finds the ids of a page of bookings in one statement, and counts them in another if requested.
 * The next page begins after the last booking of this one (keyset pagination), so that the
 * thousandth page costs no more than the first.
 */
@Component
public class BookingPageFinder {

  /** The most bookings that are counted. */
  private static final long MAX_COUNT = 10_000;

  private final JdbcClient sql;
  private final Clock clock;

  BookingPageFinder(JdbcClient sql, Clock clock) {
    this.sql = sql;
    this.clock = clock;
  }

  /** A table of bookings, with the names of its columns and its filter by resource. */
  public enum BookingTable {
    CO_ALLOCATION(
        "id", "owner_name", "state", "resources_of(parts) @> array[cast(:resource as text)]"),
    RESERVATION(
        "connection_id", "owner", "phase", "(source = :resource or destination = :resource)");

    private final String id;
    private final String owner;
    private final String state;
    private final String resource;

    BookingTable(String id, String owner, String state, String resource) {
      this.id = id;
      this.owner = owner;
      this.state = state;
      this.resource = resource;
    }
  }

  private record FoundBooking(UUID id, Instant key) {}

  /** Finds the ids of a page, in its order. */
  public BookingPage<UUID> find(BookingTable table, BookingQuery query) {
    var filters = new ArrayList<String>();
    var values = new HashMap<String, Object>();
    addFilters(table, query, filters, values);
    var counted = query.isCounted() ? count(table, filters, values) : null;
    var count = counted == null ? null : Math.min(counted, MAX_COUNT);
    var isExact = counted == null ? null : counted <= MAX_COUNT;
    var found = findRows(table, query, filters, values);
    var ids = found.stream().limit(query.limit()).map(FoundBooking::id).toList();
    if (found.size() <= query.limit()) {
      return new BookingPage<>(ids, null, count, isExact);
    }
    var last = found.get(query.limit() - 1);
    return new BookingPage<>(
        ids, new PageCursor(query.sort(), last.key(), last.id()).encode(), count, isExact);
  }

  /** Counts one more than the maximum at most, so that it costs no more in a large table. */
  private Long count(BookingTable table, List<String> filters, Map<String, Object> values) {
    return sql.sql(
            "select count(*) from (select from "
                + table
                + where(filters)
                + " limit :maxCount) found")
        .params(values)
        .param("maxCount", MAX_COUNT + 1)
        .query(Long.class)
        .single();
  }

  private List<FoundBooking> findRows(
      BookingTable table, BookingQuery query, List<String> filters, Map<String, Object> values) {
    var key = query.sort().column();
    filters.add(key + " is not null");
    query
        .start()
        .ifPresent(cursor -> {
          filters.add(
              "(%s, %s) %s (:cursorKey, :cursorId)"
                  .formatted(key, table.id, query.sort().isDescending() ? "<" : ">"));
          values.put("cursorKey", utc(cursor.key()));
          values.put("cursorId", cursor.id());
        });
    var direction = query.sort().isDescending() ? " desc" : "";
    return sql.sql(
            "select "
                + table.id
                + ", "
                + key
                + " from "
                + table
                + where(filters)
                + " order by "
                + key
                + direction
                + ", "
                + table.id
                + direction
                + " limit :limit")
        .params(values)
        .param("limit", query.limit() + 1)
        .query((row, _) ->
            new FoundBooking(
                row.getObject(1, UUID.class), row.getObject(2, OffsetDateTime.class).toInstant()))
        .list();
  }

  private static String where(List<String> filters) {
    return filters.isEmpty() ? "" : " where " + String.join(" and ", filters);
  }

  private void addFilters(
      BookingTable table, BookingQuery query, List<String> filters, Map<String, Object> values) {
    if (query.visibleOwner() != null) {
      filters.add(table.owner + " = :visibleOwner");
      values.put("visibleOwner", query.visibleOwner());
    }
    if (query.owner() != null) {
      filters.add(table.owner + " = :owner");
      values.put("owner", query.owner());
    }
    if (!query.states().isEmpty()) {
      addStateFilter(table, query.states(), filters, values);
    }
    if (query.from() != null || query.to() != null) {
      filters.add(
          "start_time is not null and tstzrange(start_time, end_time) && tstzrange(:from, :to)");
      values.put("from", utc(query.from() == null ? BookingQuery.FIRST_INSTANT : query.from()));
      values.put("to", utc(query.to() == null ? BookingQuery.LAST_INSTANT : query.to()));
    }
    if (query.resource() != null) {
      filters.add(table.resource);
      values.put("resource", query.resource());
    }
    if (query.text() != null) {
      filters.add("description ilike :text");
      values.put("text", "%" + query.text().replaceAll("[%_\\\\]", "\\\\$0") + "%");
    }
  }

  /** A booking whose end has passed has ended, also if no check has stored that yet. */
  private void addStateFilter(
      BookingTable table,
      Set<BookingPhase> states,
      List<String> filters,
      Map<String, Object> values) {
    var stored = EnumSet.copyOf(states);
    if (states.contains(BookingPhase.ENDED)) {
      stored.add(BookingPhase.COMMITTED);
      stored.add(BookingPhase.ACTIVE);
    }
    filters.add(table.state + " in (:storedStates)");
    filters.add(
        "case when %s in ('COMMITTED', 'ACTIVE') and end_time <= :now then 'ENDED' else %s end in (:states)"
            .formatted(table.state, table.state));
    values.put("storedStates", names(stored));
    values.put("states", names(states));
    values.put("now", utc(clock.instant()));
  }

  private static List<String> names(Set<BookingPhase> states) {
    return states.stream().map(BookingPhase::name).toList();
  }

  private static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}

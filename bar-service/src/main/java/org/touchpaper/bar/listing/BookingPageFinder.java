package org.touchpaper.bar.listing;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Finds the ids of a page of bookings in one or two statements, and counts them in another if
 * requested. The next page begins after the last booking of this one (keyset pagination), so that
 * the thousandth page costs no more than the first.
 */
@Component
public class BookingPageFinder {

  /** The most bookings that are counted. */
  public static final long MAX_COUNT = 10_000;

  /** Matching bookings up to this many are all read, and sorted, sooner than found in order. */
  private static final int MAX_SORTED = 5_000;

  private final JdbcClient sql;
  private final PostgresCustomPlanExecutor customPlans;
  private final Clock clock;
  private final BookingSqlConditionBuilder bookingSqlConditionBuilder;

  BookingPageFinder(JdbcClient sql, PostgresCustomPlanExecutor customPlans, Clock clock) {
    this.sql = sql;
    this.customPlans = customPlans;
    this.bookingSqlConditionBuilder = new BookingSqlConditionBuilder(clock);
    this.clock = clock;
  }

  /** A table of bookings, with the names of its columns and its filter by resource. */
  public enum BookingTable {
    CO_ALLOCATION("id", "owner_name", "state", "resources @> array[cast(:resource as text)]"),
    RESERVATION(
        "connection_id", "owner", "phase", "(source = :resource or destination = :resource)");

    /** Lightpaths that are no part of anything; a peer's and those of co-allocations have none. */
    private static final String IS_ALONE = "body_digest <> ''";

    private final String id;
    final String owner;
    final String state;
    final String resource;

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
    return customPlans.read(() -> findPage(table, query));
  }

  private BookingPage<UUID> findPage(BookingTable table, BookingQuery query) {
    var filters = new ArrayList<String>();
    var values = new HashMap<String, Object>();
    bookingSqlConditionBuilder.addFilters(table, query, filters, values);
    var counted = query.isCounted() ? countAll(table, query, filters, values) : null;
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

  /**
   * Finds a page of co-allocations and of lightpaths alone together.
   *
   * @param query its cursor is one of {@link MixedBookingPage}
   * @param port the STP of the host that is the query's resource; null if that is no host
   * @param isBackward whether the page ends before the cursor instead of beginning after it
   * @param maxCount the most bookings that are counted, if the page is not all of them
   */
  public MixedBookingPage findMixed(
      BookingQuery query,
      BookingSection section,
      @Nullable String port,
      boolean isBackward,
      long maxCount) {
    return customPlans.read(() -> findMixedPage(query, section, port, isBackward, maxCount));
  }

  private MixedBookingPage findMixedPage(
      BookingQuery query,
      BookingSection section,
      @Nullable String port,
      boolean isBackward,
      long maxCount) {
    var values = new HashMap<String, Object>();
    values.put("now", BookingSqlConditionBuilder.utc(clock.instant()));
    var conditions = new EnumMap<BookingTable, List<String>>(BookingTable.class);
    for (var table : BookingTable.values()) {
      var filters = new ArrayList<String>();
      bookingSqlConditionBuilder.addFilters(table, query, filters, values);
      BookingSqlConditionBuilder.period(query).ifPresent(filters::add);
      filters.add(section.filterOn(table.state));
      filters.add(query.sort().column() + " is not null");
      if (table == BookingTable.RESERVATION) {
        filters.add(BookingTable.IS_ALONE);
        filters.replaceAll(filter -> filter.replace(":resource", ":port"));
        values.put("port", port == null ? "" : port);
      }
      conditions.put(table, filters);
    }
    var found = findMixedRows(query, conditions, values, isBackward);
    var hasMore = found.size() > query.limit();
    var isAll = !hasMore && query.cursor() == null;
    var count = isAll ? found.size() : countMixed(conditions, values, maxCount);
    var page = found.stream().limit(query.limit()).toList();
    var ordered = isBackward ? page.reversed() : page;
    var hasPrevious = isBackward ? hasMore : query.cursor() != null;
    var hasNext = isBackward || hasMore;
    return new MixedBookingPage(
        ordered.stream().map(row -> new MixedBookingPage.Row(row.table(), row.id())).toList(),
        hasPrevious && !ordered.isEmpty() ? cursorAt(ordered.getFirst(), query) : null,
        hasNext && !ordered.isEmpty() ? cursorAt(ordered.getLast(), query) : null,
        Math.min(count, maxCount),
        count <= maxCount);
  }

  private record MixedRow(BookingTable table, UUID id, Instant key) {}

  private static String cursorAt(MixedRow row, BookingQuery query) {
    return new PageCursor(query.sort(), row.key(), row.id()).encode();
  }

  private long countMixed(
      Map<BookingTable, List<String>> conditions, Map<String, Object> values, long maxCount) {
    return conditions.entrySet().stream()
        .mapToLong(entry -> count(entry.getKey(), entry.getValue(), values, maxCount))
        .sum();
  }

  /** Reads one row more than the page has, of each table by its index, and merges them. */
  private List<MixedRow> findMixedRows(
      BookingQuery query,
      Map<BookingTable, List<String>> conditions,
      Map<String, Object> values,
      boolean isBackward) {
    var key = query.sort().column();
    var isDescending = query.sort().isDescending() != isBackward;
    var direction = isDescending ? " desc" : "";
    query
        .start()
        .ifPresent(cursor -> {
          values.put("cursorKey", BookingSqlConditionBuilder.utc(cursor.key()));
          values.put("cursorId", cursor.id());
        });
    var branches =
        conditions.entrySet().stream()
            .map(entry -> {
              var table = entry.getKey();
              var filters = new ArrayList<>(entry.getValue());
              if (query.cursor() != null) {
                filters.add(
                    "(%s, %s) %s (:cursorKey, :cursorId)"
                        .formatted(key, table.id, isDescending ? "<" : ">"));
              }
              return "(select '%1$s' as kind, %2$s as id, %3$s as key from %1$s%4$s order by %3$s%5$s, %2$s%5$s limit :limit)"
                  .formatted(
                      table, table.id, key, BookingSqlConditionBuilder.where(filters), direction);
            })
            .collect(Collectors.joining(" union all "));
    return sql.sql(branches + " order by key" + direction + ", id" + direction + " limit :limit")
        .params(values)
        .param("limit", query.limit() + 1)
        .query((row, _) ->
            new MixedRow(
                BookingTable.valueOf(row.getString(1)),
                row.getObject(2, UUID.class),
                row.getObject(3, OffsetDateTime.class).toInstant()))
        .list();
  }

  /** Counts one more than the maximum at most, so that it costs no more in a large table. */
  private Long count(
      BookingTable table, List<String> filters, Map<String, Object> values, long maxCount) {
    return sql.sql(
            "select count(*) from (select from "
                + table
                + BookingSqlConditionBuilder.where(filters)
                + " limit :maxCount) found")
        .params(values)
        .param("maxCount", maxCount + 1)
        .query(Long.class)
        .single();
  }

  private Long countAll(
      BookingTable table, BookingQuery query, List<String> filters, Map<String, Object> values) {
    var conditions = new ArrayList<>(filters);
    BookingSqlConditionBuilder.period(query).ifPresent(conditions::add);
    return count(table, conditions, values, MAX_COUNT);
  }

  private List<FoundBooking> findRows(
      BookingTable table, BookingQuery query, List<String> filters, Map<String, Object> values) {
    filters.add(query.sort().column() + " is not null");
    query
        .start()
        .ifPresent(cursor -> {
          values.put("cursorKey", BookingSqlConditionBuilder.utc(cursor.key()));
          values.put("cursorId", cursor.id());
        });
    var mayBeRareAmongTheFirst =
        query.text() != null || (query.from() != null && !query.sort().isByStart());
    return (mayBeRareAmongTheFirst
            ? sortFew(table, query, filters, values)
            : Optional.<List<FoundBooking>>empty())
        .orElseGet(() -> findInOrder(table, query, filters, values));
  }

  /**
   * Reads all matching bookings and sorts them; empty if they are many. An index that has the order
   * would be read from its beginning, however far from there they are.
   */
  private Optional<List<FoundBooking>> sortFew(
      BookingTable table, BookingQuery query, List<String> filters, Map<String, Object> values) {
    var conditions = new ArrayList<>(filters);
    BookingSqlConditionBuilder.period(query).ifPresent(conditions::add);
    var total = new AtomicInteger();
    var found =
        sql.sql(
                """
                with matching as materialized (select %1$s as id, %2$s as key from %3$s%4$s limit :few),
                page as (select id, key from matching%5$s order by key%6$s, id%6$s limit :limit)
                select (select count(*) from matching), id, key from (select) as one left join page on true
                order by key%6$s, id%6$s
                """
                    .formatted(
                        table.id,
                        query.sort().column(),
                        table,
                        BookingSqlConditionBuilder.where(conditions),
                        BookingSqlConditionBuilder.where(afterCursor("key", "id", query)),
                        direction(query)))
            .params(values)
            .param("few", MAX_SORTED + 1)
            .param("limit", query.limit() + 1)
            .query((row, _) -> {
              total.set(row.getInt(1));
              return row.getObject(2) == null
                  ? Optional.<FoundBooking>empty()
                  : Optional.of(booking(row, 2));
            })
            .list();
    return total.get() > MAX_SORTED
        ? Optional.empty()
        : Optional.of(found.stream().flatMap(Optional::stream).toList());
  }

  private List<FoundBooking> findInOrder(
      BookingTable table, BookingQuery query, List<String> filters, Map<String, Object> values) {
    var key = query.sort().column();
    var order = " order by %s%3$s, %s%3$s limit :limit".formatted(key, table.id, direction(query));
    var branches =
        bookingSqlConditionBuilder.periodsInOrder(query, values).stream()
            .map(period -> {
              var conditions = new ArrayList<>(filters);
              conditions.addAll(period);
              conditions.addAll(afterCursor(key, table.id, query));
              return "(select %s, %s from %s%s%s)"
                  .formatted(
                      table.id, key, table, BookingSqlConditionBuilder.where(conditions), order);
            })
            .collect(Collectors.joining(" union all "));
    return sql.sql("select * from (" + branches + ") found" + order)
        .params(values)
        .param("limit", query.limit() + 1)
        .query((row, _) -> booking(row, 1))
        .list();
  }

  private static FoundBooking booking(ResultSet row, int column) throws SQLException {
    return new FoundBooking(
        row.getObject(column, UUID.class),
        row.getObject(column + 1, OffsetDateTime.class).toInstant());
  }

  private static List<String> afterCursor(String key, String id, BookingQuery query) {
    return query.cursor() == null
        ? List.of()
        : List.of(
            "(%s, %s) %s (:cursorKey, :cursorId)"
                .formatted(key, id, query.sort().isDescending() ? "<" : ">"));
  }

  private static String direction(BookingQuery query) {
    return query.sort().isDescending() ? " desc" : "";
  }
}

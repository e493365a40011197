package org.touchpaper.bar.listing;

import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.touchpaper.bar.listing.BookingPageFinder.BookingTable;
import org.touchpaper.bar.reservation.BookingPhase;

/** Builds the conditions, in SQL, that a query of a list sets on a booking. */
final class BookingSqlConditionBuilder {

  /** The states that a booking has until its end at most. */
  private static final Set<BookingPhase> UNTIL_THE_END =
      Set.of(BookingPhase.COMMITTED, BookingPhase.ACTIVE);

  private final Clock clock;

  BookingSqlConditionBuilder(Clock clock) {
    this.clock = clock;
  }

  /** Adds the conditions of a query except its period, and the values that they name. */
  void addFilters(
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
    if (period(query).isPresent()) {
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
    var asStored = EnumSet.copyOf(states);
    asStored.removeAll(UNTIL_THE_END);
    var untilTheEnd = EnumSet.copyOf(UNTIL_THE_END);
    untilTheEnd.retainAll(states);
    var conditions = new ArrayList<String>();
    if (!asStored.isEmpty()) {
      conditions.add(table.state + " in (:states)");
      values.put("states", names(asStored));
    }
    if (!untilTheEnd.isEmpty()) {
      conditions.add(
          "(%s in (:untilTheEnd) and (end_time > :now or end_time is null))"
              .formatted(table.state));
      values.put("untilTheEnd", names(untilTheEnd));
    }
    if (states.contains(BookingPhase.ENDED)) {
      conditions.add("(%s in (:over) and end_time <= :now)".formatted(table.state));
      values.put("over", names(UNTIL_THE_END));
    }
    filters.add("(" + String.join(" or ", conditions) + ")");
    values.put("now", utc(clock.instant()));
  }

  private static List<String> names(Set<BookingPhase> states) {
    return states.stream().map(BookingPhase::name).toList();
  }

  /** The condition on bookings in the period that a query names, if it names one. */
  static Optional<String> period(BookingQuery query) {
    return query.from() == null && query.to() == null
        ? Optional.empty()
        : Optional.of(
            "start_time is not null and tstzrange(start_time, end_time) && tstzrange(:from, :to)");
  }

  /**
   * The same condition, for an order. In the order of starts: the bookings that have begun before
   * the period, which are few and found by the index of ranges, and those that begin in it, which
   * are found by the index of starts. A state that a booking has until its end at most is a period
   * from now on.
   */
  List<List<String>> periodsInOrder(BookingQuery query, Map<String, Object> values) {
    if (!query.sort().isByStart()) {
      return List.of(period(query).stream().toList());
    }
    var isUntilTheEnd = !query.states().isEmpty() && UNTIL_THE_END.containsAll(query.states());
    if (!isUntilTheEnd && period(query).isEmpty()) {
      return List.of(List.of());
    }
    var from = query.from() == null ? BookingQuery.FIRST_INSTANT : query.from();
    var now = clock.instant();
    values.put("first", utc(isUntilTheEnd && now.isAfter(from) ? now : from));
    values.put("last", utc(query.to() == null ? BookingQuery.LAST_INSTANT : query.to()));
    return List.of(
        List.of(
            "tstzrange(start_time, end_time) @> cast(:first as timestamptz)",
            "start_time < :first",
            "start_time < :last"),
        List.of("start_time >= :first", "start_time < :last"));
  }

  static String where(List<String> filters) {
    return filters.isEmpty() ? "" : " where " + String.join(" and ", filters);
  }

  static OffsetDateTime utc(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}

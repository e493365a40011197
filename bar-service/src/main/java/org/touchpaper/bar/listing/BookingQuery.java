package org.touchpaper.bar.listing;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.platform.problem.InvalidRequestException;

/**
 * What a list of bookings shows. Filters that are null or empty let everything pass.
 *
 * @param visibleOwner the only owner whose bookings the caller may see; null if all
 * @param from bookings that end after this instant
 * @param to bookings that start before this instant
 * @param resource a cluster or a host
 * @param text a part of the description, in upper or lower case
 * @param cursor where the page begins; null for the first page
 * @param limit the maximum number of bookings, 1 to 1000
 * @param isCounted whether to count all that match
 */
public record BookingQuery(
    @Nullable String visibleOwner,
    @Nullable String owner,
    Set<BookingPhase> states,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable String resource,
    @Nullable String text,
    BookingSort sort,
    @Nullable String cursor,
    int limit,
    boolean isCounted) {

  private static final int MAX_LIMIT = 1000;
  static final Instant FIRST_INSTANT = Instant.parse("0001-01-01T00:00:00Z");
  static final Instant LAST_INSTANT = Instant.parse("9999-12-31T23:59:59Z");

  /**
   * Checks the values.
   *
   * @throws InvalidRequestException if one is out of its range
   */
  public BookingQuery {
    states = Set.copyOf(states);
    if (limit < 1 || limit > MAX_LIMIT) {
      throw malformed("limit", "1-to-1000", "limit must be between 1 and 1000");
    }
    requireStorable("from", from);
    requireStorable("to", to);
    if (from != null && to != null && !from.isBefore(to)) {
      throw malformed("to", "after-from", "to " + to + " is not after from " + from);
    }
    requireNoNul("owner", owner);
    requireNoNul("resource", resource);
    requireNoNul("text", text);
  }

  /** Returns the first page of a list without filters, newest first. */
  public static BookingQuery newest(int limit) {
    return new BookingQuery(
        null, null, Set.of(), null, null, null, null, BookingSort.NEWEST, null, limit, false);
  }

  /**
   * Reads states by their names.
   *
   * @throws InvalidRequestException if there is no such state
   */
  public static Set<BookingPhase> parseStates(Collection<String> names) {
    var states = EnumSet.noneOf(BookingPhase.class);
    names.forEach(name -> states.add(parseState(name)));
    return states;
  }

  private static BookingPhase parseState(String name) {
    return Stream.of(BookingPhase.values())
        .filter(state -> state.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            malformed(
                "state",
                "known-state",
                "state must be one of "
                    + String.join(
                        ", ", Arrays.stream(BookingPhase.values()).map(BookingPhase::name).toList())
                    + ", not "
                    + name));
  }

  Optional<PageCursor> start() {
    return Optional.ofNullable(cursor).map(text -> PageCursor.decode(text, sort));
  }

  /** Returns true for an instant that PostgreSQL can store. */
  static boolean isStorable(Instant instant) {
    return !instant.isBefore(FIRST_INSTANT) && !instant.isAfter(LAST_INSTANT);
  }

  private static void requireStorable(String field, @Nullable Instant instant) {
    if (instant != null && !isStorable(instant)) {
      throw malformed(field, "year-1-to-9999", field + " must be in the years 1 to 9999");
    }
  }

  private static void requireNoNul(String field, @Nullable String text) {
    if (text != null && text.indexOf('\0') >= 0) {
      throw malformed(field, "no-nul", field + " must not contain the character NUL");
    }
  }

  private static InvalidRequestException malformed(String field, String rule, String message) {
    return InvalidRequestException.malformed(field, rule, message);
  }
}

package org.touchpaper.bar.web.bookings;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriComponentsBuilder;
import org.touchpaper.bar.listing.BookingQuery;
import org.touchpaper.bar.listing.BookingSection;
import org.touchpaper.bar.listing.BookingSort;
import org.touchpaper.bar.reservation.BookingPhase;

/**
 * What the list page shows, as its URL says it. A value that is missing or blank is no filter.
 *
 * @param section now, next, past or all; blank for the first rows of each
 * @param q a part of the description
 * @param from a day: bookings that end after its begin, in UTC
 * @param to a day: bookings that start before its end, in UTC
 * @param resource a cluster or a host
 * @param sort start, -start, created or -created
 * @param after the cursor of the page before
 * @param before the cursor of the page behind
 */
public record BookingListFilter(
    @Nullable String section,
    @Nullable String q,
    @Nullable String state,
    @Nullable String owner,
    @Nullable String from,
    @Nullable String to,
    @Nullable String resource,
    @Nullable String sort,
    @Nullable String after,
    @Nullable String before) {

  private static final int MAX_LENGTH = 255;

  /** What a page can be sorted by. */
  private enum Order {
    START("start", BookingSort.FIRST_START),
    START_DESCENDING("-start", BookingSort.LAST_START),
    CREATED("created", BookingSort.OLDEST),
    CREATED_DESCENDING("-created", BookingSort.NEWEST);

    private final String parameter;
    private final BookingSort sort;

    Order(String parameter, BookingSort sort) {
      this.parameter = parameter;
      this.sort = sort;
    }

    static Optional<Order> find(String text) {
      return Arrays.stream(values()).filter(order -> order.parameter.equals(text)).findFirst();
    }
  }

  /** The parameters that are not blank. */
  static BookingListFilter stripped(BookingListFilter given) {
    return new BookingListFilter(
        text(given.section),
        text(given.q),
        text(given.state),
        text(given.owner),
        text(given.from),
        text(given.to),
        text(given.resource),
        text(given.sort),
        text(given.after),
        text(given.before));
  }

  private static @Nullable String text(@Nullable String value) {
    return value == null || value.isBlank() ? null : value.strip();
  }

  /** Says what is wrong with the values; those are ignored. */
  List<String> messages() {
    var messages = new ArrayList<String>();
    if (state != null && findState().isEmpty()) {
      messages.add(
          "There is no state “%s”. The states are %s."
              .formatted(
                  state,
                  Stream.of(BookingPhase.values())
                      .map(BookingPhase::name)
                      .collect(Collectors.joining(", "))));
    }
    if (section != null && findSection().isEmpty()) {
      messages.add(
          "There is no section “%s”. The sections are now, next, past and all.".formatted(section));
    }
    if (sort != null && Order.find(sort).isEmpty()) {
      messages.add(
          "The list cannot be sorted by “%s”, only by start, -start, created or -created."
              .formatted(sort));
    }
    Stream.of(from, to)
        .filter(day -> day != null && findDay(day).isEmpty())
        .forEach(day -> messages.add("“%s” is no date such as 2026-12-01.".formatted(day)));
    var first = dayOr(from, LocalDate.MIN);
    if (findDay(to).filter(last -> last.isBefore(first)).isPresent()) {
      messages.add("The last day is before the first day, so no booking is shown.");
    }
    return messages;
  }

  private static LocalDate dayOr(@Nullable String text, LocalDate other) {
    return findDay(text).orElse(other);
  }

  private static Optional<LocalDate> findDay(@Nullable String text) {
    try {
      return Optional.ofNullable(text)
          .map(LocalDate::parse)
          .filter(day -> day.getYear() >= 1 && day.getYear() < 9999);
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  private Optional<BookingPhase> findState() {
    return Stream.of(BookingPhase.values()).filter(phase -> phase.name().equals(state)).findFirst();
  }

  Optional<BookingSection> findSection() {
    return Stream.of(BookingSection.values())
        .filter(candidate -> candidate.name().toLowerCase(Locale.ROOT).equals(section))
        .findFirst();
  }

  /** True if the last day is before the first, so that nothing can match. */
  boolean isEmptyPeriod() {
    return findDay(to).filter(last -> last.isBefore(dayOr(from, LocalDate.MIN))).isPresent();
  }

  boolean isNarrowed() {
    return Stream.of(q, state, owner, from, to, resource).anyMatch(value -> value != null);
  }

  /**
   * Returns the query for a section.
   *
   * @param visibleOwner the only owner whose bookings the person may see; null if all
   */
  BookingQuery toQuery(@Nullable String visibleOwner, BookingSection shown, int limit) {
    return new BookingQuery(
        visibleOwner,
        shortened(owner),
        findState().map(Set::of).orElse(Set.of()),
        findDay(from).map(BookingListFilter::begin).orElse(null),
        findDay(to).map(day -> begin(day.plusDays(1))).orElse(null),
        shortened(resource),
        shortened(q),
        sortOf(shown),
        before == null ? after : before,
        limit,
        true);
  }

  /** Texts without the character that PostgreSQL cannot store. */
  private static @Nullable String shortened(@Nullable String text) {
    return text == null
        ? null
        : text.replace("\0", "")
            .substring(0, Math.min(text.replace("\0", "").length(), MAX_LENGTH));
  }

  private static Instant begin(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private BookingSort sortOf(BookingSection shown) {
    return Optional.ofNullable(sort)
        .flatMap(Order::find)
        .map(order -> order.sort)
        .orElse(defaultSort(shown));
  }

  /** What comes next is shown first, and what was last. */
  private static BookingSort defaultSort(BookingSection shown) {
    return switch (shown) {
      case NOW, NEXT -> BookingSort.FIRST_START;
      case PAST -> BookingSort.LAST_START;
      case ALL -> BookingSort.NEWEST;
    };
  }

  /** The URL of this page. */
  String url() {
    return url(section, sort, after, before);
  }

  /** The URL of a section's first page. */
  String sectionUrl(BookingSection shown) {
    return url(key(shown), sort, null, null);
  }

  String pageUrl(@Nullable String newAfter, @Nullable String newBefore) {
    return url(section, sort, newAfter, newBefore);
  }

  static String key(BookingSection shown) {
    return shown.name().toLowerCase(Locale.ROOT);
  }

  /** The headings of the columns that sort. */
  List<BookingListView.Heading> headings(BookingSection shown) {
    return List.of(
        heading("Start", Order.START, Order.START_DESCENDING, shown),
        heading("Booked", Order.CREATED, Order.CREATED_DESCENDING, shown));
  }

  private BookingListView.Heading heading(
      String label, Order ascending, Order descending, BookingSection shown) {
    var current = sortOf(shown);
    var isAscending = current == ascending.sort;
    return new BookingListView.Heading(
        label,
        url(key(shown), isAscending ? descending.parameter : ascending.parameter, null, null),
        isAscending ? "ascending" : current == descending.sort ? "descending" : "none");
  }

  private String url(
      @Nullable String newSection,
      @Nullable String newSort,
      @Nullable String newAfter,
      @Nullable String newBefore) {
    var url = UriComponentsBuilder.fromPath("/");
    add(url, "section", newSection);
    add(url, "q", q);
    add(url, "state", state);
    add(url, "owner", owner);
    add(url, "from", from);
    add(url, "to", to);
    add(url, "resource", resource);
    add(url, "sort", newSort);
    add(url, "after", newAfter);
    add(url, "before", newBefore);
    return url.encode().toUriString();
  }

  private static void add(UriComponentsBuilder url, String name, @Nullable String value) {
    if (value != null) {
      url.queryParam(name, "{" + name + "}").uriVariables(Map.of(name, value));
    }
  }
}

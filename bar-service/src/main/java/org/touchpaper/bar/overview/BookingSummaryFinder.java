package org.touchpaper.bar.overview;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.listing.BookingPageFinder;
import org.touchpaper.bar.listing.BookingPageFinder.BookingTable;
import org.touchpaper.bar.listing.BookingQuery;
import org.touchpaper.bar.listing.BookingSection;
import org.touchpaper.bar.listing.MixedBookingPage;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Stp;

/** Lists co-allocations and lightpaths alone together. */
@Service
public class BookingSummaryFinder {

  private final BookingPageFinder pages;
  private final CoAllocationService coAllocations;
  private final LightpathService lightpaths;
  private final CurrentNetworkDirectory directory;
  private final Clock clock;

  BookingSummaryFinder(
      BookingPageFinder pages,
      CoAllocationService coAllocations,
      LightpathService lightpaths,
      CurrentNetworkDirectory directory,
      Clock clock) {
    this.pages = pages;
    this.coAllocations = coAllocations;
    this.lightpaths = lightpaths;
    this.directory = directory;
    this.clock = clock;
  }

  /**
   * A page of bookings.
   *
   * @param found where it is in the list
   */
  public record Page(List<BookingSummary> bookings, MixedBookingPage found) {
    public Page {
      bookings = List.copyOf(bookings);
    }
  }

  /**
   * Lists a page, in a few statements whatever its length. See {@link BookingPageFinder#findMixed}.
   *
   * @param query its resource is a cluster or a host by name
   */
  public Page list(BookingQuery query, BookingSection section, boolean isBackward, long maxCount) {
    var known = directory.get();
    var found =
        pages.findMixed(query, section, port(query.resource(), known), isBackward, maxCount);
    var bookings =
        Stream.concat(
                coAllocations.findAll(idsIn(found, BookingTable.CO_ALLOCATION)).stream()
                    .map(BookingSummary::of),
                lightpaths
                    .findAll(idsIn(found, BookingTable.RESERVATION), summaryIn(known))
                    .stream())
            .collect(Collectors.toMap(BookingSummary::id, Function.identity()));
    return new Page(inOrder(found, bookings), found);
  }

  private static @Nullable String port(@Nullable String resource, NetworkDirectory known) {
    return Optional.ofNullable(resource)
        .flatMap(known::host)
        .flatMap(NetworkDirectory.Host::port)
        .map(Stp::toString)
        .orElse(resource);
  }

  private Function<Reservation, BookingSummary> summaryIn(NetworkDirectory known) {
    var now = clock.instant();
    return reservation -> BookingSummary.of(reservation, known, now);
  }

  private static List<UUID> idsIn(MixedBookingPage found, BookingTable table) {
    return found.rows().stream()
        .filter(row -> row.table() == table)
        .map(MixedBookingPage.Row::id)
        .toList();
  }

  /** One that is gone meanwhile is left out. */
  private static List<BookingSummary> inOrder(
      MixedBookingPage found, Map<UUID, BookingSummary> bookings) {
    return found.rows().stream().flatMap(row -> Stream.ofNullable(bookings.get(row.id()))).toList();
  }

  /** Finds a co-allocation, or a lightpath that is no part of anything. */
  public Optional<BookingSummary> find(UUID id) {
    return coAllocations
        .find(id)
        .map(BookingSummary::of)
        .or(() ->
            lightpaths
                .find(
                    new ConnectionId(id),
                    reservation ->
                        Optional.of(reservation)
                            .filter(Reservation::isAlone)
                            .map(summaryIn(directory.get())))
                .flatMap(Function.identity()));
  }
}

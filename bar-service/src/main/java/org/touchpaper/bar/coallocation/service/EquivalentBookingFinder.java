package org.touchpaper.bar.coallocation.service;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.RequestedSchedule;
import org.touchpaper.bar.coallocation.transaction.CoAllocationStore;
import org.touchpaper.bar.coallocation.validation.BookingRequestValidator;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.listing.BookingQuery;
import org.touchpaper.bar.listing.BookingSort;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * Finds a booking that a request would make a second time: of the same owner and amounts, for the
 * same time, and not over. People who press Back and submit a form again mean one booking; a
 * program has its Idempotency-Key for that.
 */
@Component
public class EquivalentBookingFinder {

  private static final Set<BookingPhase> LIVE =
      EnumSet.of(BookingPhase.UNDECIDED, BookingPhase.COMMITTED, BookingPhase.ACTIVE);

  private static final int MAX_COMPARED = 100;

  private final CoAllocationService service;
  private final CoAllocationStore store;
  private final CurrentNetworkDirectory directory;
  private final Clock clock;

  EquivalentBookingFinder(
      CoAllocationService service,
      CoAllocationStore store,
      CurrentNetworkDirectory directory,
      Clock clock) {
    this.service = service;
    this.store = store;
    this.directory = directory;
    this.clock = clock;
  }

  /**
   * Returns the same booking, if there is one. Empty for a request that is invalid, or whose key
   * was used: that joins the earlier request.
   *
   * @param key the Idempotency-Key; null if none
   */
  public Optional<CoAllocation> find(Person owner, BookingRequest request, @Nullable String key) {
    var now = clock.instant();
    if ((key != null && store.isKeyUsed(owner, key))
        || !BookingRequestValidator.validate(request, directory.get(), now).isEmpty()) {
      return Optional.empty();
    }
    var window = request.when().toSlotWindow(now).window();
    var query =
        new BookingQuery(
            owner.name(),
            null,
            LIVE,
            window.startTime(),
            window.endTime(),
            null,
            null,
            BookingSort.NEWEST,
            null,
            MAX_COMPARED,
            false);
    var amounts = amountsOf(request);
    return service.list(query).items().stream()
        .filter(booking -> amountsOf(booking).equals(amounts))
        .filter(booking -> isSameTime(request.when(), booking, now))
        .findFirst();
  }

  private static boolean isSameTime(
      RequestedSchedule requested, CoAllocation booking, Instant now) {
    var slot = booking.schedule();
    return switch (requested) {
      case RequestedSchedule.Fixed(var start, var end) when start != null ->
          slot.equals(new Schedule(start, end));
      case RequestedSchedule.Fixed(_, var end) -> // from now on, as the earlier one was
          !slot.startTime().isAfter(now)
              && (slot.endTime().equals(end) || slot.duration().equals(Duration.between(now, end)));
      case RequestedSchedule.Window(var notBefore, var notAfter, var duration) ->
          slot.duration().equals(duration)
              && booking
                  .window()
                  .filter(window -> window.endTime().equals(notAfter))
                  .filter(window ->
                      notBefore == null
                          ? !window.startTime().isAfter(now)
                          : window.startTime().equals(notBefore))
                  .isPresent();
    };
  }

  private static List<String> amountsOf(BookingRequest request) {
    var amounts = new ArrayList<String>();
    request.compute().forEach(part -> amounts.add(part.resource() + " " + part.nodes()));
    request
        .lightpaths()
        .forEach(part ->
            amounts.add(part.source() + " " + part.destination() + " " + part.bandwidthMbps()));
    request
        .units()
        .forEach(part -> amounts.add(part.resource() + "/" + part.unit() + " " + part.amount()));
    return amounts.stream().sorted().toList();
  }

  private static List<String> amountsOf(CoAllocation booking) {
    return booking.parts().stream()
        .map(part ->
            switch (part) {
              case CoAllocationPart.Compute nodes -> nodes.resource() + " " + nodes.nodes();
              case CoAllocationPart.Lightpath path ->
                  path.source() + " " + path.destination() + " " + path.bandwidthMbps();
              case CoAllocationPart.Units units ->
                  units.resource() + "/" + units.unit() + " " + units.amount();
            })
        .sorted()
        .toList();
  }
}

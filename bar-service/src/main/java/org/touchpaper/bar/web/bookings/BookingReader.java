package org.touchpaper.bar.web.bookings;

import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.api.CurrentUserPermissionService;
import org.touchpaper.bar.api.EntityTagAdvice;
import org.touchpaper.bar.api.StandaloneLightpathChangeService;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.endhost.LightpathEndHostDetails;
import org.touchpaper.bar.overview.BookingSummary;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.segment.connection.ConnectionId;

/** Reads bookings of either kind that the person who is logged in may see. */
@Component
final class BookingReader {

  private final CoAllocationService coAllocations;
  private final LightpathService lightpaths;
  private final StandaloneLightpathChangeService standaloneChanges;
  private final CurrentNetworkDirectory directory;
  private final CurrentUserPermissionService currentUserPermissionService;
  private final Clock clock;

  BookingReader(
      CoAllocationService coAllocations,
      LightpathService lightpaths,
      StandaloneLightpathChangeService standaloneChanges,
      CurrentNetworkDirectory directory,
      CurrentUserPermissionService currentUserPermissionService,
      Clock clock) {
    this.coAllocations = coAllocations;
    this.lightpaths = lightpaths;
    this.standaloneChanges = standaloneChanges;
    this.directory = directory;
    this.currentUserPermissionService = currentUserPermissionService;
    this.clock = clock;
  }

  /**
   * Returns a booking.
   *
   * @throws ResponseStatusException with 404 if there is none, or it is another's and not to be
   *     seen
   */
  VisibleBooking get(UUID id, Authentication login) {
    return find(id, login).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
  }

  Optional<VisibleBooking> find(UUID id, Authentication login) {
    var person = currentUserPermissionService.personOf(login);
    return coAllocations
        .find(id)
        .<VisibleBooking>map(BookingReader::together)
        .or(() -> findAlone(id))
        .filter(found -> currentUserPermissionService.canSee(person, found.summary().owner()));
  }

  /** Returns a booking that the person may also change, or throws with 404 or 403. */
  VisibleBooking getOwn(UUID id, Authentication login) {
    var booking = get(id, login);
    if (!canModify(booking, login)) {
      throw new ResponseStatusException(HttpStatus.FORBIDDEN);
    }
    return booking;
  }

  boolean canModify(VisibleBooking booking, Authentication login) {
    return currentUserPermissionService.canModify(
        currentUserPermissionService.personOf(login), booking.summary().owner());
  }

  /** Returns the co-allocation that a lightpath is a part of; the caller may not see it. */
  Optional<UUID> findWholeOf(UUID connection) {
    return lightpaths
        .find(new ConnectionId(connection), Reservation::coAllocation)
        .flatMap(Function.identity());
  }

  private static VisibleBooking together(CoAllocation booking) {
    return new VisibleBooking.Together(
        booking, BookingSummary.of(booking), EntityTagAdvice.of(booking));
  }

  private Optional<VisibleBooking> findAlone(UUID id) {
    return lightpaths
        .find(
            new ConnectionId(id),
            found -> found.isAlone() ? Optional.of(alone(found)) : Optional.<VisibleBooking>empty())
        .flatMap(Function.identity());
  }

  private VisibleBooking alone(Reservation found) {
    var known = directory.get();
    var now = clock.instant();
    return new VisibleBooking.Alone(
        BookingSummary.of(found, known, now),
        standaloneChanges.entityTag(found),
        found.criteria().or(found::lastRequestedCriteria),
        found.path(),
        LightpathEndHostDetails.of(found, known),
        found.changeRefusal(now),
        found.dataPlaneStatus().isReleased(),
        found.isReleasing(now));
  }
}

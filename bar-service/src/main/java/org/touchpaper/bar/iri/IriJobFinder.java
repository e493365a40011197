package org.touchpaper.bar.iri;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.api.CurrentUserPermissionService;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.listing.BookingPage;
import org.touchpaper.bar.listing.BookingQuery;
import org.touchpaper.bar.listing.BookingSort;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/** Finds jobs, and the booked parts that reservation ids name. Others' are as nonexistent. */
@Component
class IriJobFinder {

  private static final Set<BookingPhase> LIVE =
      EnumSet.of(BookingPhase.COMMITTED, BookingPhase.ACTIVE);
  private static final Set<BookingPhase> DECIDED =
      EnumSet.of(
          BookingPhase.COMMITTED,
          BookingPhase.ACTIVE,
          BookingPhase.ENDED,
          BookingPhase.CANCELLED,
          BookingPhase.FAILED);
  private static final int PAGE = 200;

  private final CoAllocationService service;
  private final CurrentUserPermissionService currentUserPermissionService;

  IriJobFinder(
      CoAllocationService service, CurrentUserPermissionService currentUserPermissionService) {
    this.service = service;
    this.currentUserPermissionService = currentUserPermissionService;
  }

  /** Nodes of a cluster in a booking. */
  record BookedNodes(CoAllocation booking, Compute part) {

    private boolean isNamed(String reservationId) {
      return reservationId.equals(part.partId().toString())
          || reservationId.equals(part.status().reference());
    }
  }

  /** Finds nodes that are booked now or later, by the id of their part or the RM's reference. */
  Optional<BookedNodes> findReservation(String cluster, String reservationId, Person person) {
    return streamNodes(cluster, LIVE, person)
        .filter(nodes -> nodes.isNamed(reservationId))
        .findFirst();
  }

  /** Empty also if another job was launched on the same nodes since. */
  Optional<IriJob> find(String cluster, String jobId, Person person) {
    return JobId.parse(jobId)
        .flatMap(id ->
            service
                .find(id.booking())
                .filter(
                    booking -> currentUserPermissionService.canSee(person, booking.owner().name()))
                .flatMap(booking ->
                    nodesOf(booking, cluster)
                        .flatMap(nodes -> IriJob.of(nodes.booking(), nodes.part()).stream())
                        .filter(job -> job.id().equals(id))
                        .findFirst()));
  }

  /**
   * Lists the last jobs on all nodes, newest booking first. Reads no more bookings than the page
   * needs.
   *
   * @param withEnded also those of bookings that are over, and those that have ended
   */
  List<IriJob> list(String cluster, boolean withEnded, IriPageRequest page, Person person) {
    return page.of(
        streamNodes(cluster, withEnded ? DECIDED : LIVE, person)
            .flatMap(nodes -> IriJob.of(nodes.booking(), nodes.part()).stream())
            .filter(job -> withEnded || !job.state().isFinal()));
  }

  /** Newest booking first; the next bookings are read when they are needed. */
  private Stream<BookedNodes> streamNodes(String cluster, Set<BookingPhase> states, Person person) {
    return Stream.iterate(
            Optional.of(read(cluster, states, null, person)),
            Optional::isPresent,
            page ->
                page.flatMap(read -> Optional.ofNullable(read.next()))
                    .map(cursor -> read(cluster, states, cursor, person)))
        .flatMap(page -> page.orElseThrow().items().stream())
        .flatMap(booking -> nodesOf(booking, cluster));
  }

  private BookingPage<CoAllocation> read(
      String cluster, Set<BookingPhase> states, @Nullable String cursor, Person person) {
    return service.list(
        new BookingQuery(
            currentUserPermissionService.ownerFilterFor(person),
            null,
            states,
            null,
            null,
            cluster,
            null,
            BookingSort.NEWEST,
            cursor,
            PAGE,
            false));
  }

  private static Stream<BookedNodes> nodesOf(CoAllocation booking, String cluster) {
    return booking.parts().stream()
        .filter(Compute.class::isInstance)
        .map(Compute.class::cast)
        .filter(part -> part.resource().equals(cluster))
        .map(part -> new BookedNodes(booking, part));
  }
}

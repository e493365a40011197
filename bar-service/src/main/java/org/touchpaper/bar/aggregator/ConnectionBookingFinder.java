package org.touchpaper.bar.aggregator;

import static java.util.stream.Collectors.toMap;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.ReservationRepository;
import org.touchpaper.bar.reservation.segments.SegmentHold;
import org.touchpaper.bar.reservation.segments.SegmentHoldRepository;

/** Finds the bookings behind the connections that segments and their elements know. */
@Component
public class ConnectionBookingFinder {

  private final SegmentHoldRepository holds;
  private final ReservationRepository reservations;
  private final TransactionTemplate readTransaction;

  ConnectionBookingFinder(
      SegmentHoldRepository holds,
      ReservationRepository reservations,
      PlatformTransactionManager transactions) {
    this.holds = holds;
    this.reservations = reservations;
    this.readTransaction = new TransactionTemplate(transactions);
    this.readTransaction.setReadOnly(true);
  }

  /**
   * A booking of this broker.
   *
   * @param id the co-allocation, or the lightpath if it was booked alone
   */
  public record BookingReference(String id, String description, String owner) {
    /** The booking that a lightpath belongs to. */
    public static BookingReference of(Reservation reservation) {
      var origin = reservation.origin();
      return new BookingReference(
          origin.requester().correlationId(), origin.description(), origin.owner());
    }
  }

  /** Finds the bookings of segments' connections; those of other brokers are left out. */
  public Map<UUID, BookingReference> find(Collection<UUID> segments) {
    return segments.isEmpty()
        ? Map.of()
        : Objects.requireNonNull(readTransaction.execute(_ -> read(List.copyOf(segments))));
  }

  private Map<UUID, BookingReference> read(List<UUID> segments) {
    var connections = new HashMap<UUID, UUID>();
    for (SegmentHold hold : holds.listBySegments(segments)) {
      connections.put(hold.segment().value(), hold.connection().value());
    }
    var bookings =
        reservations.findByConnectionIdIn(connections.values()).stream()
            .collect(toMap(found -> found.connection().value(), BookingReference::of));
    var found = new HashMap<UUID, BookingReference>();
    connections.forEach((segment, connection) -> {
      var booking = bookings.get(connection);
      if (booking != null) {
        found.put(segment, booking);
      }
    });
    return found;
  }
}

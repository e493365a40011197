package org.touchpaper.bar.web.officer;

import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.segment.connection.ConnectionId;

/** Finds the booking of a circuit, which says what it is for. */
@Component
record CircuitPurposeReader(LightpathService lightpaths, CoAllocationService coAllocations) {

  /**
   * What a circuit is for.
   *
   * @param booking the id of the booking, for its page
   */
  public record Purpose(UUID booking, String description) {}

  /** Empty if the circuit is not of this broker. */
  Optional<Purpose> find(UUID lightpath) {
    return lightpaths
        .find(new ConnectionId(lightpath), CircuitPurposeReader::ofReservation)
        .map(found ->
            coAllocations
                .find(found.booking())
                .map(booking -> new Purpose(booking.id(), descriptionOf(booking)))
                .orElse(found));
  }

  private static String descriptionOf(CoAllocation booking) {
    return booking.description();
  }

  private static Purpose ofReservation(Reservation reservation) {
    return reservation
        .coAllocation()
        .map(booking -> new Purpose(booking, ""))
        .orElseGet(() ->
            new Purpose(reservation.connection().value(), reservation.origin().description()));
  }
}

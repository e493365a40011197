package org.touchpaper.bar.web.officer;

import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.Revision;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Holder;

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

  /** The holder of a part is a transaction: the booking's id, a dot and a number. */
  private static Purpose ofReservation(Reservation reservation) {
    var holder = reservation.findRevision(1).flatMap(Revision::holder).orElse(null);
    return holder instanceof Holder.Transaction(var id, _) && id.matches("[0-9a-f-]{36}[.]\\d+")
        ? new Purpose(UUID.fromString(id.substring(0, 36)), "")
        : new Purpose(reservation.connection().value(), reservation.origin().description());
  }
}

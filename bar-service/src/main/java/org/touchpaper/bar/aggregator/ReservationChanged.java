package org.touchpaper.bar.aggregator;

import java.time.Instant;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * The event that a reservation's phase, data plane or problem changed; published after the commit.
 *
 * @param correlationId the booking that it belongs to
 */
public record ReservationChanged(
    ConnectionId connection,
    String correlationId,
    String owner,
    BookingPhase phase,
    Instant at,
    String reason) {}

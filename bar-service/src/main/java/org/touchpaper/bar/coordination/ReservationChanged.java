package org.touchpaper.bar.coordination;

import java.time.Instant;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * Told within this broker after a reservation's phase, data plane or trouble has changed.
 *
 * @param correlationId the booking that it is part of
 */
public record ReservationChanged(
    ConnectionId connection,
    String correlationId,
    String owner,
    Phase phase,
    Instant at,
    String reason) {}

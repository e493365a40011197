package org.touchpaper.bar.coordination;

import java.time.Instant;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.segment.connection.ConnectionId;

/** Told within this broker after a reservation's phase, data plane or trouble has changed. */
public record ReservationChanged(
    ConnectionId connection, String owner, Phase phase, Instant at, String reason) {}

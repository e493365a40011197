package org.touchpaper.bar.coallocation.transaction;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.BookingPhase;

/** The event that a co-allocation changed, published after the commit. */
public record CoAllocationChanged(
    UUID id, String owner, BookingPhase state, Instant at, @Nullable String reason) {}

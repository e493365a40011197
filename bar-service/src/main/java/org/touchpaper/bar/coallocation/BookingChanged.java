package org.touchpaper.bar.coallocation;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.Phase;

/** A co-allocation changed; told to whoever watches, after the change is durable. */
public record BookingChanged(
    UUID id, String owner, Phase state, Instant at, @Nullable String reason) {}

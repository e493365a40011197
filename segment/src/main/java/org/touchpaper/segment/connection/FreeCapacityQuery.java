package org.touchpaper.segment.connection;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A query for the free capacity between two ends.
 *
 * @param window the interval to report
 * @param bandwidthMbps the requested Mbit/s, or null for all that is free
 * @param duration the requested length; with bandwidthMbps it requests the start times that fit
 */
public record FreeCapacityQuery(
    RequesterIdentity requester,
    Stp source,
    Stp destination,
    Schedule window,
    @Nullable Integer bandwidthMbps,
    @Nullable Duration duration) {}

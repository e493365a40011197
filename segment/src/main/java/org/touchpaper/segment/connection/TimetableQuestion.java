package org.touchpaper.segment.connection;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asks what is free between two ends.
 *
 * @param requester who asks
 * @param source one end
 * @param destination the other
 * @param window the stretch of time asked about
 * @param bandwidthMbps wanted Mbit/s, or null to see all
 * @param duration wanted length; with bandwidthMbps, asks for the start times that fit
 */
public record TimetableQuestion(
    Requester requester,
    Stp source,
    Stp destination,
    Schedule window,
    @Nullable Integer bandwidthMbps,
    @Nullable Duration duration) {}

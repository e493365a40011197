package org.touchpaper.segment.cut;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A circuit as security officers see it: who uses what, and when.
 *
 * @param connection its id here
 * @param lightpath the id of its holder's reservation; null if the holder has none
 * @param person for whom it is booked, with the home site
 * @param state HELD, BOOKED, UP, or ENDED
 * @param released true once the elements read clean after the end
 * @param at when a cut ended or refused it; null otherwise
 */
public record OfficerCircuitView(
    UUID connection,
    @Nullable UUID lightpath,
    String person,
    String homeSite,
    @Nullable String source,
    @Nullable String destination,
    int bandwidthMbps,
    @Nullable Instant startTime,
    @Nullable Instant endTime,
    String state,
    boolean released,
    @Nullable Instant at) {}

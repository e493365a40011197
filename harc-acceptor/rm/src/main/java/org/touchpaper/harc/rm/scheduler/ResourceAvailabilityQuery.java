package org.touchpaper.harc.rm.scheduler;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * A query for the free capacity of a resource.
 *
 * @param onBehalfOf the person for whom it is made
 * @param resource a machine's name, or two hosts as {@code from..to}
 * @param window the period of interest
 * @param amount the requested nodes, Mbit/s or units, or null for none
 * @param duration the requested duration; with an amount, the start times that fit are returned
 */
public record ResourceAvailabilityQuery(
    Person onBehalfOf,
    String resource,
    Schedule window,
    @Nullable Integer amount,
    @Nullable Duration duration) {}

package org.touchpaper.harc.rm.local;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * Asks what is free of a resource.
 *
 * @param onBehalfOf who wants to know
 * @param resource a machine's name, or two hosts as {@code from..to}
 * @param window the stretch of time asked about
 * @param amount wanted nodes or Mbit/s, or null to see all
 * @param duration wanted length; with an amount, asks for the start times that fit
 */
public record FreeTimeQuestion(
    Person onBehalfOf,
    String resource,
    Schedule window,
    @Nullable Integer amount,
    @Nullable Duration duration) {}

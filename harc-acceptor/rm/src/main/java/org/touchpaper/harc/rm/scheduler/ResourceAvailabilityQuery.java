package org.touchpaper.harc.rm.scheduler;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * A query for the free capacity of a resource.
 *
 * @param onBehalfOf the person for whom it is made
 * @param resource a machine's name, or two hosts as {@code from..to}
 * @param window the period of interest
 * @param amount the requested nodes, Mbit/s or units, or null for none
 * @param duration the requested duration; with an amount, the start times that fit are returned
 * @param ownBooking the id of a booking whose own resources count as free; empty if there is none
 */
public record ResourceAvailabilityQuery(
    Person onBehalfOf,
    String resource,
    Schedule window,
    @Nullable Integer amount,
    @Nullable Duration duration,
    String ownBooking) {

  /** A query in which all bookings count. */
  public ResourceAvailabilityQuery(
      Person onBehalfOf,
      String resource,
      Schedule window,
      @Nullable Integer amount,
      @Nullable Duration duration) {
    this(onBehalfOf, resource, window, amount, duration, "");
  }
}

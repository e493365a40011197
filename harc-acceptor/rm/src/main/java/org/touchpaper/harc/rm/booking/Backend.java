package org.touchpaper.harc.rm.booking;

import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.run.RunService;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * A kind of resource that the {@link BackendResourceScheduler} books. It evaluates requests,
 * applies what a booking's state calls for, and observes what is free.
 */
public interface Backend {

  /** The resource's name, in which requests are refused. */
  String resource();

  /** From when on it has something of a booking. */
  BackendPresenceMode projection();

  /** The store of what bookings take of it. */
  AssignmentRepository assignments();

  /**
   * Checks the settings at start, in the database transaction that has locked the resource.
   *
   * @throws IllegalStateException if they contradict the bookings; the message says what to do
   */
  default void verifySettings() {}

  /** The sites whose admins may change every booking. */
  Set<String> localSites();

  /** The refusal code for what another booking or change occupies. */
  Refusal.Code busyCode();

  /**
   * Returns the evaluator of a transaction's requests, which has read what it needs of the world
   * outside the database.
   */
  Evaluator evaluator(Transaction transaction);

  /** What a modification that keeps the resources requests. */
  ResourceRequest workOf(Allocation allocation);

  /** How clients see an allocation of the booking. */
  String reference(Booking booking, Allocation allocation);

  /**
   * What keeps a booking from being used though its records are in order, such as nodes that are
   * down. It is observed, not stored, and over as soon as the backend no longer returns it.
   */
  default Optional<String> observedProblem(Booking booking) {
    return Optional.empty();
  }

  /** What is free in a window. */
  ResourceAvailability queryAvailability(ResourceAvailabilityQuery query);

  /** Launches on its nodes; empty if it launches nothing. */
  default Optional<RunService> runs() {
    return Optional.empty();
  }

  /** The schedule in the units of time that the backend has. */
  default Schedule rounded(Schedule schedule) {
    return schedule;
  }

  /** The reservation of a new booking. */
  default RequiredBackendReservation newReservation(String bookingId) {
    return RequiredBackendReservation.NONE;
  }

  /**
   * Holds a booking that is being prepared, or verifies that it is still held; returns the refusal,
   * if any.
   */
  default Optional<String> hold(Booking booking, Recorder recorder) {
    return Optional.empty();
  }

  /**
   * Does what the booking's state calls for and reads it back; returns the resulting booking. What
   * was interrupted is repeated. A {@link SchedulerUnreachableException} becomes the booking's
   * problem.
   */
  default Booking apply(Booking booking, Recorder recorder) {
    return booking;
  }

  /**
   * Records the new state of a booking; returns false if a later decision changed it in the
   * meantime.
   */
  @FunctionalInterface
  interface Recorder {
    boolean record(Booking before, Booking after);
  }

  /** Evaluates requests without writing anything. */
  interface Evaluator {

    /** The refusal of work that can never be booked here; empty if it can. */
    Optional<Refusal> permanentRefusal(ResourceRequest work);

    /** The account of a new booking's owner; refused if there is none. */
    Optional<String> account(Person owner, Consumer<Refusal> refuse);

    /**
     * What the request gets beside all other bookings; refused if too little is free.
     *
     * @param current what the booking has, which counts as free; null for a new booking
     */
    Optional<Allocation> allocate(
        String bookingId,
        Schedule schedule,
        ResourceRequest work,
        @Nullable Allocation current,
        Consumer<Refusal> refuse);
  }
}

package org.touchpaper.harc.rm.backend.slurm;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.booking.Booking;
import org.touchpaper.harc.rm.ownership.AccountMapping;
import org.touchpaper.segment.connection.Schedule;

/**
 * The cluster that Slurm schedules, and what identifies our reservations on it.
 *
 * @param name the resource name, such as {@code newton}
 * @param partition the partition whose nodes are booked; empty for all nodes
 * @param prefix the prefix of our reservation names, which nobody else on the cluster may use;
 *     existing bookings keep the name stored with them
 * @param holdAccount the account to which undecided reservations belong, under which no user works;
 *     existing holds keep the account stored with them
 * @param accounts the local accounts of users
 */
public record Cluster(
    String name, String partition, String prefix, String holdAccount, AccountMapping accounts) {
  public Cluster {
    if (!prefix.matches("[a-z0-9][a-z0-9-]*")) {
      throw new IllegalArgumentException(
          "touchpaper.rm.slurm.prefix must consist of lower-case letters, digits and hyphens, not "
              + prefix);
    }
  }

  /**
   * The name of a booking's reservation: always the same for an id, and lower-case, because
   * slurmctld distinguishes case and slurmrestd does not.
   */
  String reservationNameOf(String bookingId) {
    var text = (name + "/" + bookingId).getBytes(StandardCharsets.UTF_8);
    return prefix + "-" + HexFormat.of().formatHex(sha256(text), 0, 8);
  }

  /** Returns true if the name has the form of our reservation names. */
  boolean hasOurName(String reservation) {
    return reservation.matches(prefix + "-[0-9a-f]{16}");
  }

  /**
   * Returns false if a third party gave the reservation to other users: then it is theirs, whatever
   * its name.
   */
  boolean isStillOurs(SlurmReservation reservation, Booking booking) {
    return reservation.isOnlyFor(booking.account()) || isHeld(reservation, booking);
  }

  /**
   * Returns true if the reservation belongs to the hold account, the booking's own or the
   * configured one.
   */
  boolean isHeld(SlurmReservation reservation, Booking booking) {
    return reservation.isOnlyFor(booking.external().holdAccount())
        || reservation.isOnlyFor(holdAccount);
  }

  /** The reservation that Slurm is to have for the booking, for that account. */
  static SlurmReservation reservationOf(Booking booking, String account) {
    return new SlurmReservation(
        booking.external().name(), booking.items(), booking.schedule(), List.of(account), false);
  }

  /** Rounds outward to whole seconds, in which Slurm counts. */
  static Schedule roundToSeconds(Schedule schedule) {
    return new Schedule(
        schedule.startTime().truncatedTo(ChronoUnit.SECONDS), roundedUp(schedule.endTime()));
  }

  private static Instant roundedUp(Instant instant) {
    var truncated = instant.truncatedTo(ChronoUnit.SECONDS);
    return truncated.equals(instant) ? truncated : truncated.plusSeconds(1);
  }

  private static byte[] sha256(byte[] input) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(input);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

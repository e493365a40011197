package org.touchpaper.harc.rm.slurm;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import org.touchpaper.harc.rm.owner.Accounts;
import org.touchpaper.segment.connection.Schedule;

/**
 * The cluster that Slurm schedules, and what is ours on it.
 *
 * @param name how clients call it, such as {@code newton}
 * @param partition the partition whose nodes are promised; empty for all nodes
 * @param prefix how the names of our reservations begin; no one else's on the cluster may. What was
 *     made under another keeps its name: it is on record with the booking
 * @param holdAccount the account that reservations are made out to while undecided; nobody may work
 *     under it. What was held under another stays so: it is on record with the booking
 * @param accounts whom people from afar are here
 */
public record Cluster(
    String name, String partition, String prefix, String holdAccount, Accounts accounts) {
  /** What was the hold account where none was set, before it was written down with a booking. */
  private static final List<String> USUAL = List.of("nobody", "bin");

  public Cluster {
    if (!prefix.matches("[a-z0-9][a-z0-9-]*")) {
      throw new IllegalArgumentException(
          "a prefix of reservations (touchpaper.rm.slurm.prefix) is lower-case letters, digits and"
              + " hyphens, not "
              + prefix);
    }
  }

  /**
   * The name of a booking's reservation: the same however often it is asked for, and lower-case,
   * because slurmctld minds case and slurmrestd does not.
   */
  String reservationOf(String ident) {
    var text = (name + "/" + ident).getBytes(StandardCharsets.UTF_8);
    return prefix + "-" + HexFormat.of().formatHex(sha256(text), 0, 8);
  }

  /** True if a reservation of that name is made by nobody else, if the prefix is ours alone. */
  boolean isNamedAsOurs(String reservation) {
    return reservation.matches(prefix + "-[0-9a-f]{16}");
  }

  /** False once somebody has made it out to others: it is theirs, whatever its name. */
  boolean isStillOurs(SlurmReservation is, Booking booking) {
    return is.isOnlyFor(booking.holder()) || isHeld(is, booking);
  }

  /** True if it is made out to an account for what is undecided. */
  boolean isHeld(SlurmReservation is, Booking booking) {
    return is.isOnlyFor(holdAccountOf(booking))
        || is.isOnlyFor(holdAccount)
        || (booking.holdAccount() == null && USUAL.stream().anyMatch(is::isOnlyFor));
  }

  /** The account that its reservation is to be made out to while it is undecided. */
  String holdAccountOf(Booking booking) {
    return booking.holdAccount() == null ? holdAccount : booking.holdAccount();
  }

  /** Slurm counts in seconds: the shortest stretch of whole ones around what was asked for. */
  static Schedule wholeSeconds(Schedule asked) {
    return new Schedule(
        asked.startTime().truncatedTo(ChronoUnit.SECONDS), roundedUp(asked.endTime()));
  }

  private static Instant roundedUp(Instant instant) {
    var whole = instant.truncatedTo(ChronoUnit.SECONDS);
    return whole.equals(instant) ? whole : whole.plusSeconds(1);
  }

  private static byte[] sha256(byte[] input) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(input);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}

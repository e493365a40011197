package org.touchpaper.harc.rm.booking;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The reservation that an external scheduler is to have for a booking.
 *
 * @param name its name there
 * @param holdAccount the account to which it belongs while undecided
 * @param seenBootTime the boot time of the external scheduler that last showed it; null while we
 *     create or change it: if it is missing then, no third party deleted it, and if it is there,
 *     its nodes must still be checked for other jobs
 * @param reservedUntil its end before a modification that the external scheduler does not have yet;
 *     after it the scheduler has ended the reservation by itself
 */
public record RequiredBackendReservation(
    String name,
    String holdAccount,
    @Nullable Instant seenBootTime,
    @Nullable Instant reservedUntil) {
  /** For backends without reservations. */
  public static final RequiredBackendReservation NONE =
      new RequiredBackendReservation("", "", null, null);

  /** One that is to be created. */
  public RequiredBackendReservation(String name, String holdAccount) {
    this(name, holdAccount, null, null);
  }

  RequiredBackendReservation withSeenBootTime(@Nullable Instant bootTime) {
    return new RequiredBackendReservation(name, holdAccount, bootTime, reservedUntil);
  }
}

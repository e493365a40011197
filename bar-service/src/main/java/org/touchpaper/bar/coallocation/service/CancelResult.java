package org.touchpaper.bar.coallocation.service;

import org.touchpaper.bar.coallocation.CoAllocation;

/** The result of {@link CoAllocationService#cancel}. */
public sealed interface CancelResult {

  /** Cancelled, now or earlier. */
  record Cancelled(CoAllocation booking) implements CancelResult {}

  /** Begun and not decided. */
  record Undecided(CoAllocation booking) implements CancelResult {}

  /** Refused by the booking's state or by a resource manager; nothing has changed. */
  record Refused(String reason) implements CancelResult {}

  /**
   * Another transaction, which the database lacks, was committed under this id. A new cancellation
   * uses the next number.
   */
  record IdConflict(CoAllocation booking) implements CancelResult {

    public String reason() {
      return booking.problem().orElse("another transaction was committed under this id")
          + ". This cancellation will not be carried out; cancel again if the booking is not then"
          + " cancelled";
    }
  }

  /** No majority of the acceptors accepted it, and it never commits; it may be retried. */
  record NotStarted(CoAllocation booking) implements CancelResult {}
}

package org.touchpaper.bar.coallocation.service;

import org.touchpaper.bar.coallocation.CoAllocation;

/** The result of {@link CoAllocationService#book}. */
public sealed interface BookingResult {

  CoAllocation booking();

  /** Committed. */
  record Booked(CoAllocation booking) implements BookingResult {}

  /** Begun and not decided. */
  record Undecided(CoAllocation booking) implements BookingResult {}

  /** Not available now; no resources are held. */
  record Refused(CoAllocation booking) implements BookingResult {}

  /** Can never be satisfied, at any time; no resources are held. */
  record NeverFits(CoAllocation booking) implements BookingResult {}

  /**
   * Another transaction, which the database lacks, was committed under this id; this one never
   * commits.
   */
  record IdConflict(CoAllocation booking) implements BookingResult {}

  /**
   * It got no refusal, but too few acceptors or resource managers answered; nothing is held, and
   * the same key may be retried.
   */
  record NotStarted(CoAllocation booking) implements BookingResult {}
}

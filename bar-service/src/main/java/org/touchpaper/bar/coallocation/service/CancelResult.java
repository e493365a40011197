package org.touchpaper.bar.coallocation.service;

import org.touchpaper.bar.coallocation.CoAllocation;

/** The result of {@link CoAllocationService#cancel}. */
public sealed interface CancelResult {

  /** Cancelled, now or earlier, and all of its resources are free. */
  record Cancelled(CoAllocation booking) implements CancelResult {}

  /** Ordered durably; not all of its resources are free yet. */
  record Releasing(CoAllocation booking) implements CancelResult {}

  /** Refused by the booking's state or by a resource manager; nothing has changed. */
  record Refused(String reason) implements CancelResult {}

  /** The acceptors did not accept it, and it never commits; it may be retried. */
  record NotStarted(CoAllocation booking) implements CancelResult {}
}

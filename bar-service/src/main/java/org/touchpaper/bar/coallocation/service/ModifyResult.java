package org.touchpaper.bar.coallocation.service;

import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.ModificationRecord;

/** The result of {@link CoAllocationService#modify}. */
public sealed interface ModifyResult {

  /** Committed; the booking is changed. */
  record Modified(CoAllocation booking) implements ModifyResult {}

  /** Begun and not decided; the booking is unchanged until then. */
  record Undecided(CoAllocation booking) implements ModifyResult {}

  /** Not available now; the booking is unchanged. */
  record Refused(CoAllocation booking, ModificationRecord.Outcome.Refused outcome)
      implements ModifyResult {}

  /** Can never be satisfied; the booking is unchanged. */
  record NeverFits(CoAllocation booking, ModificationRecord.Outcome.Refused outcome)
      implements ModifyResult {}

  /** The booking's state does not allow a change; nothing was begun. */
  record WrongState(String reason) implements ModifyResult {}

  /** No majority of the acceptors accepted it, and it never commits; it may be retried. */
  record NotStarted(CoAllocation booking, String reason) implements ModifyResult {}
}

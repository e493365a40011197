package org.touchpaper.harc.rm.calendar;

import org.touchpaper.harc.rm.local.Part;

/** Where an allocation stands; an intention is on record before the machine is touched. */
enum AllocationState {
  /** The nodes are kept; the transaction is undecided. */
  HELD(Part.State.HELD, false),
  /** The transaction was decided against it. */
  ABORTED(Part.State.ABORTED, true),
  /** Decided; its start has not come. */
  COMMITTED(Part.State.COMMITTED, false),
  /** Modified while something of it may be on the machine, which is to be told. */
  AMENDING(Part.State.COMMITTED, false),
  /** Its file is to be written, or was and is not read back yet. */
  STARTING(Part.State.COMMITTED, false),
  /** Its file was read back. */
  ACTIVE(Part.State.ACTIVE, false),
  /** Its time is over and its file is to be removed. */
  ENDING(Part.State.ENDED, false),
  /** Its time is over and nothing of it is left. */
  ENDED(Part.State.ENDED, true),
  /** Cancelled while up, and its file is to be removed. */
  CANCELLING(Part.State.CANCELLED, false),
  /** Cancelled, and nothing of it is left. */
  CANCELLED(Part.State.CANCELLED, true),
  /** Taken away by somebody on the machine, and what is left of it is to be cleared. */
  FAILING(Part.State.FAILED, false),
  /** Taken away by somebody on the machine, not repaired, and nothing of it is left. */
  FAILED(Part.State.FAILED, true);

  private final Part.State part;
  private final boolean clean;

  AllocationState(Part.State part, boolean clean) {
    this.part = part;
    this.clean = clean;
  }

  Part.State part() {
    return part;
  }

  /** True if nothing of it can be left on the machine and nothing will be put there. */
  boolean isClean() {
    return clean;
  }
}

package org.touchpaper.bar.coallocation;

/** What the co-allocator answers to a call that gives a booking up. */
public sealed interface CancelAnswer {

  /** Decided: nothing of it is booked any more, or it was so already. */
  record Cancelled(CoAllocation booking) implements CancelAnswer {}

  /** Begun, still undecided. */
  record Undecided(CoAllocation booking) implements CancelAnswer {}

  /** Its state does not allow it, or a resource manager does not; nothing has changed. */
  record Refused(String why) implements CancelAnswer {}

  /** The books lack what was committed under its number; it may be asked for again, as the next. */
  record Overtaken(CoAllocation booking) implements CancelAnswer {

    /** For whoever asked. */
    public String why() {
      return booking.problem().orElse("something else was committed under its number")
          + ". The cancel will not be carried out; ask again, unless it then reads as cancelled";
    }
  }

  /** No majority of the acceptors took it up, and it never commits; it may be tried again. */
  record NotStarted(CoAllocation booking) implements CancelAnswer {}
}
